// The page: a table with its ports, and the views of it.

import { Adviser } from './core/adviser.ts';
import { Game } from './core/game.ts';
import { notation, readLink, writeLink, writePositionLink } from './core/link.ts';
import type { Port } from './core/port.ts';
import { CLASSIC, RuleError, type Side } from './core/position.ts';
import { SIDES, type EngineKind } from './core/seats.ts';
import { Table, type Problem } from './core/table.ts';
import { Files } from './files.ts';
import { SerialPort } from './ports/serial_port.ts';
import { WorkerPort } from './ports/worker_port.ts';
import { BoardView } from './view/board_view.ts';
import { ConsoleView } from './view/console_view.ts';
import { Digits } from './view/digits.ts';
import { byId, say } from './view/dom.ts';
import { GraphView } from './view/graph_view.ts';
import { Messages } from './view/messages.ts';
import { MovesView } from './view/moves_view.ts';
import { NewGame } from './view/new_game.ts';
import { arrivalText, Notice, progressText, statusText } from './view/status.ts';
import { sentence } from './view/words.ts';

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

const messages = new Messages(byId('messages'), () => board.focus());
const console_ = new ConsoleView((name, line) => {
  const side = SIDES.find((one) => table.titleOf(one) === name);
  const engine = side && table.engineOf(side);
  if (engine?.client.type(line)) return true;
  messages.problem(engine ? `${name} is not connected yet.` : 'No engine plays, so nobody would hear that.');
  return false;
});
const table = new Table(createPort, {
  changed: redraw, problem, solved: (side) => messages.close(side), line: heard,
});
const files = new Files(table, messages, leave);
/** What the address says: it is kept, so that the page can be loaded anew. */
let kept = '';
const notice = new Notice(redraw);
const digits = new Digits(playNumber);
const adviser = new Adviser(() => createPort('wasm'), redraw, (reason) =>
  messages.problem(`${sentence(reason)} Hints and the graph are tried again at the next position.`));
const board = new BoardView(
  byId('frame'), byId('board'), byId('columns'), byId('scores'), byId('picture'), play,
);
const graph = new GraphView(byId('graph'), (ply) => table.goTo(ply));
const moves = new MovesView(byId('moves'), (ply) => table.goTo(ply));
const newGame = new NewGame((chosen, settings) => {
  messages.clear();
  if (chosen) leave(() => table.newGame(chosen, settings), 'new');
  else table.change(settings);
  board.focus();
}, () => board.focus());
let hints = false;
let drawing = false;

function heard(engine: string, direction: 'in' | 'out', text: string): void {
  console_.line(engine, direction, text);
}

function problem({ text, side, canRetry }: Problem): void {
  const again = table.settings.seats[side] === 'serial' ? 'Connect' : 'Try again';
  messages.problem(text, canRetry ? [
    { text: again, act: () => table.retry(side) },
    { text: 'Play in this page', act: () => table.replace(side) },
  ] : [], canRetry ? side : undefined);
}

/**
 * Another game comes to the table; there is a way back to one's own. If it is a
 * new one, that is until a stone is dropped in it.
 */
function leave(open: () => void, topic: 'link' | 'new' = 'link'): void {
  const { game, settings, isOwn } = table;
  open();
  if (!isOwn || table.game === game) return;
  offerWay('The game that you have played here is kept.', topic, () =>
    leave(() => table.newGame(game, settings)));
}

function offerWay(text: string, topic: string, act: () => void): void {
  messages.offer(text, { text: 'Back to it', act }, topic);
}

function play(column: number): void {
  const { position, ply } = table.game;
  const { wayBack } = files;
  if (table.play(column)) {
    messages.close('new');
    if (!wayBack || files.wayBack) return;
    // A stray click is no game to keep; more of them are one.
    return offerWay('The game of the file is kept.', 'file', () =>
      table.game.length > ply + 1 ? leave(wayBack) : wayBack());
  }
  const full = position.outcome === null && position.landing(column) === null;
  if (table.state === 'person' && full) notice.say(`Column ${column + 1} is full.`, position);
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
    scores: scores.columns,
    best: scores.best,
    names: { x: table.nameOf('x'), o: table.nameOf('o') },
  });
  graph.show(game);
  moves.show(game);
  drawPlayers();
  say(byId('last'), arrivalText(table));
  say(byId('state'), notice.at(game.position) || statusText(table));
  const { columns, best } = adviser.scores;
  const hint = hints && best !== null ? columns.get(best) : undefined;
  say(byId('progress'), progressText(table.progress, hint));
  byId<HTMLButtonElement>('undo').disabled = game.ply === 0;
  byId<HTMLButtonElement>('redo').disabled = game.ply === game.length;
  byId('hint').setAttribute('aria-pressed', String(hints));
  byId<HTMLButtonElement>('now').disabled = state !== 'thinking';
  const pause = byId<HTMLButtonElement>('pause');
  const waits = state === 'paused' || state === 'stuck';
  say(pause, waits ? 'Go on' : 'Pause');
  pause.disabled = !waits && state !== 'thinking' && state !== 'connecting';
  const save = byId<HTMLButtonElement>('save');
  save.disabled = files.whyNot !== '';
  save.title = files.whyNot;
  files.mark();
  keepAddress();
  console_.offer(SIDES.map((side) => table.titleOf(side)).filter((name) => name !== ''));
}

function drawPlayers(): void {
  const { state, toMove } = table;
  for (const side of SIDES) {
    const player = byId<HTMLButtonElement>(`player-${side}`);
    const name = table.nameOf(side);
    say(player.querySelector('span') as Element, name);
    const engine = table.engineOf(side)?.client.name;
    player.title = `${engine || name}: change the players`;
    player.setAttribute('aria-label', `${side} is ${name}. Change the players`);
    const active = state !== 'over' && side === toMove;
    player.classList.toggle('active', active);
    player.classList.toggle('busy', active && (state === 'thinking' || state === 'connecting'));
  }
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

/** The game is in the address too, from its first move on. */
function keepAddress(): void {
  const link = writeLink(table.game);
  const wanted = link === writeLink(new Game(CLASSIC)) ? '' : link;
  if (wanted === kept) return;
  try {
    history.replaceState(null, '', address(wanted));
    kept = wanted;
  } catch {
    // A browser may refuse what comes too often: the next time, then.
  }
}

function openLink(hash: string): boolean {
  try {
    const game = readLink(decodeURIComponent(hash));
    if (!game) return false;
    leave(() => table.newGame(game));
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
  const isAsked = document.querySelector('dialog[open]') !== null;
  if (typing || isAsked || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^\d$/.test(event.key)) {
    if (!event.repeat) digits.take(event.key, table.game.board.columns);
    return;
  }
  // A key that is held down goes on along the board and the moves, and does
  // other things once.
  if (event.repeat && !/^(Arrow|[ur]$)/.test(event.key)) return;
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
    case 'g': now(); break;
    case 'p': pause(); break;
    case 'n': openNewGame(); break;
    default: return;
  }
  event.preventDefault();
}

/** Somebody has typed the number of a column. */
function playNumber(number: number): void {
  const { board: { columns }, position } = table.game;
  if (number < 1 || number > columns) {
    return notice.say(`There is no column ${number}.`, position);
  }
  board.focus(number - 1);
  play(number - 1);
}

function toggleHints(): void {
  hints = !hints;
  redraw();
}

/** The engine moves now, or goes on. */
function now(): void {
  if (table.state === 'thinking') table.moveNow();
  else pause();
}

function pause(): void {
  if (table.state === 'paused' || table.state === 'stuck') table.goOn();
  else table.pause();
}

function openNewGame(): void {
  newGame.open(table.game.board, table.settings);
}

function openPlayers(side: Side): void {
  newGame.openPlayers(table.game.board, table.settings, side);
}

const clicks: Record<string, () => void> = {
  new: openNewGame,
  'player-x': () => openPlayers('x'),
  'player-o': () => openPlayers('o'),
  undo: () => table.undo(),
  redo: () => table.redo(),
  hint: toggleHints,
  now,
  pause,
  link: () => void copy(address(writeLink(table.game)), 'The link to the game was'),
  'position-link': () => void copy(address(writePositionLink(table.game)), 'The link to the position was'),
  notation: () => void copy(notation(table.game), 'The notation was'),
  save: () => files.save(),
  open: () => files.ask(),
};
for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener('click', act);
document.addEventListener('keydown', key);
for (const type of ['keydown', 'pointerdown']) {
  addEventListener(type, (event) => {
    const goesOn = event instanceof KeyboardEvent && /^(\d|Shift)$/.test(event.key);
    if (!goesOn) digits.forget();
  }, true);
}
// By now the address may be that of the next move.
addEventListener('hashchange', ({ newURL }) => void openLink(new URL(newURL).hash));
if (!openLink(location.hash)) table.newGame(CLASSIC);
draw();
