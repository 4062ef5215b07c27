// A game: a board, the moves, and the place in it that is looked at.

import { Position, type Board, type Side } from './position.ts';

/** What a position is worth for x, from -1000 to 1000. */
export interface Evaluation {
  readonly score: number;
  readonly certain: boolean;
  /** An adviser said it: any other word is better. */
  readonly isAdvice?: boolean;
}

/** Who played a move, for a record of the game. */
export interface Mover {
  readonly name: string;
  /** What its random numbers began with; 0 if nobody knows. */
  readonly seed: bigint;
}

/** How a move came about. */
export interface Made {
  readonly by: Mover;
  /** Milliseconds. */
  readonly time?: number;
  /** What the mover expected for itself, from -1000 to 1000, if it said so. */
  readonly expected?: number;
}

export class Game {
  /** Where it begins, if not with an empty board. */
  readonly fen: string | null;
  private positions: Position[];
  private columns: number[] = [];
  private at = 0;
  private evaluations = new Map<number, Evaluation>();
  private made: (Made | undefined)[] = [];

  /** A game on this board, or from a position in notation. */
  constructor(
    start: Board | string,
    moves: readonly number[] = [],
  ) {
    const fromFen = typeof start === 'string';
    this.fen = fromFen ? start : null;
    this.positions = [fromFen ? Position.parse(start) : Position.start(start)];
    for (const column of moves) this.play(column);
  }

  get board(): Board {
    return this.positionAt(0).board;
  }

  /** The position that is looked at. */
  get position(): Position {
    return this.positions[this.at] as Position;
  }

  /** How many moves lead there. */
  get ply(): number {
    return this.at;
  }

  /** How many moves there are. */
  get length(): number {
    return this.columns.length;
  }

  /** All moves, also those after the position that is looked at. */
  get moves(): readonly number[] {
    return this.columns;
  }

  /** The moves that lead to the position that is looked at. */
  get line(): readonly number[] {
    return this.columns.slice(0, this.at);
  }

  positionAt(ply: number): Position {
    return this.positions[ply] as Position;
  }

  /** Who moves at this ply. */
  sideAt(ply: number): Side {
    return this.positionAt(ply).toMove;
  }

  /** Plays a move here. Another move than the known one drops what followed. */
  play(column: number, made?: Made): void {
    const next = this.position.play(column);
    if (this.columns[this.at] !== column) {
      this.columns.length = this.at;
      this.positions.length = this.at + 1;
      this.made.length = this.at;
      for (const ply of this.evaluations.keys()) {
        if (ply > this.at) this.evaluations.delete(ply);
      }
      this.columns.push(column);
      this.positions.push(next);
    }
    this.made[this.at] = made ?? this.made[this.at];
    this.at += 1;
  }

  /** How the move at this ply came about, if that is known. */
  madeAt(ply: number): Made | undefined {
    return this.made[ply];
  }

  goTo(ply: number): void {
    this.at = Math.max(0, Math.min(this.length, Math.trunc(ply)));
  }

  evaluation(ply: number): Evaluation | undefined {
    return this.evaluations.get(ply);
  }

  evaluate(ply: number, evaluation: Evaluation): void {
    if (ply <= this.length) this.evaluations.set(ply, evaluation);
  }
}
