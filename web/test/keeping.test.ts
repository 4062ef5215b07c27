import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game } from '../src/core/game.ts';
import { notation, readLink, writeLink, writePositionLink } from '../src/core/link.ts';
import { CLASSIC, Position, RuleError } from '../src/core/position.ts';
import { readRecords, replay, writeRecord, type RecordedGame } from '../src/core/record.ts';

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

test('notation is one line that holds the board and the moves', () => {
  const game = new Game(BOARD, [5, 5, 6]);
  game.goTo(2);
  assert.equal(notation(game), 'position fen 12/12/12/12/12/12/3#8/12/12 x moves 6 6');
  const [, fen, moves] = /^position fen (.*?)(?: moves (.*))?$/.exec(notation(game)) ?? [];
  const read = (moves ?? '').split(' ').reduce((at, move) => at.play(Number(move) - 1), Position.parse(fen ?? ''));
  assert.equal(read.toString(), game.position.toString());
});

test('a game that is over is written as it is read', async () => {
  const game = new Game(CLASSIC);
  const you = { name: 'You', seed: 0n };
  const engine = { name: 'Pocketfour', seed: 7n };
  for (const column of [0, 1, 0, 1, 0, 1, 0]) {
    const isEngine = game.position.toMove === 'o';
    game.play(column, isEngine ? { by: engine, time: 12.5, expected: -300 } : { by: you });
  }
  game.evaluate(0, { score: 500, certain: false });
  const text = writeRecord(game) ?? '';
  const record = JSON.parse(text);
  assert.deepEqual(record.scores.slice(0, 3), [null, -300, null]);
  assert.equal(record.result, 'a');
  assert.deepEqual(record.seeds, [0, 7]);
  const [read] = (await readRecords(text)) as [RecordedGame];
  const again = replay(read);
  assert.deepEqual(again.moves, game.moves);
  assert.equal(read.names.o, 'Pocketfour');
  assert.equal(again.evaluation(1)?.score, 300);
  assert.equal(again.madeAt(1)?.time, 12.5);
  assert.equal(writeRecord(again), text);
  assert.equal(writeRecord(new Game(CLASSIC, [3])), null);
});

const MATCH = '{"game":1,"a":"engine","b":"rival:000","board":"11x12#2,6","first":"b","seeds":[3406718355780431780,1],"moves":[4,8],"result":"a","reason":"took too long","micros":[3000122,56320],"playouts":[null,77]}';

test('games of a match are read, whoever began', async () => {
  const games = await readRecords(`${MATCH}\r\n${MATCH}\n\n`);
  assert.equal(games.length, 2);
  const [first] = games as [RecordedGame];
  assert.deepEqual(first.names, { x: 'rival:000', o: 'engine' });
  const game = replay(first);
  assert.deepEqual(game.board.forbidden, { row: 1, column: 5 });
  assert.equal(game.madeAt(1)?.by.seed, 3406718355780431780n, 'no digit is lost');
});

test('a game of a file that is saved again is the line of the file', async () => {
  const [record] = (await readRecords(MATCH)) as [RecordedGame];
  const game = replay(record);
  assert.equal(writeRecord(game, record), `${MATCH}\n`);
  game.play(0);
  assert.equal(writeRecord(game, record), null, 'another game, which is not over');
});

test('a game that is played on from a file keeps the seeds of its players', () => {
  const line = MATCH.replace('[4,8]', '[1,2,1,2,1,2]');
  const game = replay({ line, number: 1, names: { x: 'rival:000', o: 'engine' }, summary: '' });
  game.goTo(6);
  game.play(0, { by: { name: 'a person', seed: 0n } });
  const text = writeRecord(game) ?? '';
  assert.match(text, /"a":"rival:000, then a person","b":"engine"/);
  assert.match(text, /"seeds":\[0,3406718355780431780\]/);
});

test('a long file is read in portions, and no game is played before it is chosen', async () => {
  // A game that the rules refuse is noticed when it is chosen.
  const wrong = MATCH.replace('[4,8]', '[99]');
  let pauses = 0;
  const games = await readRecords(`${MATCH}\n`.repeat(30_000) + wrong, async () => void (pauses += 1));
  assert.equal(games.length, 30_001);
  assert.ok(pauses > 0, `${pauses} pauses`);
  const last = games.at(-1) as RecordedGame;
  assert.throws(() => replay(last), { message: /^Line 30001 is no game\. There is no column 99/ });
});

test('a file that holds no games is refused, with the line', async () => {
  for (const [text, why] of [
    ['', /no game/], ['{', /Line 1 is no game. It is no JSON/], ['\n[]', /Line 2 .*players/],
    ['{"a":"a","b":"b","board":"6x7"}', /no moves/], ['null', /players/],
  ] as const) {
    await assert.rejects(readRecords(text), { message: why });
  }
  const refused = async (text: string) => replay(((await readRecords(text)) as [RecordedGame])[0]);
  await assert.rejects(refused('{"a":"a","b":"b","board":"6x7","moves":[9]}'), { message: /no column 9/ });
  await assert.rejects(refused('{"a":"a","b":"b","board":"60x7","moves":[]}'), { message: /rows and columns/ });
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
