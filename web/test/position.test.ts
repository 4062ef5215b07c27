import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLASSIC, Position, RuleError } from '../src/core/position.ts';

const after = (...moves: number[]) =>
  moves.reduce((position, column) => position.play(column - 1), Position.start(CLASSIC));

test('stones pile up, and sides take turns', () => {
  const position = after(4, 4, 3);
  assert.equal(position.toString(), '7/7/7/7/3o3/2xx3 o');
  assert.deepEqual(position.last, { row: 0, column: 2 });
  assert.equal(position.plies, 3);
});

test('a stone falls past the forbidden cell to the lowest empty one', () => {
  const board = { rows: 4, columns: 4, forbidden: { row: 2, column: 1 } };
  let position = Position.start(board);
  for (const expected of [0, 1, 3]) {
    assert.equal(position.landing(1)?.row, expected);
    position = position.play(1);
  }
  assert.equal(position.landing(1), null);
  const low = Position.start({ ...board, forbidden: { row: 0, column: 0 } });
  assert.equal(low.landing(0)?.row, 1);
});

test('fours in every direction win, and only fours', () => {
  const fours = [
    [after(1, 2, 1, 2, 1, 2, 1), 'x', '4,1 3,1 2,1 1,1'],
    [after(1, 1, 2, 2, 3, 3, 4), 'x', '1,1 1,2 1,3 1,4'],
    [after(1, 2, 2, 3, 3, 4, 3, 4, 4, 6, 4), 'x', '1,1 2,2 3,3 4,4'],
    [after(7, 6, 6, 5, 5, 4, 5, 4, 4, 2, 4), 'x', '1,7 2,6 3,5 4,4'],
  ] as const;
  for (const [position, winner, cells] of fours) {
    assert.equal(position.outcome, winner, position.toString());
    const found = position.four.map(({ row, column }) => `${row + 1},${column + 1}`);
    assert.deepEqual(found.sort(), cells.split(' ').sort());
    assert.deepEqual(position.legalColumns(), []);
  }
  assert.equal(after(1, 2, 1, 2, 1, 2).outcome, null);
});

test('a full board is a draw', () => {
  const full = Position.parse('xxoo/ooxx/xxoo/ooxx x');
  assert.equal(full.outcome, 'draw');
  assert.throws(() => full.play(0), { message: 'The game is over.' });
});

test('moves that the rules refuse say why', () => {
  assert.throws(() => after(8), { message: 'There is no column 8: columns go from 1 to 7.' });
  assert.throws(() => after(4, 4, 4, 4, 4, 4, 4), { message: 'Column 4 is full.' });
});

test('notation is read as it is written', () => {
  for (const fen of ['9/9/9/4#4/9/9/9/4o4/4x4 x', '12/12/12/12 x', '4/4/ooo1/xxxx o']) {
    assert.equal(Position.parse(fen).toString(), fen);
  }
});

test('what cannot be a position is refused', () => {
  const wrong = [
    '', '7/7/7/7/7/7', '7/7/7/7/7/7 z', '7/7/7 x', '7/7/7/7/7/6 x', '4/4/4/x3 x',
    '4/4/x3/4 o', '4/#3/4/#3 x', '4/4/4/4444444444444 x', '4/4/4/<b> x',
    'xxxx/oooo/4/4 x', '4/4/xxxx/oooo x', '13/13/13/13 x', '4/x3/#3/4 o',
  ];
  for (const fen of wrong) assert.throws(() => Position.parse(fen), RuleError);
});
