// The two seats of a table: who sits there, how strong and how fast they play,
// and the engines behind them.

import { Client, type ClientEvents, type Patience } from './client.ts';
import type { Mover } from './game.ts';
import { PortError, type Port } from './port.ts';
import type { Side } from './position.ts';

export type Seat = 'person' | 'wasm' | 'pico' | 'serial';
export type EngineKind = Exclude<Seat, 'person'>;
type Each<T> = Readonly<Record<Side, T>>;

export interface Settings {
  readonly seats: Each<Seat>;
  readonly levels: Each<number>;
  /** Milliseconds for a move. */
  readonly moveTimes: Each<number>;
}

export const DEFAULT_SETTINGS: Settings = {
  seats: { x: 'person', o: 'wasm' },
  levels: { x: 5, o: 5 },
  moveTimes: { x: 1000, o: 1000 },
};

export interface Engine {
  readonly kind: EngineKind;
  readonly client: Client;
}

export interface SeatEvents {
  /** The line of an engine was lost while nobody waited for it. */
  lost(engine: Engine, reason: string): void;
  /** An engine sent something that is not UGI. */
  garbage(engine: Engine, text: string): void;
  line(engine: string, direction: 'in' | 'out', text: string): void;
}

/** An emulated chip is slow to start, and its seconds are long. */
export const PATIENCE: Record<EngineKind, Patience> = {
  wasm: { open: 30_000, hello: 10_000, stop: 10_000, search: 10_000 },
  pico: { open: 90_000, hello: 90_000, stop: 90_000, search: 90_000 },
  serial: { open: null, hello: 6000, stop: 6000, search: 6000 },
};

export const KIND_NAMES: Record<Seat, string> = {
  person: 'You',
  wasm: 'Pocketfour',
  pico: 'Emulated Pico',
  serial: 'Chip',
};

export const SIDES = ['x', 'o'] as const;

export class Seats {
  settings: Settings = DEFAULT_SETTINGS;
  readonly seeds: Record<Side, number> = { x: 0, o: 0 };
  private engines: Record<Side, Engine | null> = { x: null, o: null };
  /** Ports are chosen one after the other: a browser asks one question. */
  private chosen: Promise<unknown> = Promise.resolve();
  /** Engines that are being connected: whoever asks meanwhile gets the same answer. */
  private readonly pending = new Map<Engine, Promise<void>>();

  constructor(
    private readonly createPort: (kind: EngineKind, side: Side) => Port,
    private readonly events: SeatEvents,
    private readonly random: () => number,
    private readonly patience: Record<EngineKind, Patience> = PATIENCE,
  ) {}

  engine(side: Side): Engine | null {
    return this.engines[side];
  }

  /** Where an engine sits, if it does. */
  sideOf(engine: Engine): Side | null {
    return SIDES.find((side) => this.engines[side] === engine) ?? null;
  }

  /** Its name and its side, which may change from game to game. */
  titleOf(engine: Engine): string {
    const side = this.sideOf(engine);
    return KIND_NAMES[engine.kind] + (side ? ` (${side})` : '');
  }

  /** Who moves for a side, for a record of the game. */
  mover(side: Side): Mover {
    const { seats, levels } = this.settings;
    const seat = seats[side];
    if (seat === 'person') return { name: 'a person', seed: 0n };
    const name = `${KIND_NAMES[seat]} at level ${levels[side]}`;
    return { name, seed: BigInt(this.seeds[side]) };
  }

  /**
   * Gives each seat its engine; those that are not needed any more end. In a
   * new game all seeds are new, else only those of engines that sit down.
   */
  change(settings: Settings, isNewGame: boolean): void {
    const before = this.engines;
    const now: Record<Side, Engine | null> = { x: null, o: null };
    for (const side of SIDES) {
      if (before[side]?.kind === settings.seats[side]) now[side] = before[side];
    }
    const spare = Object.values(before).filter((one) => one && one !== now.x && one !== now.o);
    for (const side of SIDES) {
      const kind = settings.seats[side];
      if (kind === 'person') continue;
      const at = now[side] ? -1 : spare.findIndex((one) => one?.kind === kind);
      now[side] ??= spare.splice(at, at < 0 ? 0 : 1)[0] ?? this.newEngine(kind, side);
    }
    for (const side of SIDES) {
      if (!isNewGame && now[side] === before[side]) continue;
      this.seeds[side] = now[side] ? Math.floor(this.random() * 2 ** 32) : 0;
    }
    this.settings = settings;
    this.engines = now;
    for (const engine of spare) void engine?.client.close();
  }

  /** Connects an engine; chips one after the other. */
  connect(engine: Engine): Promise<void> {
    const { kind, client } = engine;
    const known = this.pending.get(engine);
    if (known) return known;
    const turn = kind === 'serial' ? this.chosen : Promise.resolve();
    const result = turn
      .then(() => {
        if (!this.sideOf(engine)) throw new PortError('The engine has left the table.');
        return client.connect();
      })
      .finally(() => this.pending.delete(engine));
    this.pending.set(engine, result);
    if (kind === 'serial') this.chosen = result.catch(() => {});
    return result;
  }

  private newEngine(kind: EngineKind, side: Side): Engine {
    const events: ClientEvents = {
      line: (direction, text) => this.events.line(this.titleOf(engine), direction, text),
      closed: (reason) => this.events.lost(engine, reason),
      garbage: (text) => this.events.garbage(engine, text),
    };
    const client = new Client(this.createPort(kind, side), events, this.patience[kind]);
    const engine = { kind, client };
    return engine;
  }
}
