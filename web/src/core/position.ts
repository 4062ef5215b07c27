// The rules: boards of 4 to 12 rows and columns, one forbidden cell or none,
// gravity, four in a line. Rows are counted from 0 at the bottom, columns from
// 0 at the left; people and UGI count both from 1.

export type Side = 'x' | 'o';

export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface Board {
  readonly rows: number;
  readonly columns: number;
  readonly forbidden: Cell | null;
}

export const MIN_SIDE = 4;
export const MAX_SIDE = 12;
export const CLASSIC: Board = { rows: 6, columns: 7, forbidden: null };

export type Outcome = Side | 'draw';

/** What is in a cell: a stone, nothing, or no place for a stone. */
export type Content = Side | '.' | '#';

/** Why something is not a board, a position or a move. For people. */
export class RuleError extends Error {}

export function other(side: Side): Side {
  return side === 'x' ? 'o' : 'x';
}

/** Makes sure that there is such a board. */
export function checkBoard(board: Board): Board {
  const fits = (side: number) =>
    Number.isInteger(side) && side >= MIN_SIDE && side <= MAX_SIDE;
  const { rows, columns, forbidden } = board;
  if (!fits(rows) || !fits(columns)) {
    throw new RuleError(
      `A board of ${rows} × ${columns}: rows and columns go from 4 to 12.`,
    );
  }
  const inside = (at: number, most: number) =>
    Number.isInteger(at) && at >= 0 && at < most;
  if (
    forbidden &&
    !(inside(forbidden.row, rows) && inside(forbidden.column, columns))
  ) {
    throw new RuleError('The forbidden cell is not on the board.');
  }
  return board;
}

/** One position of a game. It does not change: a move makes another one. */
export class Position {
  private constructor(
    readonly board: Board,
    private readonly cells: readonly Content[],
    readonly toMove: Side,
    /** The stone that was dropped last, if that is known. */
    readonly last: Cell | null,
    /** The cells of all fours, if the game is won. */
    readonly four: readonly Cell[],
  ) {}

  /** The start of a game. */
  static start(board: Board): Position {
    const { rows, columns, forbidden } = checkBoard(board);
    const cells = new Array<Content>(rows * columns).fill('.');
    if (forbidden) cells[forbidden.row * columns + forbidden.column] = '#';
    return new Position(board, cells, 'x', null, []);
  }

  /** Reads the notation that `d` writes: rows from the top, then the side. */
  static parse(fen: string): Position {
    const [picture = '', side, ...rest] = fen.trim().split(/\s+/);
    if ((side !== 'x' && side !== 'o') || rest.length > 0) {
      throw new RuleError('A position ends with the side to move, x or o.');
    }
    const lines = picture.split('/').map(readRow).reverse();
    const columns = lines[0]?.length ?? 0;
    if (lines.some((line) => line.length !== columns)) {
      throw new RuleError('The rows of the position are not equally long.');
    }
    const cells = lines.flat();
    const blocks = cells.flatMap((cell, at) => (cell === '#' ? [at] : []));
    if (blocks.length > 1) {
      throw new RuleError('A board has one forbidden cell at most.');
    }
    const [block] = blocks;
    const forbidden =
      block === undefined
        ? null
        : { row: Math.floor(block / columns), column: block % columns };
    const board = checkBoard({ rows: lines.length, columns, forbidden });
    for (let column = 0; column < columns; column += 1) {
      const pile = lines.map((line) => line[column]);
      const empty = pile.indexOf('.');
      const above = empty < 0 ? [] : pile.slice(empty);
      if (above.includes('x') || above.includes('o')) {
        throw new RuleError('A stone has nothing under it.');
      }
    }
    const count = (stone: Side) => cells.filter((cell) => cell === stone).length;
    const expected = side === 'x' ? 0 : 1;
    if (count('x') - count('o') !== expected) {
      throw new RuleError('The number of stones does not fit the side to move.');
    }
    const bare = new Position(board, cells, side, null, []);
    const four = bare.foursOf(other(side));
    if (bare.foursOf(side).length > 0) {
      throw new RuleError('The side to move has four in a line already.');
    }
    return new Position(board, cells, side, null, four);
  }

  at(row: number, column: number): Content {
    const { rows, columns } = this.board;
    const inside = row >= 0 && row < rows && column >= 0 && column < columns;
    return (inside && this.cells[row * columns + column]) || '#';
  }

  /** How many stones there are. */
  get plies(): number {
    return this.cells.filter((cell) => cell === 'x' || cell === 'o').length;
  }

  get outcome(): Outcome | null {
    if (this.four.length > 0) return other(this.toMove);
    return this.landings().every((cell) => cell === null) ? 'draw' : null;
  }

  /**
   * Where a stone would come to lie, or null if the column is full. It falls
   * past the forbidden cell to the lowest empty one.
   */
  landing(column: number): Cell | null {
    const { rows, columns } = this.board;
    if (!Number.isInteger(column) || column < 0 || column >= columns) {
      return null;
    }
    for (let row = 0; row < rows; row += 1) {
      if (this.at(row, column) === '.') return { row, column };
    }
    return null;
  }

  private landings(): (Cell | null)[] {
    const { columns } = this.board;
    return Array.from({ length: columns }, (_, column) => this.landing(column));
  }

  /** The columns that can be played. */
  legalColumns(): number[] {
    if (this.four.length > 0) return [];
    return this.landings().flatMap((cell) => (cell ? [cell.column] : []));
  }

  isLegal(column: number): boolean {
    return this.four.length === 0 && this.landing(column) !== null;
  }

  /** The position after a move. */
  play(column: number): Position {
    if (this.outcome) throw new RuleError('The game is over.');
    const { columns } = this.board;
    const cell = this.landing(column);
    if (!cell) {
      const exists = Number.isInteger(column) && column >= 0 && column < columns;
      throw new RuleError(
        exists
          ? `Column ${column + 1} is full.`
          : `There is no column ${column + 1}: columns go from 1 to ${columns}.`,
      );
    }
    const cells = [...this.cells];
    cells[cell.row * columns + cell.column] = this.toMove;
    const next = other(this.toMove);
    const bare = new Position(this.board, cells, next, cell, []);
    const four = bare.foursOf(this.toMove);
    return new Position(this.board, cells, next, cell, four);
  }

  /** The notation that `position fen` reads. */
  toString(): string {
    const { rows, columns } = this.board;
    const lines = [];
    for (let row = rows - 1; row >= 0; row -= 1) {
      const line = this.cells.slice(row * columns, (row + 1) * columns);
      lines.push(line.join('').replace(/\.+/g, (run) => String(run.length)));
    }
    return `${lines.join('/')} ${this.toMove}`;
  }

  /** The cells of all fours of one side, each once. */
  private foursOf(side: Side): Cell[] {
    const { rows, columns } = this.board;
    const found = new Map<number, Cell>();
    const directions = [[0, 1], [1, 0], [1, 1], [1, -1]] as const;
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        for (const [up, right] of directions) {
          const line = [0, 1, 2, 3].map((step) => ({
            row: row + up * step,
            column: column + right * step,
          }));
          if (line.every((cell) => this.at(cell.row, cell.column) === side)) {
            for (const cell of line) {
              found.set(cell.row * columns + cell.column, cell);
            }
          }
        }
      }
    }
    return [...found.values()];
  }
}

function readRow(text: string): Content[] {
  const cells: Content[] = [];
  for (const [part] of text.matchAll(/\d+|./gsu)) {
    if (/^\d+$/.test(part)) {
      const run = Math.min(Number(part), MAX_SIDE + 1);
      cells.push(...new Array<Content>(run).fill('.'));
    } else if (part === 'x' || part === 'o' || part === '#') {
      cells.push(part);
    } else {
      throw new RuleError(`A position has no '${part}'.`);
    }
  }
  return cells;
}
