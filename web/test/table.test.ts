import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game } from '../src/core/game.ts';
import { PortError, type Port } from '../src/core/port.ts';
import { CLASSIC, type Side } from '../src/core/position.ts';
import { writeRecord } from '../src/core/record.ts';
import { DEFAULT_SETTINGS } from '../src/core/seats.ts';
import { Table, type Problem, type State } from '../src/core/table.ts';
import { FakePort, HELLO, playing, stoppingSlowly } from './fake_port.ts';

const FIRST_SEED = 7;

function tableWith(...ports: Port[]) {
  let seed = FIRST_SEED;
  const problems: Problem[] = [];
  const titles: string[] = [];
  const solved: Side[] = [];
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
      solved: (side) => solved.push(side),
      line: (engine) => titles.push(engine),
    },
    () => seed++ / 2 ** 32,
  );
  const until = (state: State, ply: number) =>
    new Promise<void>((resolve) => {
      if (table.state === state && table.game.ply === ply) resolve();
      else waiting.push({ state, ply, resolve });
    });
  return { table, problems, solved, titles, until };
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
  const { table, problems, until } = tableWith(playing(20), playing(6));
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: { x: 'person', o: 'serial' } });
  table.play(0);
  await until('stuck', 1);
  assert.equal(problems[0]?.side, 'o');
  table.replace('o');
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

const soon = (time = 5) => new Promise((resolve) => setTimeout(resolve, time));
const person = { x: 'person', o: 'serial' } as const;

test('the engine in the page takes the seat that has failed, whoever is to move', async () => {
  const chip = playing(3, 3);
  const { table, problems, until } = tableWith(chip, playing(5));
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: person });
  table.play(0);
  await until('person', 2);
  chip.unplug();
  assert.deepEqual(problems.map(({ side }) => side), ['o']);
  table.replace('o');
  assert.deepEqual(table.settings.seats, { x: 'person', o: 'wasm' });
  table.play(0);
  await until('person', 4);
  assert.deepEqual(table.game.moves, [0, 2, 0, 4]);
});

test('chips are connected one after the other', async () => {
  let open = 0;
  let most = 0;
  const ports = [playing(1, 1, 1, 1), playing(2, 2, 2, 2)];
  for (const port of ports) {
    const usual = port.open.bind(port);
    port.open = async (events) => {
      most = Math.max(most, (open += 1));
      await soon();
      open -= 1;
      await usual(events);
    };
  }
  const { table, until } = tableWith(...ports);
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: { x: 'serial', o: 'serial' } });
  await until('over', 7);
  assert.equal(most, 1);
});

test('of two chips it is told which one failed, and only it is tried again', async () => {
  const second = playing(2, 2);
  const usual = second.open.bind(second);
  second.open = () => Promise.reject(new PortError('Press “Connect”.'));
  const first = new FakePort((line) =>
    line === 'ugi' ? HELLO : line === 'isready' ? 'readyok\n' : undefined);
  const { table, problems, until } = tableWith(first, second);
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: { x: 'serial', o: 'serial' } });
  await until('thinking', 0);
  await soon();
  assert.deepEqual(problems, [{ text: 'Chip (o): Press “Connect”.', side: 'o', canRetry: true }]);
  second.open = usual;
  table.retry('o');
  await soon();
  assert.equal(second.opened, 1);
  assert.equal(first.heard.filter((line) => line.startsWith('go')).length, 1, 'x thinks on');
});

test('two engines are stepped through move by move, and wait', async () => {
  const { table, until } = tableWith(playing(1, 1, 1, 1), playing(2, 2, 2, 2));
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: { x: 'serial', o: 'serial' } });
  await until('over', 7);
  table.undo();
  table.undo();
  table.undo();
  assert.equal(table.game.ply, 4);
  table.redo();
  assert.equal(table.game.ply, 5);
  assert.equal(table.state, 'paused');
});

test('a game of two engines can be paused', async () => {
  const slow = new FakePort((line) =>
    line === 'ugi' ? HELLO : line === 'isready' ? 'readyok\n' : line === 'stop' ? 'bestmove 1\n' : undefined);
  const { table, until } = tableWith(slow, playing(2));
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: { x: 'serial', o: 'serial' } });
  await until('thinking', 0);
  await soon();
  table.pause();
  await soon();
  assert.equal(table.state, 'paused');
  assert.equal(table.game.length, 0, 'its answer is dropped');
  table.goOn();
  await until('thinking', 0);
  table.moveNow();
  await until('thinking', 2);
});

test('others sit down at any time, and the game stays', async () => {
  const { table, until } = tableWith(playing(3, 3), playing(7, 7));
  table.show(new Game(CLASSIC, [3, 3, 2]), { x: 'Ann', o: 'Bob' });
  table.goTo(3);
  table.change({ ...table.settings, seats: { x: 'person', o: 'wasm' } });
  await until('person', 4);
  assert.deepEqual(table.game.moves, [3, 3, 2, 2]);
  assert.equal(table.nameOf('x'), 'You');
  table.change({ ...table.settings, seats: { x: 'serial', o: 'person' } });
  await until('person', 5);
  table.goTo(1);
  table.change({ ...table.settings, seats: { x: 'person', o: 'wasm' } });
  await soon();
  assert.equal(table.state, 'paused', 'moves that follow are not dropped unasked');
  assert.equal(table.game.length, 5);
});

test('each seat has its own level and time', async () => {
  const [x, o] = [playing(1, 1, 1, 1), playing(2, 2, 2, 2)];
  const { table, until } = tableWith(x, o);
  table.newGame(CLASSIC, {
    seats: { x: 'serial', o: 'serial' },
    levels: { x: 2, o: 9 },
    moveTimes: { x: 100, o: 2000 },
  });
  await until('over', 7);
  assert.ok(x.heard.includes('setoption name Level value 2') && x.heard.includes('go movetime 100'));
  assert.ok(o.heard.includes('setoption name Level value 9') && o.heard.includes('go movetime 2000'));
});

test('a record tells who played which move, and what the mover expected', async () => {
  const { table, until } = tableWith(playing(2, 2, 2), playing(3));
  table.newGame(CLASSIC);
  for (const ply of [2, 4, 6]) {
    // What an adviser thinks of the position is not the person's word.
    table.game.evaluate(ply - 2, { score: 900, certain: false });
    table.play(0);
    await until('person', ply);
  }
  table.play(0);
  await until('over', 7);
  const record = JSON.parse(writeRecord(table.game) ?? '');
  assert.deepEqual(record.scores, [null, 250, null, 250, null, 250, null]);
  assert.deepEqual([record.a, record.b], ['a person', 'Pocketfour at level 5']);
  assert.deepEqual(record.seeds, [0, FIRST_SEED]);
});

test('a player who was replaced has no seed, and both are named', async () => {
  const { table, until } = tableWith(playing(2, 99), playing(2, 2));
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: person });
  table.play(0);
  await until('person', 2);
  table.play(0);
  await until('stuck', 3);
  const seed = table.game.madeAt(1)?.by.seed;
  table.replace('o');
  await until('person', 4);
  assert.equal(table.game.madeAt(1)?.by.seed, seed);
  table.play(0);
  await until('person', 6);
  table.play(0);
  await until('over', 7);
  const record = JSON.parse(writeRecord(table.game) ?? '');
  assert.equal(record.b, 'Chip at level 5, then Pocketfour at level 5');
  assert.deepEqual(record.seeds, [0, 0]);
});

test('who stays keeps the seed, and who sits down gets one', async () => {
  const engine = playing(3, 3, 3);
  const { table, until } = tableWith(engine, playing(4));
  table.newGame(CLASSIC);
  table.play(0);
  await until('person', 2);
  table.change({ ...table.settings, levels: { x: 1, o: 9 } });
  table.play(0);
  await until('person', 4);
  const seeds = (port: FakePort) => port.heard.filter((line) => /name Seed/.test(line)).length;
  assert.equal(seeds(engine), 1);
  assert.ok(engine.heard.includes('setoption name Level value 9'));
  table.newGame(CLASSIC);
  table.play(0);
  await until('person', 2);
  assert.equal(seeds(engine), 2, 'a new game has a new one');
});

test('the scores stay while the lines of a round come slowly', async () => {
  const port = new FakePort((line) =>
    line === 'ugi' ? HELLO : line === 'isready' ? 'readyok\n' : undefined);
  const { table, until } = tableWith(port);
  table.newGame(CLASSIC);
  table.play(3);
  await until('thinking', 1);
  await soon();
  const counts: number[] = [];
  for (let round = 1; round <= 3; round += 1) {
    for (let rank = 1; rank <= 7; rank += 1) {
      const column = ((round + rank) % 7) + 1;
      port.say(`info multipv ${rank} score ${100 * round - rank} pv ${column}\n`);
      counts.push(table.scores.columns.size);
      assert.equal(table.scores.best, (round + 1) % 7);
      await soon(1);
    }
  }
  assert.deepEqual(counts, [1, 2, 3, 4, 5, 6, 7, ...Array.from({ length: 14 }, () => 7)]);
  port.say('bestmove 1\n');
  await until('person', 2);
  assert.equal(table.scores.columns.size, 0);
});

test('a search that nobody wants any more does not keep the wanted one waiting', async () => {
  const port = stoppingSlowly();
  const { table, problems, until } = tableWith(port);
  table.newGame(CLASSIC);
  for (const column of [2, 3]) {
    table.play(column);
    await until('thinking', 1);
    await soon(1);
    table.undo();
    await until('person', 0);
  }
  table.play(4);
  await until('thinking', 1);
  await soon(40);
  const positions = port.heard.filter((line) => line.startsWith('position'));
  assert.deepEqual(positions, ['position startpos moves 3', 'position startpos moves 5']);
  table.moveNow();
  await until('person', 2);
  assert.deepEqual(table.game.moves, [4, 0]);
  assert.deepEqual(problems, []);
});

test('an engine that cannot be connected is told, though the other one is just starting', async () => {
  const slow = new FakePort((line, self) => {
    if (line === 'ugi') setTimeout(() => self.say(HELLO), 30);
    return line === 'isready' ? 'readyok\n' : undefined;
  });
  const broken = playing(1);
  broken.open = () => Promise.reject(new PortError('It is broken.'));
  const { table, problems, until } = tableWith(slow, broken);
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: { x: 'pico', o: 'wasm' } });
  await soon();
  assert.equal(table.state, 'connecting');
  assert.deepEqual(problems, [{ text: 'It is broken.', side: 'o', canRetry: true }]);
  await until('thinking', 0);
  slow.unplug();
});

test('an engine that cannot be connected is told once, though it is to move by now', async () => {
  let asked = 0;
  let refuse = (): void => {};
  const port = playing(1);
  port.open = () => new Promise((_, reject) => {
    asked += 1;
    refuse = () => reject(new PortError('No port was chosen.'));
  });
  const { table, problems, until } = tableWith(port);
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: person });
  await soon();
  table.play(0);
  await until('connecting', 1);
  refuse();
  await until('stuck', 1);
  await soon();
  assert.equal(asked, 1, 'nobody is asked again for what was just refused');
  assert.deepEqual(problems.map(({ text }) => text), ['No port was chosen.']);
  table.retry('o');
  await soon();
  assert.equal(asked, 2);
});

test('nobody is asked for the port of a chip that has left the table', async () => {
  let refuse = (): void => {};
  const first = playing(1);
  first.open = () => new Promise((_, reject) => (refuse = () => reject(new PortError('No.'))));
  const second = playing(2);
  const { table } = tableWith(first, second);
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: { x: 'serial', o: 'serial' } });
  await soon();
  table.change({ ...table.settings, seats: { x: 'serial', o: 'person' } });
  refuse();
  await soon();
  assert.equal(second.opened, 0);
});

test('two who are alike have different names', () => {
  const { table } = tableWith(playing(), playing());
  const names = () => [table.nameOf('x'), table.nameOf('o')];
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: { x: 'wasm', o: 'wasm' } });
  assert.deepEqual(names(), ['Pocketfour (x)', 'Pocketfour (o)']);
  table.change({ ...table.settings, seats: { x: 'person', o: 'wasm' } });
  assert.deepEqual(names(), ['You', 'Pocketfour']);
  table.change({ ...table.settings, seats: { x: 'person', o: 'person' } });
  assert.deepEqual(names(), ['First', 'Second']);
  table.show(new Game(CLASSIC, [3]), { x: 'engine', o: 'engine' });
  assert.deepEqual(names(), ['engine (x)', 'engine (o)']);
});

test('a problem is over when the engine works again', async () => {
  const chip = playing(9, 3, 3);
  const { table, problems, solved, until } = tableWith(chip);
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: person });
  table.play(0);
  await until('stuck', 1);
  assert.equal(problems.length, 1);
  solved.length = 0;
  table.goOn();
  await until('person', 2);
  assert.deepEqual(solved, ['o'], 'a legal move');
  chip.unplug();
  assert.equal(problems.length, 2);
  table.goOn();
  await soon();
  assert.deepEqual(solved, ['o', 'o'], 'a connection');
});

test('a problem is over when another game or another player comes', async () => {
  const broken = () => {
    const port = playing(1);
    port.open = () => Promise.reject(new PortError('It is broken.'));
    return port;
  };
  const { table, problems, solved } = tableWith(broken(), broken(), playing(1), playing(1));
  table.newGame(CLASSIC, { ...DEFAULT_SETTINGS, seats: { x: 'serial', o: 'serial' } });
  await soon();
  assert.equal(problems.length, 2);
  solved.length = 0;
  table.replace('o');
  assert.deepEqual(solved, ['o'], 'the other one is as broken as before');
  table.newGame(CLASSIC);
  assert.deepEqual(solved.slice(1, 3), ['x', 'o']);
  solved.length = 0;
  table.show(new Game(CLASSIC, [3]), { x: 'a', o: 'b' });
  assert.deepEqual(solved, ['x', 'o']);
});

test('a game is one\'s own when a move was played here', async () => {
  const { table, until } = tableWith(playing(3));
  table.newGame(CLASSIC);
  assert.ok(!table.isOwn);
  table.play(0);
  assert.ok(table.isOwn);
  await until('person', 2);
  const { game, settings } = table;
  table.newGame(new Game(CLASSIC, [3, 3]));
  assert.ok(!table.isOwn, 'one from a link');
  table.show(new Game(CLASSIC, [3, 3]), { x: 'a', o: 'b' });
  table.goTo(0);
  table.play(3);
  assert.ok(!table.isOwn, 'one from a file, move by move');
  table.goTo(0);
  table.play(6);
  assert.ok(table.isOwn, 'and on another way');
  table.newGame(game, settings);
  assert.deepEqual(table.game.moves, [0, 2]);
  assert.equal(table.state, 'person');
});

test('it is known whether a position was reached by a move', async () => {
  const { table, until } = tableWith(playing(3, 3));
  table.newGame(CLASSIC);
  table.play(0);
  await until('person', 2);
  assert.equal(table.jumped, null);
  table.undo();
  assert.equal(table.jumped, 'back');
  table.redo();
  assert.equal(table.jumped, 'on');
  table.play(0);
  assert.equal(table.jumped, null);
  await until('person', 4);
  table.goTo(1);
  table.goOn();
  await until('person', 2);
  assert.equal(table.jumped, null, 'an engine has moved');
  table.goTo(0);
  table.newGame(CLASSIC);
  assert.equal(table.jumped, null);
});

test('who jumps beyond the last move stays there, and nobody is interrupted', async () => {
  const { table, until } = tableWith(stoppingSlowly());
  table.newGame(CLASSIC);
  table.play(0);
  await until('thinking', 1);
  table.goTo(9);
  assert.equal(table.state, 'thinking');
  assert.equal(table.jumped, null);
  table.goTo(0);
  table.goTo(9);
  assert.equal(table.game.ply, 1);
});
