// A table with a game and two seats. Whoever sits there, a person or an engine
// behind a port, moves in turn. What goes wrong is told once and leaves the
// game as it was.

import { Client, EngineError, type ClientEvents } from './client.ts';
import { Game, type Evaluation } from './game.ts';
import type { Info } from './info.ts';
import { PortError, type Port } from './port.ts';
import { CLASSIC, MAX_SIDE, type Board, type Side } from './position.ts';

export type Seat = 'person' | 'wasm' | 'pico' | 'serial';
export type EngineKind = Exclude<Seat, 'person'>;

export interface Settings {
  readonly seats: Readonly<Record<Side, Seat>>;
  readonly level: number;
  /** Milliseconds for a move. */
  readonly moveTime: number;
  /** Playouts for a move instead of a time, for games that can be repeated. */
  readonly nodes?: number;
  readonly seed?: number;
}

export const DEFAULT_SETTINGS: Settings = {
  seats: { x: 'person', o: 'wasm' },
  level: 5,
  moveTime: 1000,
};

export type State =
  | 'person' // a person is to move
  | 'connecting'
  | 'thinking'
  | 'paused' // an engine is to move when it is told to go on
  | 'stuck' // something went wrong
  | 'over';

export interface Problem {
  readonly text: string;
  /** What can be done: try again, also with the engine in the page. */
  readonly canRetry: boolean;
}

export interface TableEvents {
  /** Anything has changed: draw again. */
  changed(): void;
  problem(problem: Problem): void;
  line(engine: string, direction: 'in' | 'out', text: string): void;
}

export interface Engine {
  readonly kind: EngineKind;
  readonly client: Client;
}

/** How long an engine has to answer at first; an emulated chip starts slowly. */
const HELLO: Record<EngineKind, number> = { wasm: 10_000, pico: 90_000, serial: 6000 };

export const KIND_NAMES: Record<Seat, string> = {
  person: 'You',
  wasm: 'Pocketfour',
  pico: 'Emulated Pico',
  serial: 'Chip',
};

export class Table {
  game = new Game(CLASSIC);
  settings: Settings = DEFAULT_SETTINGS;
  state: State = 'person';
  /** What the engine that thinks says of each column. */
  scores = new Map<number, Info>();
  /** How far it has come. */
  progress: Info | null = null;
  /** Names of a recorded game, if one is shown. */
  names: Readonly<Record<Side, string>> | null = null;
  private engines: Record<Side, Engine | null> = { x: null, o: null };
  private turnNumber = 0;
  private paused = false;
  /** When the present state began. */
  private since = 0;
  /** One seed for each seat, so that a saved game tells with which it was played. */
  seeds: Record<Side, number> = { x: 0, o: 0 };

  constructor(
    private readonly createPort: (kind: EngineKind, side: Side) => Port,
    private readonly events: TableEvents,
    private readonly random: () => number = Math.random,
  ) {}

  get toMove(): Side {
    return this.game.position.toMove;
  }

  /** Who sits there, for people. */
  nameOf(side: Side): string {
    if (this.names) return this.names[side];
    const seat = this.settings.seats[side];
    const both = this.settings.seats.x === this.settings.seats.o;
    if (seat === 'person') return both ? (side === 'x' ? 'First' : 'Second') : 'You';
    return KIND_NAMES[seat];
  }

  engineOf(side: Side): Engine | null {
    return this.engines[side];
  }

  /** Begins a game. */
  newGame(start: Board | Game, settings: Settings = this.settings): void {
    this.interrupt();
    this.game = start instanceof Game ? start : new Game(start);
    this.names = null;
    this.seat(settings);
    // An engine's move would drop the moves that follow.
    this.paused = this.game.ply < this.game.length;
    void this.turn();
    void this.connectAll();
  }

  /** Shows a recorded game, which nobody plays. */
  show(game: Game, names: Readonly<Record<Side, string>>): void {
    this.interrupt();
    this.game = game;
    this.seat({ ...this.settings, seats: { x: 'person', o: 'person' } });
    this.names = names;
    void this.turn();
  }

  /** A person drops a stone. Says whether that was possible. */
  play(column: number): boolean {
    if (this.state !== 'person' || !this.game.position.isLegal(column)) return false;
    this.interrupt();
    // Another move than the recorded one begins a game of one's own.
    if (this.game.moves[this.game.ply] !== column) this.names = null;
    this.game.play(column, performance.now() - this.since);
    this.paused = false;
    void this.turn();
    return true;
  }

  /** Back to where a person was to move last. */
  undo(): void {
    let ply = this.game.ply - 1;
    while (ply > 0 && !this.isPersons(ply)) ply -= 1;
    if (ply >= 0) this.goTo(this.isPersons(ply) ? ply : this.game.ply - 1);
  }

  redo(): void {
    let ply = this.game.ply + 1;
    while (ply < this.game.length && !this.isPersons(ply)) ply += 1;
    if (this.game.ply < this.game.length) this.goTo(ply);
  }

  /** Looks at another position of the game; engines wait there. */
  goTo(ply: number): void {
    if (ply === this.game.ply) return;
    this.interrupt();
    this.game.goTo(ply);
    this.paused = true;
    void this.turn();
  }

  /** Lets an engine go on that was paused or stuck. */
  goOn(): void {
    this.interrupt();
    this.paused = false;
    void this.turn();
    void this.connectAll();
  }

  /** Makes the engine move now. */
  moveNow(): void {
    if (this.state === 'thinking') this.engines[this.toMove]?.client.stop();
  }

  /** Lets the engine in the page take a seat that is stuck. */
  replace(): void {
    const seats = { ...this.settings.seats, [this.toMove]: 'wasm' as const };
    this.interrupt();
    this.seat({ ...this.settings, seats });
    this.paused = false;
    void this.turn();
  }

  private isPersons(ply: number): boolean {
    return this.settings.seats[this.game.sideAt(ply)] === 'person';
  }

  /** What the present turn was about is over. */
  private interrupt(): void {
    this.turnNumber += 1;
    if (this.state === 'thinking') this.engines[this.toMove]?.client.stop();
    this.scores = new Map();
    this.progress = null;
  }

  /** Gives each seat its engine; those that are not needed any more end. */
  private seat(settings: Settings): void {
    this.settings = settings;
    const spare = [this.engines.x, this.engines.o].filter((one) => one !== null);
    for (const side of ['x', 'o'] as const) {
      const kind = settings.seats[side];
      this.seeds[side] = 0;
      if (kind === 'person') {
        this.engines[side] = null;
        continue;
      }
      this.seeds[side] = settings.seed ?? Math.floor(this.random() * 2 ** 32);
      const at = spare.findIndex((engine) => engine.kind === kind);
      this.engines[side] =
        at < 0 ? this.newEngine(kind, side) : (spare.splice(at, 1)[0] as Engine);
    }
    for (const engine of spare) void engine.client.close();
  }

  private newEngine(kind: EngineKind, side: Side): Engine {
    const name = KIND_NAMES[kind];
    const events: ClientEvents = {
      line: (direction, text) =>
        this.events.line(this.titleOf(engine), direction, text),
      closed: (reason) => this.lost(engine, reason),
      garbage: (text) =>
        this.events.problem({
          text: `${name} sent something that is not UGI: “${text}”. It is ignored.`,
          canRetry: false,
        }),
    };
    const patience = { hello: HELLO[kind], stop: HELLO[kind] };
    const client = new Client(this.createPort(kind, side), events, patience);
    const engine = { kind, client };
    return engine;
  }

  /** Its name and its side, which may change from game to game. */
  private titleOf(engine: Engine): string {
    const side = (['x', 'o'] as const).find((one) => this.engines[one] === engine);
    return KIND_NAMES[engine.kind] + (side ? ` (${side})` : '');
  }

  /** Connects the engines that are not to move yet, so that they are ready. */
  private async connectAll(): Promise<void> {
    for (const side of ['x', 'o'] as const) {
      const engine = this.engines[side];
      if (!engine || engine.client.isConnected || side === this.toMove) continue;
      try {
        await engine.client.connect();
      } catch (error) {
        // Whoever waits for its move tells it; else it is told here.
        const waits = this.state === 'connecting' || this.state === 'stuck';
        const seated = this.engines[side] === engine;
        if (seated && !waits) this.events.problem({ text: describe(error), canRetry: true });
      }
    }
  }

  /** A line was lost while nobody waited for its engine. */
  private lost(engine: Engine, reason: string): void {
    const seated = this.engines.x === engine || this.engines.o === engine;
    if (seated) this.events.problem({ text: reason, canRetry: true });
  }

  private enter(state: State): void {
    this.state = state;
    this.since = performance.now();
    this.events.changed();
  }

  /** Lets whoever is to move do so. */
  private async turn(): Promise<void> {
    const number = (this.turnNumber += 1);
    const { game, settings } = this;
    const { position } = game;
    const engine = this.engines[position.toMove];
    if (position.outcome) return this.enter('over');
    if (!engine) return this.enter('person');
    if (this.paused) return this.enter('paused');
    const isCurrent = () => number === this.turnNumber;
    try {
      const { client } = engine;
      if (!client.isConnected) {
        this.enter('connecting');
        await client.connect();
        if (!isCurrent()) return;
      }
      this.enter('thinking');
      const start = performance.now();
      const column = await client.search(
        {
          board: game.board,
          fen: game.fen,
          moves: game.line,
          limits: settings.nodes === undefined
            ? { moveTime: settings.moveTime }
            : { nodes: settings.nodes },
          options: {
            Level: settings.level,
            Seed: this.seeds[position.toMove],
            MultiPV: MAX_SIDE,
          },
        },
        (info) => isCurrent() && this.told(info),
      );
      if (!isCurrent()) return;
      if (!position.isLegal(column)) {
        throw new EngineError(
          'refused',
          `${this.nameOf(position.toMove)} plays column ${column + 1}, which the rules do not allow.`,
        );
      }
      const ply = game.ply;
      if (this.progress) game.evaluate(ply, evaluationOf(this.progress, position.toMove));
      game.play(column, performance.now() - start);
      this.scores = new Map();
      this.progress = null;
      void this.turn();
    } catch (error) {
      if (!isCurrent()) return;
      this.enter('stuck');
      this.events.problem({ text: describe(error), canRetry: true });
    }
  }

  private told(info: Info): void {
    if (info.rank === 1) {
      // What other moves were worth before is out of date.
      if (info.isMulti) this.scores = new Map();
      this.progress = info;
    }
    const [column] = info.variation;
    if (column !== undefined && info.score !== undefined) this.scores.set(column, info);
    this.events.changed();
  }
}

/** What a search says of a position, for x. */
export function evaluationOf(info: Info, toMove: Side): Evaluation {
  const sign = toMove === 'x' ? 1 : -1;
  const { proof } = info;
  const certain = proof !== null;
  const score = proof
    ? { win: 1000, draw: 0, loss: -1000 }[proof.result]
    : (info.score ?? 0);
  return { score: sign * score, certain };
}

/** What went wrong, for people. */
export function describe(error: unknown): string {
  const known = error instanceof EngineError || error instanceof PortError;
  return known ? error.message : `Something went wrong: ${String(error)}`;
}
