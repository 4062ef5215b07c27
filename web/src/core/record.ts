// Recorded games: the JSON lines of `host-sim match`.

import { Game } from './game.ts';
import { RuleError, type Board, type Side } from './position.ts';

export interface RecordedGame {
  readonly game: Game;
  /** Who played x and who played o. */
  readonly names: Readonly<Record<Side, string>>;
  /** In a few words, for a list. */
  readonly summary: string;
}

/** Reads a file. Throws a `RuleError` that names the line which is wrong. */
export function readRecords(text: string): RecordedGame[] {
  const lines = text.split(/\r?\n/);
  const games = lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [readRecord(JSON.parse(line))];
    } catch (error) {
      const why = error instanceof RuleError ? error.message : 'It is no JSON.';
      throw new RuleError(`Line ${index + 1} is no game. ${why}`);
    }
  });
  if (games.length === 0) throw new RuleError('There is no game in this file.');
  return games;
}

function readRecord(value: unknown): RecordedGame {
  const record = value as Record<string, unknown>;
  const { a, b, board, first, moves, result, reason, scores, micros } = record ?? {};
  if (typeof a !== 'string' || typeof b !== 'string' || typeof board !== 'string') {
    throw new RuleError('It has no players or no board.');
  }
  if (!Array.isArray(moves) || !moves.every((move) => Number.isInteger(move))) {
    throw new RuleError('It has no moves.');
  }
  const game = new Game(readBoard(board), moves.map((move: number) => move - 1));
  if (Array.isArray(scores)) {
    scores.forEach((score: unknown, ply) => {
      if (typeof score !== 'number' || ply > game.length) return;
      const forX = game.sideAt(ply) === 'x' ? score : -score;
      game.evaluate(ply, { score: forX, certain: false });
    });
  }
  if (Array.isArray(micros)) {
    micros.slice(0, game.length).forEach((time: unknown, ply) => {
      if (typeof time === 'number') game.times[ply] = time / 1000;
    });
  }
  game.goTo(0);
  const names = first === 'b' ? { x: b, o: a } : { x: a, o: b };
  const end = result === 'a' ? `${a} won` : result === 'b' ? `${b} won` : 'a draw';
  const why = typeof reason === 'string' ? `: ${reason}` : '';
  const summary = `${board}, ${names.x} – ${names.o}, ${end}${why}`;
  return { game, names, summary };
}

function readBoard(text: string): Board {
  const parts = /^(\d{1,2})x(\d{1,2})(?:#(\d{1,2}),(\d{1,2}))?$/.exec(text);
  if (!parts) throw new RuleError(`There is no board '${text.slice(0, 20)}'.`);
  const [rows, columns, row, column] = parts.slice(1).map(Number) as number[];
  return {
    rows: rows as number,
    columns: columns as number,
    forbidden: parts[3]
      ? { row: (row as number) - 1, column: (column as number) - 1 }
      : null,
  };
}

/** Writes a game that is over as a line; null if it is not, or began elsewhere. */
export function writeRecord(
  game: Game,
  names: Readonly<Record<Side, string>>,
  seeds: Readonly<Record<Side, number>>,
): string | null {
  const { outcome } = game.positionAt(game.length);
  if (outcome === null || game.fen !== null) return null;
  const { rows, columns, forbidden } = game.board;
  const block = forbidden ? `#${forbidden.row + 1},${forbidden.column + 1}` : '';
  const scores = game.moves.map((_, ply) => {
    const known = game.evaluation(ply);
    if (!known) return null;
    return Math.round(game.sideAt(ply) === 'x' ? known.score : -known.score);
  });
  return JSON.stringify({
    game: 0,
    a: names.x,
    b: names.o,
    board: `${rows}x${columns}${block}`,
    first: 'a',
    seeds: [seeds.x, seeds.o],
    moves: game.moves.map((column) => column + 1),
    result: outcome === 'x' ? 'a' : outcome === 'o' ? 'b' : 'draw',
    reason: outcome === 'draw' ? 'board full' : 'four in a line',
    micros: game.moves.map((_, ply) => Math.round((game.times[ply] ?? 0) * 1000)),
    scores,
  }) + '\n';
}
