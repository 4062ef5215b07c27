import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game } from '../src/core/game.ts';
import { readLink, writeLink, writePositionLink } from '../src/core/link.ts';
import { CLASSIC, RuleError } from '../src/core/position.ts';
import { readRecords, writeRecord } from '../src/core/record.ts';

const BOARD = { rows: 9, columns: 12, forbidden: { row: 2, column: 3 } };

test('a link holds a game and the place in it', () => {
  const game = new Game(BOARD, [5, 5, 6]);
  assert.equal(writeLink(game), '#9x12/3,4/6.6.7');
  game.goTo(1);
  const read = readLink(writeLink(game));
  assert.equal(read?.ply, 1);
  assert.deepEqual(read?.moves, [5, 5, 6]);
  assert.deepEqual(read?.board, BOARD);
  assert.equal(readLink(''), null);
});

test('a link holds a position', () => {
  const game = new Game(BOARD, [5, 5, 6]);
  const read = readLink(writePositionLink(game)) as Game;
  assert.equal(read.position.toString(), game.position.toString());
  assert.deepEqual(read.board, BOARD);
  read.play(0);
  const again = readLink(writeLink(read)) as Game;
  assert.equal(again.position.toString(), read.position.toString());
});

test('a link that holds no game is refused', () => {
  const wrong = [
    '#x', '#6x7/-/9', '#6x7/-/4.a', '#13x7/-/', '#6x7/9,9/', '#fen/7_7/4', '#fen/x',
    '#6x7/<img>/4', `#6x7/-/${'4.'.repeat(2000)}`,
  ];
  for (const link of wrong) assert.throws(() => readLink(link), RuleError);
});

test('a game that is over is written as it is read', () => {
  const game = new Game(CLASSIC, [0, 1, 0, 1, 0, 1, 0]);
  game.evaluate(1, { score: 300, certain: false });
  game.times[1] = 12.5;
  const text = writeRecord(game, { x: 'You', o: 'Pocketfour' }, { x: 0, o: 7 });
  const record = JSON.parse(text ?? '');
  assert.deepEqual(record.scores.slice(0, 3), [null, -300, null]);
  assert.equal(record.result, 'a');
  const [read] = readRecords(text ?? '');
  assert.deepEqual(read?.game.moves, game.moves);
  assert.equal(read?.names.o, 'Pocketfour');
  assert.equal(read?.game.evaluation(1)?.score, 300);
  assert.equal(read?.game.times[1], 12.5);
  assert.equal(writeRecord(new Game(CLASSIC, [3]), { x: '', o: '' }, { x: 0, o: 0 }), null);
});

test('games of a match are read, whoever began', () => {
  const line = '{"game":1,"a":"engine","b":"rival:000","board":"11x12#2,6","first":"b","seeds":[3406718355780431780,1],"moves":[4,8],"result":"a","reason":"four in a line","micros":[3000122,56320]}';
  const games = readRecords(`${line}\n${line}\n\n`);
  assert.equal(games.length, 2);
  assert.deepEqual(games[0]?.names, { x: 'rival:000', o: 'engine' });
  assert.deepEqual(games[0]?.game.board.forbidden, { row: 1, column: 5 });
});

test('a file that holds no games is refused, with the line', () => {
  for (const [text, why] of [
    ['', /no game/], ['{', /Line 1 is no game/], ['\n[]', /Line 2 .*players/],
    ['{"a":"a","b":"b","board":"6x7","moves":[9]}', /no column 9/],
    ['{"a":"a","b":"b","board":"60x7","moves":[]}', /rows and columns/],
    ['null', /players/],
  ] as const) {
    assert.throws(() => readRecords(text), { message: why });
  }
});

test('another move drops what followed', () => {
  const game = new Game(CLASSIC, [3, 3, 3]);
  game.evaluate(3, { score: 5, certain: false });
  game.goTo(1);
  game.play(3);
  assert.equal(game.length, 3, 'the same move keeps it');
  game.goTo(1);
  game.play(0);
  assert.deepEqual(game.moves, [3, 0]);
  assert.equal(game.evaluation(3), undefined);
});
