import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, EngineError, type Task } from '../src/core/client.ts';
import { parseInfo } from '../src/core/info.ts';
import { LINE_LIMIT, LineReader } from '../src/core/lines.ts';
import { CLASSIC } from '../src/core/position.ts';
import { FakeClock } from './fake_clock.ts';
import { FakePort, HELLO, playing, stoppingSlowly } from './fake_port.ts';

const task = (extra: Partial<Task> = {}): Task => ({
  board: CLASSIC, fen: null, moves: [3, 3], limits: { nodes: 100 }, options: {}, ...extra,
});
const PATIENCE = { open: 60, hello: 60, stop: 60, search: 60 };
const soon = (time = 5) => new Promise((resolve) => setTimeout(resolve, time));

test('an engine is greeted, told and asked', async () => {
  const port = playing(5);
  const client = new Client(port);
  await client.connect();
  assert.equal(client.name, 'Fake 1');
  const told: number[] = [];
  const move = await client.search(
    task({ board: { rows: 9, columns: 8, forbidden: { row: 2, column: 3 } }, options: { Level: 3, Unknown: 1 } }),
    (info) => told.push(info.score ?? 0),
  );
  assert.equal(move, 4);
  assert.deepEqual(told, [250]);
  assert.deepEqual(port.heard.slice(2), [
    'setoption name Rows value 9', 'setoption name Columns value 8',
    'setoption name Block value 3,4', 'setoption name Level value 3',
    'position startpos moves 4 4', 'go nodes 100', 'isready',
  ]);
});

test('two who connect at once are one', async () => {
  const port = playing(3);
  const client = new Client(port);
  await Promise.all([client.connect(), client.connect()]);
  assert.equal(port.opened, 1);
  assert.equal(await client.search(task()), 2);
});

test('an option is said again only if it changes', async () => {
  const port = playing(1, 1, 1);
  const client = new Client(port);
  await client.connect();
  await client.search(task());
  const before = port.heard.length;
  await client.search(task());
  assert.deepEqual(port.heard.slice(before), ['position startpos moves 4 4', 'go nodes 100', 'isready']);
  await client.search(task({ board: { ...CLASSIC, rows: 8 } }));
  assert.deepEqual(port.heard.slice(before + 3, before + 5), [
    'setoption name Rows value 8', 'setoption name Block value none',
  ]);
});

test('an option that a person has typed is set again for a search', async () => {
  const port = playing(1, 1);
  const client = new Client(port);
  await client.connect();
  await client.search(task({ options: { Level: 3 } }));
  client.type('setoption name Rows value 9');
  const before = port.heard.length;
  await client.search(task({ options: { Level: 3 } }));
  assert.deepEqual(port.heard.slice(before), [
    'stop', 'isready',
    'setoption name Rows value 6', 'setoption name Columns value 7',
    'setoption name Block value none', 'setoption name Level value 3',
    'position startpos moves 4 4', 'go nodes 100', 'isready',
  ]);
});

test('what does not speak UGI is told apart', async () => {
  const port = new FakePort(() => 'login: \n');
  const client = new Client(port, {}, PATIENCE);
  await assert.rejects(client.connect(), {
    trouble: 'silent', message: 'Nothing that speaks UGI answers there. It says “login:”.',
  });
  assert.ok(!client.isConnected);
  const prompt = new Client(new FakePort(() => 'Password: '), {}, PATIENCE);
  await assert.rejects(prompt.connect(), { message: /It says “Password:/ });
  const mute = new Client(new FakePort(() => {}), {}, PATIENCE);
  await assert.rejects(mute.connect(), { message: 'Nothing that speaks UGI answers there.' });
});

test('an engine that knows one board only is not asked for others', async () => {
  const port = new FakePort((line) =>
    line === 'ugi' ? 'id name Small\nugiok\n' : line === 'isready' ? 'readyok\n' : 'bestmove 4\n');
  const client = new Client(port);
  await client.connect();
  assert.equal(await client.search(task()), 3);
  await assert.rejects(client.search(task({ board: { ...CLASSIC, columns: 9 } })), { trouble: 'unable' });
});

test('a refusal and a lost line end a search, and the next one works', async () => {
  let mood = 'error';
  const port = new FakePort((line, self) => {
    if (line === 'ugi') return HELLO;
    if (line === 'isready') return 'readyok\n';
    if (!line.startsWith('go')) return undefined;
    if (mood === 'error') return 'error the game is over\n';
    if (mood === 'unplug') return void self.unplug();
    return 'bestmove 2\n';
  });
  const client = new Client(port);
  await client.connect();
  await assert.rejects(client.search(task()), { trouble: 'refused', message: 'The engine refuses: the game is over' });
  mood = 'unplug';
  await assert.rejects(client.search(task()), { trouble: 'closed' });
  assert.ok(!client.isConnected);
  mood = 'well';
  await client.connect();
  assert.equal(await client.search(task()), 1);
});

/** An engine that thinks until it is told to stop, or its answer is asked for. */
function thinking() {
  let move = 0;
  const end = (port: FakePort) => {
    if (move > 0) port.say(`bestmove ${move}\n`);
    move = 0;
  };
  let next = 1;
  const port: FakePort = new FakePort((line, self) => {
    if (line === 'ugi') return HELLO;
    if (line === 'isready') return 'readyok\n';
    if (line === 'stop' || line.startsWith('position')) end(self);
    if (line.startsWith('position startpos moves 1 1')) return 'error position: not that one\n';
    if (line.startsWith('go')) move = next++;
    return undefined;
  });
  return { port, answer: () => end(port) };
}

test('what a search that failed still says is not the answer of the next one', async () => {
  const { port, answer } = thinking();
  const client = new Client(port, {}, PATIENCE);
  await client.connect();
  // The position is refused, and the search begins on the one before it.
  const first = client.search(task({ moves: [0, 0], limits: { infinite: true } }));
  await assert.rejects(first, { trouble: 'refused' });
  const second = client.search(task());
  await soon();
  answer();
  assert.equal(await second, 1, 'the answer to the second go');
});

test('an error counts only for the lines of the search', async () => {
  const { port, answer } = thinking();
  const client = new Client(port, {}, PATIENCE);
  await client.connect();
  const stray = client.search(task());
  await soon();
  port.say('error input lost\n');
  answer();
  assert.equal(await stray, 0, 'an error in mid-search');
  const typed = client.search(task());
  await soon();
  client.type('nonsense');
  port.say("error unknown word 'nonsense'\n");
  answer();
  assert.equal(await typed, 1, 'an error about what a person has typed');
  client.type('more nonsense');
  const next = client.search(task());
  port.say("error unknown word 'more'\n");
  await soon();
  answer();
  assert.equal(await next, 2, 'one that comes late');
});

test('an engine that falls silent in mid-search is told, and greeted again', async () => {
  let mute = false;
  const port = new FakePort((line) => {
    if (mute) return undefined;
    if (line === 'ugi') return HELLO;
    if (line === 'isready') return 'readyok\n';
    return undefined;
  });
  const client = new Client(port, {}, PATIENCE);
  await client.connect();
  const start = performance.now();
  const search = client.search(task({ limits: { moveTime: 30 } }));
  await soon();
  mute = true;
  await assert.rejects(search, { trouble: 'silent', message: /has been silent/ });
  assert.ok(performance.now() - start >= 85, 'the time of the move and the patience');
  await assert.rejects(client.search(task()), { trouble: 'silent' });
  assert.ok(!client.isConnected);
  mute = false;
  await client.connect();
  assert.equal(port.opened, 2);
});

test('a line can be closed while it opens', async () => {
  let opened = (): void => {};
  let closed = 0;
  const port = playing(5);
  const open = port.open.bind(port);
  port.open = async (events) => {
    await new Promise<void>((resolve) => (opened = resolve));
    await open(events);
  };
  port.close = async () => void (closed += 1);
  const client = new Client(port, {}, PATIENCE);
  const attempt = client.connect();
  await client.close();
  assert.ok(closed > 0, 'the port is told');
  opened();
  await assert.rejects(attempt, { trouble: 'closed' });
  assert.ok(!client.isConnected);
  assert.deepEqual(port.heard, [], 'nobody was greeted');
  const again = client.connect();
  opened();
  await again;
  assert.ok(client.isConnected);
});

test('the banner of a chip that starts again is no garbage', async () => {
  const told: string[] = [];
  const port = new FakePort((line) =>
    line === 'ugi' ? `Pocketfour on a Pico\nType help.\n${HELLO}` : line === 'isready' ? 'readyok\n' : undefined);
  const client = new Client(port, { garbage: (text) => told.push(text) });
  await client.connect();
  port.unplug();
  await client.connect();
  assert.equal(client.name, 'Fake 1');
  assert.deepEqual(told, []);
  port.say('~~~\n');
  assert.equal(told.length, 1);
});

test('an engine that does not stop is given up', async () => {
  const port = new FakePort((line) =>
    line === 'ugi' ? HELLO : line === 'isready' ? 'readyok\n' : undefined);
  const client = new Client(port, {}, PATIENCE);
  await client.connect();
  const search = client.search(task({ limits: { infinite: true } }));
  await Promise.resolve();
  await Promise.resolve();
  client.stop();
  await assert.rejects(search, EngineError);
});

test('a port that never opens is given up, and tried again', async () => {
  const port = playing(5);
  const usual = port.open.bind(port);
  let closed = 0;
  port.close = async () => void (closed += 1);
  port.open = () => new Promise(() => {});
  const client = new Client(port, {}, PATIENCE);
  await assert.rejects(client.connect(), { trouble: 'silent', message: /has not started in 1 s/ });
  assert.equal(closed, 1);
  assert.ok(!client.isConnected);
  port.open = usual;
  await client.connect();
  assert.equal(await client.search(task()), 4);
});

test('a person who chooses a port may take any time', async () => {
  const port = playing(5);
  const usual = port.open.bind(port);
  port.open = async (events) => {
    await soon(2 * PATIENCE.hello);
    await usual(events);
  };
  const client = new Client(port, {}, { ...PATIENCE, open: null });
  await client.connect();
  assert.ok(client.isConnected);
});

test('an engine that starts anew in mid-search needs one more try, and is told everything again', async () => {
  const { port, start, told } = restarting();
  const client = new Client(port, {}, PATIENCE);
  await client.connect();
  const options = { Level: 3 };
  const search = client.search(task({ options }));
  await soon();
  start();
  await assert.rejects(search, { trouble: 'silent', message: /has been silent/ });
  const before = told.length;
  assert.equal(await client.search(task({ options })), 1);
  assert.ok(told.slice(before).includes('setoption name Level value 3'));
  assert.equal(port.opened, 1, 'the line is the same');
});

/** A chip that can start anew, and then does not know what it was asked. */
function restarting() {
  const told: string[] = [];
  let isNew = false;
  let waits = 0;
  const port: FakePort = new FakePort((line) => {
    told.push(line);
    if (line === 'ugi') return HELLO;
    // In mid-search it answers when the search is over.
    if (line === 'isready') return waits > 0 ? undefined : 'readyok\n';
    if (!line.startsWith('go')) return undefined;
    if (isNew) return 'bestmove 2\n';
    waits = 1;
    return undefined;
  });
  const start = () => {
    isNew = true;
    waits = 0;
    port.say('Pocketfour on a chip\n');
  };
  return { port, start, told };
}

test('a search that waits for another one can be cancelled', async () => {
  const port = stoppingSlowly();
  const client = new Client(port, {}, PATIENCE);
  await client.connect();
  const cancels = [0, 1, 2].map(() => new AbortController());
  const searches = cancels.map(({ signal }, at) =>
    client.search(task({ moves: [at] }), () => {}, signal));
  const ends = searches.map((search) => search.catch((error: EngineError) => error.trouble));
  await soon();
  cancels[0]?.abort();
  cancels[1]?.abort();
  assert.equal(await ends[0], 0, 'it was stopped');
  assert.equal(await ends[1], 'cancelled');
  await soon();
  cancels[2]?.abort();
  assert.equal(await ends[2], 0);
  const positions = port.heard.filter((line) => line.startsWith('position'));
  assert.deepEqual(positions, ['position startpos moves 1', 'position startpos moves 3']);
  cancels[1]?.abort();
  assert.equal(port.heard.filter((line) => line === 'stop').length, 2);
});

test('an engine that was told to stop is not told again, nor waited for longer', async () => {
  const port = new FakePort((line) =>
    line === 'ugi' ? HELLO : line === 'isready' ? 'readyok\n' : undefined);
  const client = new Client(port, {}, PATIENCE);
  await client.connect();
  const search = client.search(task({ limits: { infinite: true } }));
  await soon();
  const start = performance.now();
  const again = setInterval(() => client.stop(), PATIENCE.stop / 4);
  await assert.rejects(search, { trouble: 'silent', message: /does not stop/ });
  clearInterval(again);
  assert.ok(performance.now() - start < 2.5 * PATIENCE.stop);
});

test('who types a line is told whether anybody hears it', async () => {
  const port = playing(5);
  const client = new Client(port, {}, PATIENCE);
  assert.equal(client.type('stats'), false);
  await client.connect();
  assert.equal(client.type('stats'), true);
  assert.equal(port.heard.at(-1), 'stats');
  port.unplug();
  assert.equal(client.type('stats'), false);
});

test('garbage is told once', async () => {
  const told: string[] = [];
  const port = playing(3);
  const client = new Client(port, { garbage: (text) => told.push(text) });
  await client.connect();
  port.say('\u0000\u00ff\u0001 ~~~\nxyzzy\nplugh\n');
  port.say(`${'A'.repeat(10 * LINE_LIMIT)}\n`);
  assert.equal(told.length, 1);
  assert.equal(await client.search(task()), 2);
});

test('lines are cut anywhere, and never kept too long', () => {
  const lines: string[] = [];
  let dropped = 0;
  const reader = new LineReader((line) => lines.push(line), () => (dropped += 1));
  const bytes = new TextEncoder().encode('one\r\ntwo\n\nthree\r');
  for (const byte of bytes) reader.receive(Uint8Array.of(byte));
  const chunk = new Uint8Array(65_536).fill(65);
  for (let sent = 0; sent < 10e6; sent += chunk.length) reader.receive(chunk);
  reader.receive(new TextEncoder().encode('\nfour\n\u00e9\n'));
  assert.deepEqual(lines, ['one', 'two', 'three', 'four', '\ufffd\ufffd']);
  assert.equal(dropped, 1);
});

test('info lines are read as far as they make sense', () => {
  const info = parseInfo('info time 7 nodes 500 nps 9 hashfull 1 multipv 2 score -40 proven loss 6 pv 4 12 1');
  assert.deepEqual(info, {
    time: 7, nodes: 500, nps: 9, rank: 2, isMulti: true, score: -40,
    proof: { result: 'loss', distance: 6 }, variation: [3, 11, 0],
  });
  assert.equal(parseInfo('info string <b>markup</b> score 5'), null);
  assert.equal(parseInfo('info score 99999999')?.score, 1000);
  const proven = (distance: string) => parseInfo(`info proven win ${distance} pv 4`)?.proof;
  for (const distance of ['0', '144']) assert.equal(proven(distance)?.distance, Number(distance));
  for (const distance of ['999999999999999', '145', '-5', '-1', 'x']) assert.equal(proven(distance), null);
  const odd = parseInfo('info score x proven maybe 3 pv 4 <b> 5');
  assert.deepEqual(odd?.variation, [3]);
  assert.equal(odd?.proof, null);
});

test('a move that is no column is illegal, and is told in its own words', async () => {
  for (const [said, told] of [
    ['bestmove a3', 'The engine plays “a3”, which is no column.'],
    ['bestmove none', 'The engine plays “none”, which is no column.'],
    ['bestmove (none)', 'The engine plays “(none)”, which is no column.'],
    ['bestmove 4x ponder 3', 'The engine plays “4x”, which is no column.'],
    ['bestmove', 'The engine gives no move.'],
  ] as const) {
    const port = answering((line) => line.startsWith('go') ? `${said}\n` : undefined);
    const client = new Client(port, {}, PATIENCE);
    await client.connect();
    await assert.rejects(client.search(task()), { trouble: 'refused', message: told });
    assert.ok(client.isConnected);
  }
  const port = answering((line) => line.startsWith('go') ? 'bestmove 4 ponder 3\n' : undefined);
  const client = new Client(port, {}, PATIENCE);
  await client.connect();
  assert.equal(await client.search(task()), 3, 'a word that follows does not matter');
});

/** An engine that is greeted and ready, and else says what the test wants. */
function answering(answer: (line: string, port: FakePort) => string | undefined): FakePort {
  return new FakePort((line, port) =>
    line === 'ugi' ? HELLO : line === 'isready' ? 'readyok\n' : answer(line, port));
}

const SLOW = { open: 30_000, hello: 6000, stop: 6000, search: 6000 };

/** An engine in a search that has a word to say each second. */
async function talking(clock: FakeClock, stops: boolean) {
  const port: FakePort = answering((line) => line === 'stop' && stops ? 'bestmove 2\n' : undefined);
  const client = new Client(port, {}, SLOW);
  await client.connect();
  let end = '';
  const search = client.search(task({ limits: { moveTime: 3000 } }));
  search.then((move) => (end = `column ${move}`), (error: EngineError) => (end = error.message));
  const talk = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      port.say('info score 1 pv 4\n');
      await clock.pass(1000);
    }
    return end;
  };
  const stopped = () => port.heard.filter((line) => line === 'stop').length;
  return { talk, stopped };
}

test('who has something to say may be slow, and is then told to stop', () => FakeClock.run(async (clock) => {
  const { talk, stopped } = await talking(clock, true);
  assert.equal(await talk(8), '', 'longer than it may be silent');
  assert.equal(stopped(), 0);
  assert.equal(await talk(2), 'column 1');
  assert.equal(stopped(), 1);
}));

test('who goes on for ever is given up', () => FakeClock.run(async (clock) => {
  const { talk } = await talking(clock, false);
  assert.equal(await talk(14), '');
  assert.equal(await talk(2), 'The engine does not stop.');
}));

test('a computer that slept hears what came meanwhile before it loses its patience', () => FakeClock.run(async (clock) => {
  const port = answering(() => undefined);
  const client = new Client(port, {}, SLOW);
  await client.connect();
  const search = client.search(task({ limits: { moveTime: 1000 } }));
  await clock.pass(500);
  clock.sleep(3_600_000);
  port.say('bestmove 4\n');
  assert.equal(await search, 3);
  // One that says nothing after that either is silent.
  let told = '';
  const silent = client.search(task({ limits: { moveTime: 1000 } }));
  silent.catch((error: EngineError) => (told = error.message));
  await clock.pass(500);
  clock.sleep(3_600_000);
  await clock.pass(6500);
  assert.equal(told, '');
  await clock.pass(1000);
  assert.equal(told, 'The engine has been silent for 7 s.');
}));

test('why there is no connection is told to whoever waited', async () => {
  let mute = false;
  const port = new FakePort((line) => {
    if (mute) return undefined;
    return line === 'ugi' ? HELLO : line === 'isready' ? 'readyok\n' : undefined;
  });
  const client = new Client(port, {}, PATIENCE);
  await client.connect();
  const first = client.search(task({ limits: { moveTime: 1 } }));
  await soon();
  mute = true;
  await assert.rejects(first, { message: /has been silent/ });
  const cancel = new AbortController();
  const cancelled = client.search(task(), () => {}, cancel.signal);
  const next = client.search(task());
  const ends = Promise.all([cancelled, next].map((one) => one.catch((error: EngineError) => error.message)));
  await soon();
  cancel.abort();
  const why = 'Nothing that speaks UGI answers there.';
  assert.deepEqual(await ends, [why, why]);
  mute = false;
  await client.connect();
  port.unplug();
  await assert.rejects(client.search(task()), { trouble: 'closed', message: 'The chip was unplugged.' });
});
