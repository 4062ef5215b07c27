// What a search says of the columns. An engine tells it in rounds, the best
// move first, and on a serial line one round may take as long as the pause
// before the next: what is known of a column stays until there is a new word
// on it, or a whole round has had none.

import type { Info } from './info.ts';

export class Scores {
  private readonly told = new Map<number, Info>();
  /** The columns of the round under way; null before the first one. */
  private round: Set<number> | null = null;
  private bestSoFar: number | null = null;

  get columns(): ReadonlyMap<number, Info> {
    return this.told;
  }

  /** The column of the best move. */
  get best(): number | null {
    return this.bestSoFar;
  }

  take(info: Info): void {
    const [column] = info.variation;
    if (info.rank === 1 && info.isMulti) {
      this.endRound();
      this.round = new Set();
    }
    if (column === undefined || info.score === undefined) return;
    if (info.rank === 1) this.bestSoFar = column;
    this.told.set(column, info);
    this.round?.add(column);
  }

  /** Drops the columns that the last round was not about: it was a whole one. */
  endRound(): void {
    for (const column of this.told.keys()) {
      if (this.round && !this.round.has(column)) this.told.delete(column);
    }
  }
}
