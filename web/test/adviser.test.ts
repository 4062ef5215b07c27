import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Adviser } from '../src/core/adviser.ts';
import type { Patience } from '../src/core/client.ts';
import { Game } from '../src/core/game.ts';
import { CLASSIC } from '../src/core/position.ts';
import { FakeClock } from './fake_clock.ts';
import { FakePort, HELLO, playing, stoppingSlowly } from './fake_port.ts';

const soon = (time = 5) => new Promise((resolve) => setTimeout(resolve, time));

/** An engine that answers a search with this, or leaves that to the test. */
const answering = (text?: string) =>
  new FakePort((line) => {
    if (line === 'ugi') return HELLO;
    if (line === 'isready') return 'readyok\n';
    return line.startsWith('go') ? text : undefined;
  });

const PATIENCE = { open: 1000, hello: 1000, stop: 1000, search: 1000 };

function adviserWith(...ports: FakePort[]) {
  return adviserOf(ports, PATIENCE);
}

function adviserOf(ports: readonly FakePort[], patience?: Patience) {
  const failures: string[] = [];
  const left = [...ports];
  const adviser = new Adviser(
    () => left.shift() as FakePort,
    () => {},
    (reason) => failures.push(reason),
    patience,
  );
  return { adviser, failures, left };
}

test('a hint judges the position that was searched', async () => {
  const port = answering();
  const { adviser } = adviserWith(port);
  const game = new Game(CLASSIC, [3]);
  adviser.watch(game, true);
  await soon();
  game.play(3);
  port.say('info multipv 1 score 250 pv 4\n');
  assert.equal(game.evaluation(1)?.score, -250, 'what o thinks, for x');
  assert.equal(game.evaluation(2), undefined);
});

test('a move while the adviser starts changes nothing of its search', async () => {
  const port = playing(1, 1, 1);
  const { adviser } = adviserWith(port);
  const game = new Game(CLASSIC, [3]);
  adviser.watch(game, true);
  game.goTo(0);
  game.play(5);
  await soon();
  const [first] = port.heard.filter((line) => line.startsWith('position'));
  assert.equal(first, 'position startpos moves 4');
});

test('moves that are taken back are not judged', async () => {
  for (const wantsHint of [true, false]) {
    const port = answering();
    const { adviser, failures } = adviserWith(port);
    const game = new Game(CLASSIC, [3, 3]);
    game.evaluate(0, { score: 0, certain: false });
    game.evaluate(1, { score: 0, certain: false });
    adviser.watch(game, wantsHint);
    await soon();
    game.goTo(0);
    game.play(5);
    port.say('info multipv 1 score 250 pv 4\n');
    game.play(5);
    port.say('info multipv 1 score 250 pv 4\nbestmove 4\n');
    await soon();
    assert.equal(game.evaluation(2), undefined);
    assert.deepEqual(failures, []);
  }
});

test('a game may get shorter while a position of it is judged', async () => {
  const port = answering();
  const { adviser, failures } = adviserWith(port);
  const game = new Game(CLASSIC, [3, 3]);
  game.evaluate(0, { score: 0, certain: false });
  game.evaluate(1, { score: 0, certain: false });
  adviser.watch(game, false);
  await soon();
  game.goTo(0);
  game.play(5);
  port.say('info multipv 1 score 250 pv 4\nbestmove 4\n');
  await soon();
  assert.equal(port.heard.at(-3), 'position startpos moves 6', 'it goes on');
  assert.deepEqual(failures, []);
});

test('an adviser that fails says so once and tries again at another position', async () => {
  const bad = 'error no memory\n';
  const ports = [answering(bad), answering(bad), playing(1, 1, 1), answering()];
  const { adviser, failures, left } = adviserWith(...ports);
  const game = new Game(CLASSIC, [3]);
  const look = async () => {
    adviser.watch(game, true);
    await soon();
  };
  await look();
  assert.deepEqual(failures, ['The engine refuses: no memory']);
  await look();
  assert.equal(left.length, 3, 'not again for the same position');
  game.play(3);
  await look();
  assert.equal(left.length, 2);
  game.play(3);
  await look();
  assert.equal(left.length, 1);
  assert.equal(failures.length, 1, 'told once');
  assert.equal(adviser.scores.columns.size, 1);
  assert.equal(game.evaluation(0)?.score, 250, 'and the graph is made up for');
});

test('an adviser that worked in between says again that it fails', async () => {
  const bad = 'error no memory\n';
  const port = new FakePort((line) => {
    if (line === 'ugi') return HELLO;
    if (line === 'isready') return 'readyok\n';
    if (!line.startsWith('go')) return undefined;
    return game.ply === 2 ? 'bestmove 4\n' : bad;
  });
  const { adviser, failures } = adviserWith(port, port);
  const game = new Game(CLASSIC, [3]);
  for (const ply of [1, 2, 3]) {
    if (ply > 1) game.play(3);
    adviser.watch(game, true);
    await soon();
  }
  assert.equal(failures.length, 2);
});

test('a position that has failed is tried again when one comes back to it', async () => {
  const { adviser } = adviserWith(answering('error no memory\n'), playing(1, 1, 1, 1));
  const game = new Game(CLASSIC, [3]);
  adviser.watch(game, true);
  await soon();
  game.play(3);
  adviser.watch(game, true);
  await soon();
  game.goTo(1);
  adviser.watch(game, true);
  await soon();
  assert.equal(adviser.scores.columns.size, 1);
});

test('a position that came up while the adviser failed is looked at', async () => {
  const port = answering();
  const { adviser, failures } = adviserWith(port, playing(1, 1, 1));
  const game = new Game(CLASSIC, [3]);
  adviser.watch(game, true);
  await soon();
  game.play(3);
  adviser.watch(game, true);
  port.unplug();
  await soon();
  assert.equal(failures.length, 1);
  assert.equal(adviser.scores.columns.size, 1);
});

test('a hint that nobody wants any more is not searched', async () => {
  const port = playing(1, 1, 1);
  const usual = port.open.bind(port);
  port.open = async (events) => {
    await soon();
    await usual(events);
  };
  const { adviser, failures } = adviserWith(port);
  const game = new Game(CLASSIC, [3]);
  adviser.watch(game, true);
  game.play(5);
  adviser.watch(game, true);
  await soon();
  await soon();
  const positions = port.heard.filter((line) => line.startsWith('position'));
  assert.equal(positions[0], 'position startpos moves 4 6', 'while it was starting');
  assert.deepEqual(failures, []);
});

test('a hint that was cut short is given again when one comes back to it', async () => {
  const port = stoppingSlowly();
  const { adviser } = adviserWith(port);
  const game = new Game(CLASSIC, [3]);
  adviser.watch(game, true);
  await soon();
  game.play(5);
  adviser.watch(game, true);
  game.goTo(1);
  adviser.watch(game, true);
  await soon(40);
  const positions = port.heard.filter((line) => line.startsWith('position'));
  assert.deepEqual(positions, ['position startpos moves 4', 'position startpos moves 4']);
});

test('an engine that never starts is given up, and another one is tried', () => FakeClock.run(async (clock) => {
  const hung = answering();
  hung.open = () => new Promise(() => {});
  const { adviser, failures } = adviserOf([hung, playing(1, 1, 1)]);
  const game = new Game(CLASSIC, [3]);
  adviser.watch(game, true);
  await clock.pass(29_000);
  assert.deepEqual(failures, []);
  await clock.pass(2000);
  assert.deepEqual(failures, ['The engine has not started in 30 s.']);
  game.play(3);
  adviser.watch(game, true);
  await clock.pass(10);
  assert.equal(adviser.scores.columns.size, 1);
}));

test('what a player or a file has said of a position stays', async () => {
  const { adviser } = adviserWith(playing(1, 1, 1, 1));
  const game = new Game(CLASSIC, [3, 3]);
  game.evaluate(1, { score: 70, certain: false });
  for (const ply of [2, 1, 0, 1]) {
    game.goTo(ply);
    adviser.watch(game, true);
    await soon();
    assert.ok(adviser.scores.columns.size > 0, 'the hint is given');
  }
  assert.deepEqual([0, 1, 2].map((ply) => game.evaluation(ply)?.score), [250, 70, 250]);
  game.evaluate(2, { score: -30, certain: false });
  assert.equal(game.evaluation(2)?.score, -30, 'a player knows better than an adviser');
});

test('an adviser may think again of what it has said', async () => {
  const port = answering();
  const { adviser } = adviserWith(port);
  const game = new Game(CLASSIC, [3]);
  adviser.watch(game, true);
  await soon();
  for (const score of [250, 300]) {
    port.say(`info multipv 1 score ${score} pv 4\n`);
    assert.equal(game.evaluation(1)?.score, -score);
  }
});
