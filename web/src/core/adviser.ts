// An engine of the page's own that looks over the shoulder: it judges the
// columns for a person who wants a hint, and the positions of a game for the
// graph.

import { Client, EngineError, type Patience } from './client.ts';
import type { Game } from './game.ts';
import type { Info } from './info.ts';
import type { Port } from './port.ts';
import { MAX_SIDE, type Position } from './position.ts';
import { Scores } from './scores.ts';
import { PATIENCE } from './seats.ts';
import { describe, evaluationOf } from './table.ts';

const HINT_NODES = 400_000;
const GRAPH_NODES = 3000;

interface Wish {
  readonly game: Game;
  /** The one of its positions that is looked at. */
  readonly position: Position;
  /** The position for which a hint is wanted, as notation. */
  readonly hint: string | null;
}

export class Adviser {
  /** What it thinks of each column of the position that was asked for. */
  scores = new Scores();
  private client: Client | null = null;
  private wish: Wish | null = null;
  /** The hint that was given to its end. */
  private done: string | null = null;
  private current: string | null = null;
  /** Cancels the search for the current hint. */
  private search = new AbortController();
  private busy = false;
  /** Where it failed: it tries again at another position. */
  private failedAt: Position | null = null;
  /** It has told that it fails, and has not worked since. */
  private complained = false;

  constructor(
    private readonly createPort: () => Port,
    private readonly changed: () => void,
    /** It fails, and why, for people. Told once, until it works again. */
    private readonly failed: (reason: string) => void,
    private readonly patience: Patience = PATIENCE.wasm,
  ) {}

  /** Looks at a game; with a hint for its position, or only for the graph. */
  watch(game: Game, wantsHint: boolean): void {
    const { position } = game;
    const over = position.outcome !== null;
    const hint = wantsHint && !over ? position.toString() : null;
    if (hint !== this.wish?.hint) {
      this.scores = new Scores();
      if (hint !== this.done) this.done = null;
    }
    if (position !== this.failedAt) this.failedAt = null;
    this.wish = { game, position, hint };
    // Nothing to look at yet, and the page has more important things to load.
    if (game.length === 0 && hint === null) return;
    if (this.current !== null && this.current !== hint) this.search.abort();
    void this.work();
  }

  private async work(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    while (await this.attempt());
    this.busy = false;
  }

  /** Tries one thing. After a failure another position may be wanted by now. */
  private async attempt(): Promise<boolean> {
    const { wish } = this;
    if (!wish || wish.position === this.failedAt) return false;
    try {
      if (!(await this.step(wish))) return false;
      this.complained = false;
    } catch (error) {
      const cancelled = error instanceof EngineError && error.trouble === 'cancelled';
      this.current = null;
      if (!cancelled) this.fail(wish, error);
    }
    return true;
  }

  /** Without advice the game goes on; the next try has an engine of its own. */
  private fail({ position }: Wish, error: unknown): void {
    this.failedAt = position;
    void this.client?.close();
    this.client = null;
    if (!this.complained) this.failed(describe(error));
    this.complained = true;
  }

  /** Does one thing, if there is one to do. */
  private async step({ game, hint }: Wish): Promise<boolean> {
    if (hint !== null && this.done !== hint) {
      const { ply, position } = game;
      this.current = hint;
      this.search = new AbortController();
      const { signal } = this.search;
      await this.ask(game, ply, HINT_NODES, (info) => {
        if (this.wish?.hint !== hint) return;
        this.scores.take(info);
        if (info.rank === 1) judge(game, ply, position, info);
        this.changed();
      }, signal);
      this.current = null;
      if (this.wish?.hint === hint && !signal.aborted) {
        this.scores.endRound();
        this.done = hint;
      }
      return true;
    }
    const ply = unknownPly(game);
    if (ply === null) return false;
    const position = game.positionAt(ply);
    let last: Info | null = null;
    await this.ask(game, ply, GRAPH_NODES, (info) => {
      if (info.rank === 1) last = info;
    });
    judge(game, ply, position, last);
    this.changed();
    return true;
  }

  private async ask(
    game: Game,
    ply: number,
    nodes: number,
    told: (info: Info) => void,
    cancel?: AbortSignal,
  ): Promise<void> {
    const { board, fen } = game;
    const moves = game.moves.slice(0, ply);
    this.client ??= new Client(this.createPort(), {}, this.patience);
    if (!this.client.isConnected) await this.client.connect();
    const options = { MultiPV: MAX_SIDE };
    await this.client.search({ board, fen, moves, limits: { nodes }, options }, told, cancel);
  }
}

/**
 * Keeps what a search said of a position, if the game still has it there and
 * nobody else has said anything of it.
 */
function judge(game: Game, ply: number, position: Position, info: Info | null): void {
  const known = game.evaluation(ply);
  if (game.positionAt(ply) !== position || (known && !known.isAdvice)) return;
  const found = info ? evaluationOf(info, position.toMove) : { score: 0, certain: false };
  game.evaluate(ply, { ...found, isAdvice: true });
}

/** The first position without a judgement; those at an end have one at once. */
function unknownPly(game: Game): number | null {
  for (let ply = 0; ply <= game.length; ply += 1) {
    if (game.evaluation(ply)) continue;
    const { outcome } = game.positionAt(ply);
    if (outcome === null) return ply;
    const score = outcome === 'draw' ? 0 : outcome === 'x' ? 1000 : -1000;
    game.evaluate(ply, { score, certain: true });
  }
  return null;
}
