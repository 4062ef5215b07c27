// The page: a table with its ports, and the views of it.

import { Adviser } from './core/adviser.ts';
import { Game } from './core/game.ts';
import { readLink, writeLink, writePositionLink } from './core/link.ts';
import type { Port } from './core/port.ts';
import { CLASSIC, RuleError, type Side } from './core/position.ts';
import { readRecords, writeRecord, type RecordedGame } from './core/record.ts';
import { KIND_NAMES, Table, type EngineKind, type Problem } from './core/table.ts';
import { SerialPort } from './ports/serial_port.ts';
import { WorkerPort } from './ports/worker_port.ts';
import { BoardView } from './view/board_view.ts';
import { ConsoleView } from './view/console_view.ts';
import { byId, make, say } from './view/dom.ts';
import { GraphView } from './view/graph_view.ts';
import { Messages } from './view/messages.ts';
import { MovesView } from './view/moves_view.ts';
import { NewGame } from './view/new_game.ts';
import { count, inWords } from './view/words.ts';

/** How long a second digit may take, on boards with ten columns and more. */
const DIGIT = 700;
const FILE_LIMIT = 20e6;

function createPort(kind: EngineKind): Port {
  switch (kind) {
    case 'wasm':
      return new WorkerPort('wasm_worker.js');
    case 'pico':
      return new WorkerPort('pico_worker.js');
    case 'serial':
      return new SerialPort();
  }
}

const messages = new Messages(byId('messages'));
const console_ = new ConsoleView((name, line) => {
  for (const side of ['x', 'o'] as const) {
    const engine = table.engineOf(side);
    if (engine && engineName(side) === name) engine.client.type(line);
  }
});
const table = new Table(createPort, { changed: redraw, problem, line: heard });
const adviser = new Adviser(() => createPort('wasm'), redraw, (reason) =>
  messages.problem(`${reason} Hints and the graph are tried again at the next position.`));
const board = new BoardView(
  byId('frame'), byId('board'), byId('columns'), byId('scores'), byId('picture'), play,
);
const graph = new GraphView(byId('graph'), (ply) => table.goTo(ply));
const moves = new MovesView(byId('moves'), (ply) => table.goTo(ply));
const newGame = new NewGame((chosen, settings) => {
  messages.clear();
  table.newGame(chosen, settings);
  board.focus();
}, () => board.focus());
let hints = false;
let records: RecordedGame[] = [];
let drawing = false;
let digits = '';
let digitTimer: ReturnType<typeof setTimeout> | undefined;

function engineName(side: Side): string {
  const engine = table.engineOf(side);
  return engine ? `${KIND_NAMES[engine.kind]} (${side})` : '';
}

function heard(engine: string, direction: 'in' | 'out', text: string): void {
  console_.line(engine, direction, text);
}

function problem({ text, canRetry }: Problem): void {
  const serial = Object.values(table.settings.seats).includes('serial');
  const again = serial ? 'Connect' : 'Try again';
  messages.problem(text, canRetry ? [
    { text: again, act: () => table.goOn() },
    { text: 'Play in this page', act: () => table.replace() },
  ] : []);
}

function play(column: number): void {
  if (table.play(column)) return;
  const full = table.game.position.landing(column) === null;
  if (table.state === 'person' && full) announce(`Column ${column + 1} is full.`);
}

/** At most once for each frame. */
function redraw(): void {
  if (drawing) return;
  drawing = true;
  requestAnimationFrame(() => {
    drawing = false;
    draw();
  });
}

function draw(): void {
  const { game, state } = table;
  const wantsHint = hints && state !== 'thinking' && state !== 'connecting';
  adviser.watch(game, wantsHint);
  const scores = wantsHint ? adviser.scores : table.scores;
  board.show({
    position: game.position,
    canPlay: state === 'person',
    scores,
    names: { x: table.nameOf('x'), o: table.nameOf('o') },
  });
  graph.show(game);
  moves.show(game);
  drawPlayers();
  const last = game.moves[game.ply - 1];
  say(byId('last'), last === undefined ? '' : `Column ${last + 1} was played.`);
  announce(statusText());
  byId('status').classList.toggle('won', state === 'over');
  say(byId('progress'), progressText());
  byId<HTMLButtonElement>('undo').disabled = game.ply === 0;
  byId<HTMLButtonElement>('redo').disabled = game.ply === game.length;
  byId('hint').setAttribute('aria-pressed', String(hints));
  const go = byId<HTMLButtonElement>('go');
  const waits = state === 'paused' || state === 'stuck';
  say(go, waits ? 'Go on' : 'Move now');
  go.disabled = !waits && state !== 'thinking';
  const save = byId<HTMLButtonElement>('save');
  const canSave = game.positionAt(game.length).outcome !== null && game.fen === null;
  save.disabled = !canSave;
  save.title = canSave ? '' : 'A game can be saved when it is over; a link holds it now';
  const engines = (['x', 'o'] as const).map(engineName).filter((name) => name !== '');
  console_.offer(engines);
}

function drawPlayers(): void {
  const { state, toMove } = table;
  for (const side of ['x', 'o'] as const) {
    const player = byId(`player-${side}`);
    const name = table.nameOf(side);
    say(player.querySelector('span') as Element, name);
    player.title = table.engineOf(side)?.client.name ?? name;
    const active = state !== 'over' && side === toMove;
    player.classList.toggle('active', active);
    player.classList.toggle('busy', active && (state === 'thinking' || state === 'connecting'));
  }
}

function announce(text: string): void {
  say(byId('state'), text);
}

function statusText(): string {
  const { game, state, toMove } = table;
  const { outcome } = game.position;
  if (outcome === 'draw') return 'A draw';
  if (outcome) {
    const name = table.nameOf(outcome);
    return name === 'You' ? 'You win' : `${name} wins`;
  }
  const name = table.nameOf(toMove);
  switch (state) {
    case 'person':
      return table.names ? `Move ${game.ply} of ${game.length}` : (name === 'You' ? 'Your turn' : `${name} to move`);
    case 'connecting':
      return 'Starting…';
    case 'thinking':
      return 'Thinking…';
    case 'paused':
      return `${name} waits`;
    case 'stuck':
      return `${name} has no move`;
    case 'over':
      return '';
  }
}

function progressText(): string {
  const info = table.progress;
  if (info) {
    const nodes = info.nodes === undefined ? '' : `${count(info.nodes)} playouts, `;
    return `${nodes}${inWords(info)}`;
  }
  const best = [...adviser.scores.values()].find(({ rank }) => rank === 1);
  if (hints && best) return `${count(best.nodes ?? 0)} playouts, best ${(best.variation[0] ?? 0) + 1}`;
  return table.game.length === 0 ? '' : 'Above the middle x is better, below it o';
}

async function copy(text: string, what: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    messages.note(`${what} copied.`);
  } catch {
    messages.problem(`The browser does not let the page copy. Here it is: ${text}`);
  }
}

function address(hash: string): string {
  return location.href.replace(/#.*$/, '') + hash;
}

function save(): void {
  const { game } = table;
  const nameOf = (side: Side) => {
    const isPerson = !table.names && table.settings.seats[side] === 'person';
    return isPerson ? 'a person' : table.nameOf(side);
  };
  const names = { x: nameOf('x'), o: nameOf('o') };
  const text = writeRecord(game, names, table.seeds);
  if (text === null) return;
  const url = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  make('a', { href: url, download: 'pocketfour.jsonl' }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

async function openFile(file: File | undefined): Promise<void> {
  if (!file) return;
  try {
    if (file.size > FILE_LIMIT) throw new RuleError('The file is too large: 20 MB is the most.');
    records = readRecords(await file.text());
    const select = byId<HTMLSelectElement>('games');
    select.replaceChildren(...records.map(({ summary }, index) =>
      make('option', { value: String(index), textContent: `${index + 1}: ${summary}` })));
    byId('archive').hidden = false;
    showRecord(0);
  } catch (error) {
    messages.problem(error instanceof RuleError ? error.message : `The file cannot be read: ${String(error)}`);
  }
}

function showRecord(index: number): void {
  const record = records[index];
  if (!record) return;
  // A game of its own: what is played on from it does not change the file's.
  const { board: on, moves: line } = record.game;
  const game = new Game(on, line);
  line.forEach((_, ply) => {
    const known = record.game.evaluation(ply);
    if (known) game.evaluate(ply, known);
    game.times[ply] = record.game.times[ply];
  });
  game.goTo(0);
  table.show(game, record.names);
}

function openLink(): boolean {
  try {
    const game = readLink(decodeURIComponent(location.hash));
    if (!game) return false;
    table.newGame(game);
    return true;
  } catch (error) {
    const why = error instanceof RuleError ? error.message : 'It holds no game.';
    messages.problem(`The link cannot be opened. ${why}`);
    return false;
  }
}

function key(event: KeyboardEvent): void {
  const target = event.target as Element;
  const typing = target.closest('input, select, dialog, textarea, summary');
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^\d$/.test(event.key)) return digit(event.key);
  const inLists = target.closest('.moves, .log');
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      if (inLists) return;
      board.move(event.key === 'ArrowLeft' ? -1 : 1);
      break;
    case 'u': table.undo(); break;
    case 'r': table.redo(); break;
    case 'h': toggleHints(); break;
    case 'g': goOn(); break;
    case 'n': openNewGame(); break;
    default: return;
  }
  event.preventDefault();
}

/** A number drops a stone, at once unless a second digit may follow. */
function digit(one: string): void {
  clearTimeout(digitTimer);
  const { columns } = table.game.board;
  digits += one;
  const drop = () => {
    const column = Number(digits) - 1;
    digits = '';
    if (column >= 0 && column < columns) {
      board.focus(column);
      play(column);
    }
  };
  if (Number(digits) * 10 > columns || digits.length > 1) drop();
  else digitTimer = setTimeout(drop, DIGIT);
}

function toggleHints(): void {
  hints = !hints;
  redraw();
}

function goOn(): void {
  if (table.state === 'thinking') table.moveNow();
  else if (table.state === 'paused' || table.state === 'stuck') table.goOn();
}

function openNewGame(): void {
  newGame.open(table.game.board, table.settings);
}

const clicks: Record<string, () => void> = {
  new: openNewGame,
  undo: () => table.undo(),
  redo: () => table.redo(),
  hint: toggleHints,
  go: goOn,
  link: () => void copy(address(writeLink(table.game)), 'The link to the game was'),
  'position-link': () => void copy(address(writePositionLink(table.game)), 'The link to the position was'),
  notation: () => {
    const { game } = table;
    const line = game.line.map((column) => column + 1).join(' ');
    void copy(`${game.position}${line && `\nmoves ${line}`}`, 'The notation was');
  },
  save,
  open: () => byId('file').click(),
};
for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener('click', act);
const file = byId<HTMLInputElement>('file');
file.addEventListener('change', () => {
  void openFile(file.files?.[0]);
  file.value = '';
});
const games = byId<HTMLSelectElement>('games');
games.addEventListener('change', () => showRecord(Number(games.value)));
document.addEventListener('keydown', key);
addEventListener('hashchange', () => void openLink());
if (!openLink()) table.newGame(CLASSIC);
draw();
