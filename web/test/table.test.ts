import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game } from '../src/core/game.ts';
import type { Port } from '../src/core/port.ts';
import { CLASSIC } from '../src/core/position.ts';
import { DEFAULT_SETTINGS, Table, type Problem, type State } from '../src/core/table.ts';
import { FakePort, HELLO, playing } from './fake_port.ts';

function tableWith(...ports: Port[]) {
  const problems: Problem[] = [];
  const titles: string[] = [];
  const waiting: { state: State; ply: number; resolve(): void }[] = [];
  const table: Table = new Table(
    () => ports.shift() as Port,
    {
      changed: () => {
        for (const wait of waiting) {
          if (table.state === wait.state && table.game.ply === wait.ply) wait.resolve();
        }
      },
      problem: (problem) => problems.push(problem),
      line: (engine) => titles.push(engine),
    },
  );
  const until = (state: State, ply: number) =>
    new Promise<void>((resolve) => {
      if (table.state === state && table.game.ply === ply) resolve();
      else waiting.push({ state, ply, resolve });
    });
  return { table, problems, titles, until };
}

test('a person and an engine move in turn', async () => {
  const { table, problems, until } = tableWith(playing(3, 3, 3));
  table.newGame(CLASSIC);
  for (const ply of [2, 4, 6]) {
    assert.ok(table.play(3));
    assert.ok(!table.play(3), 'not twice in a row');
    await until('person', ply);
  }
  assert.deepEqual(table.game.moves, [3, 2, 3, 2, 3, 2]);
  assert.equal(table.game.evaluation(1)?.score, -250, 'what o thinks, for x');
  table.play(3);
  await until('over', 7);
  assert.equal(table.game.position.outcome, 'x');
  assert.deepEqual(problems, []);
});

test('two engines play each other to the end', async () => {
  const { table, until } = tableWith(playing(1, 1, 1, 1), playing(2, 2, 2, 2));
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: { x: 'serial', o: 'serial' } });
  await until('over', 7);
  assert.equal(table.game.position.outcome, 'x');
});

test('the lines of an engine that changes sides bear its new side', async () => {
  const { table, titles, until } = tableWith(playing(3, 3));
  table.newGame(CLASSIC);
  table.play(3);
  await until('person', 2);
  assert.deepEqual([...new Set(titles)], ['Pocketfour (o)']);
  titles.length = 0;
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: { x: 'wasm', o: 'person' } });
  await until('person', 1);
  assert.deepEqual([...new Set(titles)], ['Pocketfour (x)']);
});

test('a recorded game keeps its names until another move is played', () => {
  const { table } = tableWith();
  const names = { x: 'Ann', o: 'Bob' };
  const show = (ply: number) => {
    const game = new Game(CLASSIC, [3, 2, 3]);
    game.goTo(ply);
    table.show(game, names);
  };
  show(1);
  table.play(2);
  assert.equal(table.nameOf('x'), 'Ann');
  table.play(3);
  assert.equal(table.nameOf('x'), 'Ann', 'the last move is a recorded one too');
  table.play(3);
  assert.equal(table.nameOf('x'), 'First', 'beyond the record');
  show(1);
  table.play(6);
  assert.equal(table.nameOf('x'), 'First', 'another move');
});

test('a move waits for an engine that is being greeted', async () => {
  const port = new FakePort((line, self) => {
    if (line === 'ugi') setTimeout(() => self.say(HELLO), 20);
    if (line === 'isready') return 'readyok\n';
    return line.startsWith('go') ? 'bestmove 2\n' : undefined;
  });
  const { table, problems, until } = tableWith(port);
  table.newGame({ rows: 5, columns: 5, forbidden: null });
  await new Promise((resolve) => setTimeout(resolve, 5));
  table.play(0);
  await Promise.race([until('person', 2), until('stuck', 1)]);
  assert.deepEqual(problems, []);
  assert.deepEqual(table.game.moves, [0, 1]);
});

test('a game that is opened in its middle waits there', async () => {
  const { table, until } = tableWith(playing(5));
  const game = new Game(CLASSIC, [3, 3, 3]);
  game.goTo(1);
  table.newGame(game);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(table.state, 'paused');
  assert.equal(table.game.length, 3);
  table.goOn();
  await until('person', 2);
  assert.deepEqual(table.game.moves, [3, 4]);
});

test('an illegal move is told once and changes nothing', async () => {
  const { table, problems, until } = tableWith(playing(9, 2));
  table.newGame(CLASSIC);
  table.play(3);
  await until('stuck', 1);
  assert.equal(problems.length, 1);
  assert.match(problems[0]?.text ?? '', /plays column 9, which the rules do not allow/);
  assert.deepEqual(table.game.moves, [3]);
  table.goOn();
  await until('person', 2);
  assert.deepEqual(table.game.moves, [3, 1]);
});

test('after a lost line the game stays and goes on', async () => {
  let plugged = false;
  const port = new FakePort((line, self) => {
    if (line === 'ugi') return HELLO;
    if (line === 'isready') return 'readyok\n';
    if (!line.startsWith('go')) return undefined;
    return plugged ? 'bestmove 5\n' : void self.unplug();
  });
  const { table, problems, until } = tableWith(port);
  table.newGame(CLASSIC);
  table.play(0);
  await until('stuck', 1);
  assert.equal(problems[0]?.text, 'The chip was unplugged.');
  plugged = true;
  table.goOn();
  await until('person', 2);
  assert.deepEqual(table.game.moves, [0, 4]);
  assert.equal(port.opened, 2);
});

test('a line that is lost in between is connected again at a word', async () => {
  const port = playing(3, 3);
  const { table, problems, until } = tableWith(port);
  table.newGame(CLASSIC);
  table.play(0);
  await until('person', 2);
  port.unplug();
  assert.equal(problems.length, 1);
  table.goOn();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(port.opened, 2);
  assert.deepEqual(table.game.moves, [0, 2]);
  table.play(0);
  await until('person', 4);
});

test('the engine in the page can take over', async () => {
  const { table, until } = tableWith(playing(20), playing(6));
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: { x: 'person', o: 'serial' } });
  table.play(0);
  await until('stuck', 1);
  table.replace();
  await until('person', 2);
  assert.deepEqual(table.game.moves, [0, 5]);
});

test('undo goes back to the person, redo forward, and engines wait', async () => {
  const { table, until } = tableWith(playing(3, 3, 5));
  table.newGame(CLASSIC);
  table.play(3);
  await until('person', 2);
  table.play(4);
  await until('person', 4);
  table.undo();
  assert.equal(table.game.ply, 2);
  table.undo();
  assert.equal(table.game.ply, 0);
  table.undo();
  assert.equal(table.game.ply, 0);
  table.redo();
  assert.equal(table.game.ply, 2);
  table.goTo(3);
  assert.equal(table.state, 'paused');
  table.goOn();
  await until('person', 4);
  assert.deepEqual(table.game.moves, [3, 2, 4, 4], 'another move than before');
});

test('undo while the engine thinks drops its answer', async () => {
  let answer = (): void => {};
  const port = new FakePort((line, self) => {
    if (line === 'ugi') return HELLO;
    if (line === 'isready') return 'readyok\n';
    if (line.startsWith('go')) answer = () => self.say('bestmove 4\n');
    if (line === 'stop') answer();
    return undefined;
  });
  const { table, until } = tableWith(port);
  table.newGame(CLASSIC);
  table.play(2);
  await until('thinking', 1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  table.undo();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(table.game.ply, 0);
  assert.equal(table.state, 'person');
  assert.ok(port.heard.includes('stop'));
});
