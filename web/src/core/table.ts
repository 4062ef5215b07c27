// A table with a game and two seats. Whoever sits there, a person or an engine
// behind a port, moves in turn. What goes wrong is told once and leaves the
// game as it was.

import { EngineError } from './client.ts';
import { Game, type Evaluation } from './game.ts';
import type { Info } from './info.ts';
import { PortError, type Port } from './port.ts';
import { CLASSIC, MAX_SIDE, type Board, type Side } from './position.ts';
import { Scores } from './scores.ts';
import {
  KIND_NAMES, Seats, SIDES,
  type Engine, type EngineKind, type Settings,
} from './seats.ts';

export type State =
  | 'person' // a person is to move
  | 'connecting'
  | 'thinking'
  | 'paused' // an engine is to move when it is told to go on
  | 'stuck' // something went wrong
  | 'over';

export interface Problem {
  readonly text: string;
  /** Whose engine has it. */
  readonly side: Side;
  /** What can be done: try again, also with the engine in the page. */
  readonly canRetry: boolean;
}

export interface TableEvents {
  /** Anything has changed: draw again. */
  changed(): void;
  problem(problem: Problem): void;
  /** What could be tried again with the engine of a side has worked, or is of the past. */
  solved(side: Side): void;
  line(engine: string, direction: 'in' | 'out', text: string): void;
}

export class Table {
  game = new Game(CLASSIC);
  state: State = 'person';
  /** What the engine that thinks says of each column. */
  scores = new Scores();
  /** How far it has come. */
  progress: Info | null = null;
  /** Names of a recorded game, if one is shown. */
  names: Readonly<Record<Side, string>> | null = null;
  /** The way to the position that is looked at, if it was no move. */
  jumped: 'back' | 'on' | null = null;
  private readonly seats: Seats;
  private turnNumber = 0;
  private paused = false;
  /** Cancels the search that was asked for. */
  private search = new AbortController();
  /** When the present state began. */
  private since = 0;

  constructor(
    createPort: (kind: EngineKind, side: Side) => Port,
    private readonly events: TableEvents,
    random: () => number = Math.random,
  ) {
    this.seats = new Seats(createPort, {
      line: (engine, direction, text) => events.line(engine, direction, text),
      lost: (engine, reason) => this.tell(engine, reason, true),
      garbage: (engine, text) => {
        const what = `${KIND_NAMES[engine.kind]} sent something that is not UGI: “${text}”.`;
        this.tell(engine, `${what} It is ignored.`, false);
      },
    }, random);
  }

  get settings(): Settings {
    return this.seats.settings;
  }

  get toMove(): Side {
    return this.game.position.toMove;
  }

  /** Do two engines play while nobody has to do anything? */
  get isWatched(): boolean {
    return SIDES.every((side) => this.settings.seats[side] !== 'person');
  }

  /** Who sits there, for people. */
  nameOf(side: Side): string {
    const names = this.names ?? this.seatNames;
    return names.x === names.o ? `${names[side]} (${side})` : names[side];
  }

  private get seatNames(): Readonly<Record<Side, string>> {
    const { x, o } = this.settings.seats;
    if (x === 'person' && o === 'person') return { x: 'First', o: 'Second' };
    return { x: KIND_NAMES[x], o: KIND_NAMES[o] };
  }

  /** Is it a game of one's own, with moves that were played here? */
  get isOwn(): boolean {
    const { game } = this;
    return this.names === null && game.moves.some((_, ply) => game.madeAt(ply));
  }

  engineOf(side: Side): Engine | null {
    return this.seats.engine(side);
  }

  /** How the console calls the engine of a side; empty if there is none. */
  titleOf(side: Side): string {
    const engine = this.engineOf(side);
    return engine ? this.seats.titleOf(engine) : '';
  }

  /** Begins a game. */
  newGame(start: Board | Game, settings: Settings = this.settings): void {
    this.interrupt();
    this.forget();
    this.game = start instanceof Game ? start : new Game(start);
    this.names = null;
    this.jumped = null;
    this.seats.change(settings, true);
    this.goOnFromHere();
  }

  /** Shows a recorded game, which nobody plays. */
  show(game: Game, names: Readonly<Record<Side, string>>): void {
    this.interrupt();
    this.forget();
    this.game = game;
    this.seats.change({ ...this.settings, seats: { x: 'person', o: 'person' } }, true);
    this.names = names;
    this.jumped = null;
    void this.turn();
  }

  /** Others sit down, or play in another way, and the game stays. */
  change(settings: Settings): void {
    this.interrupt();
    this.names = null;
    const before = { x: this.engineOf('x'), o: this.engineOf('o') };
    this.seats.change(settings, false);
    this.forget((side) => before[side] !== this.engineOf(side));
    this.goOnFromHere();
  }

  /** A person drops a stone. Says whether that was possible. */
  play(column: number): boolean {
    if (this.state !== 'person' || !this.game.position.isLegal(column)) return false;
    this.interrupt();
    const { game } = this;
    // The recorded move is still the record's; another one begins a game of
    // one's own.
    const isRecorded = this.names !== null && game.moves[game.ply] === column;
    if (!isRecorded) this.names = null;
    const time = performance.now() - this.since;
    const by = this.seats.mover(this.toMove);
    game.play(column, isRecorded ? undefined : { by, time });
    this.paused = false;
    this.jumped = null;
    void this.turn();
    return true;
  }

  /** Back to where a person was to move last; one move if none ever is. */
  undo(): void {
    let ply = this.game.ply - 1;
    while (ply > 0 && !this.isPersons(ply)) ply -= 1;
    if (ply >= 0) this.goTo(this.isPersons(ply) ? ply : this.game.ply - 1);
  }

  redo(): void {
    let ply = this.game.ply + 1;
    while (!this.isWatched && ply < this.game.length && !this.isPersons(ply)) ply += 1;
    if (this.game.ply < this.game.length) this.goTo(ply);
  }

  /** Looks at another position of the game; engines wait there. */
  goTo(ply: number): void {
    const { game } = this;
    if (Math.min(ply, game.length) === game.ply) return;
    this.interrupt();
    this.jumped = ply < game.ply ? 'back' : 'on';
    game.goTo(ply);
    this.paused = true;
    void this.turn();
  }

  /** Lets the engine that is to move wait. */
  pause(): void {
    if (this.state !== 'thinking' && this.state !== 'connecting') return;
    this.interrupt();
    this.paused = true;
    void this.turn();
  }

  /** Lets an engine go on that was paused or stuck. */
  goOn(): void {
    this.interrupt();
    this.paused = false;
    void this.turn();
    void this.connectOthers();
  }

  /** Makes the engine move now. */
  moveNow(): void {
    if (this.state === 'thinking') this.engineOf(this.toMove)?.client.stop();
  }

  /** Tries again what went wrong with an engine. */
  retry(side: Side): void {
    if (side === this.toMove) this.goOn();
    else void this.connectOthers();
  }

  /** Lets the engine in the page take a seat. */
  replace(side: Side): void {
    const { settings } = this;
    this.change({ ...settings, seats: { ...settings.seats, [side]: 'wasm' } });
    if (this.state === 'paused' && side === this.toMove) this.goOn();
  }

  private isPersons(ply: number): boolean {
    return this.settings.seats[this.game.sideAt(ply)] === 'person';
  }

  private goOnFromHere(): void {
    // An engine's move would drop the moves that follow.
    this.paused = this.game.ply < this.game.length;
    void this.turn();
    void this.connectOthers();
  }

  /** Problems of the past are no problems any more. */
  private forget(isPast: (side: Side) => boolean = () => true): void {
    for (const side of SIDES) if (isPast(side)) this.events.solved(side);
  }

  /** What the present turn was about is over. */
  private interrupt(): void {
    this.turnNumber += 1;
    this.search.abort();
    this.scores = new Scores();
    this.progress = null;
  }

  /** Connects the engines that are not to move yet, so that they are ready. */
  private async connectOthers(): Promise<void> {
    for (const side of SIDES) {
      const engine = this.engineOf(side);
      if (!engine || engine.client.isConnected || side === this.toMove) continue;
      try {
        await this.seats.connect(engine);
        this.solve(engine);
      } catch (error) {
        // Whoever waits for its move tells it; else it is told here.
        const isToMove = engine === this.engineOf(this.toMove);
        const waits = this.state === 'connecting' || this.state === 'stuck';
        if (!isToMove || !waits) this.tell(engine, describe(error), true);
      }
    }
  }

  /** Says what happened to an engine, if it still sits at the table. */
  private tell(engine: Engine, what: string, canRetry: boolean): void {
    const side = this.seats.sideOf(engine);
    if (!side) return;
    // Of two that are alike one wants to know which.
    const { x, o } = this.settings.seats;
    const text = x === o ? `${this.seats.titleOf(engine)}: ${what}` : what;
    this.events.problem({ text, side, canRetry });
  }

  /** An engine works. */
  private solve(engine: Engine): void {
    const side = this.seats.sideOf(engine);
    if (side) this.events.solved(side);
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
    const { position, ply } = game;
    const side = position.toMove;
    const engine = this.engineOf(side);
    if (position.outcome) return this.enter('over');
    if (!engine) return this.enter('person');
    if (this.paused) return this.enter('paused');
    const isCurrent = () => number === this.turnNumber;
    const by = this.seats.mover(side);
    try {
      const { client } = engine;
      if (!client.isConnected) {
        this.enter('connecting');
        await this.seats.connect(engine);
        this.solve(engine);
        if (!isCurrent()) return;
      }
      this.enter('thinking');
      this.search = new AbortController();
      const start = performance.now();
      const column = await client.search(
        {
          board: game.board,
          fen: game.fen,
          moves: game.line,
          limits: { moveTime: settings.moveTimes[side] },
          options: {
            Level: settings.levels[side],
            Seed: this.seats.seeds[side],
            MultiPV: MAX_SIDE,
          },
        },
        (info) => isCurrent() && this.told(info),
        this.search.signal,
      );
      if (!isCurrent()) return;
      if (!position.isLegal(column)) {
        throw new EngineError(
          'refused',
          `${KIND_NAMES[engine.kind]} plays column ${column + 1}, which the rules do not allow.`,
        );
      }
      this.solve(engine);
      const { progress } = this;
      if (progress) game.evaluate(ply, evaluationOf(progress, side));
      const expected = progress && scoreOf(progress);
      const time = performance.now() - start;
      game.play(column, { by, time, ...(expected === null ? {} : { expected }) });
      this.scores = new Scores();
      this.progress = null;
      this.jumped = null;
      void this.turn();
    } catch (error) {
      if (!isCurrent()) return;
      this.enter('stuck');
      this.tell(engine, describe(error), true);
    }
  }

  private told(info: Info): void {
    if (info.rank === 1) this.progress = info;
    this.scores.take(info);
    this.events.changed();
  }
}

/** What a search says of a position for the side to move, if it does. */
function scoreOf({ score, proof }: Info): number | null {
  if (proof) return { win: 1000, draw: 0, loss: -1000 }[proof.result];
  return score ?? null;
}

/** What a search says of a position, for x. */
export function evaluationOf(info: Info, toMove: Side): Evaluation {
  const score = scoreOf(info) ?? 0;
  return { score: toMove === 'x' ? score : -score, certain: info.proof !== null };
}

/** What went wrong, for people. */
export function describe(error: unknown): string {
  const known = error instanceof EngineError || error instanceof PortError;
  return known ? error.message : `Something went wrong: ${String(error)}`;
}

