import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Adviser } from '../src/core/adviser.ts';
import { Game } from '../src/core/game.ts';
import { CLASSIC } from '../src/core/position.ts';
import { FakePort, HELLO, playing } from './fake_port.ts';

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

/** An engine that answers a search with this, or leaves that to the test. */
const answering = (text?: string) =>
  new FakePort((line) => {
    if (line === 'ugi') return HELLO;
    if (line === 'isready') return 'readyok\n';
    return line.startsWith('go') ? text : undefined;
  });

const adviserWith = (port: FakePort) => new Adviser(() => port, () => {});

test('a hint judges the position that was searched', async () => {
  const port = answering();
  const adviser = adviserWith(port);
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
  const adviser = adviserWith(port);
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
    const adviser = adviserWith(port);
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
  }
});

test('a game may get shorter while a position of it is judged', async () => {
  const port = answering();
  const adviser = adviserWith(port);
  const game = new Game(CLASSIC, [3, 3]);
  game.evaluate(0, { score: 0, certain: false });
  game.evaluate(1, { score: 0, certain: false });
  adviser.watch(game, false);
  await soon();
  game.goTo(0);
  game.play(5);
  port.say('info multipv 1 score 250 pv 4\nbestmove 4\n');
  await soon();
  assert.equal(port.heard.at(-2), 'position startpos moves 6', 'it goes on');
});
