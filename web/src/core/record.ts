// Recorded games: the JSON lines of `host-sim match`. A file is read line by
// line, and a game is played again only when somebody wants to see it.

import { Game, type Mover } from './game.ts';
import { RuleError, type Board, type Side } from './position.ts';

export interface RecordedGame {
  /** As it is in the file. */
  readonly line: string;
  /** Its number in the file, from 1. */
  readonly number: number;
  /** Who played x and who played o. */
  readonly names: Readonly<Record<Side, string>>;
  /** In a few words, for a list. */
  readonly summary: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** How long a file is read before somebody else may do something. */
const SLICE = 10; // milliseconds

/**
 * Reads a file, in portions between which `pause` is waited for. Throws a
 * `RuleError` that names the line which is wrong.
 */
export async function readRecords(
  text: string,
  pause: () => Promise<void> = async () => {},
): Promise<RecordedGame[]> {
  const games: RecordedGame[] = [];
  let until = performance.now() + SLICE;
  let number = 1;
  for (let start = 0; start < text.length; number += 1) {
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end < 0 ? text.length : end).trim();
    start = end < 0 ? text.length : end + 1;
    if (line !== '') games.push(readRecord(line, number));
    if (performance.now() < until) continue;
    await pause();
    until = performance.now() + SLICE;
  }
  if (games.length === 0) throw new RuleError('There is no game in this file.');
  return games;
}

function readRecord(line: string, number: number): RecordedGame {
  return named(number, () => {
    const fields = parse(line);
    const { a, b, board, first, moves, result, reason } = fields;
    if (typeof a !== 'string' || typeof b !== 'string' || typeof board !== 'string') {
      throw new RuleError('It has no players or no board.');
    }
    if (!Array.isArray(moves) || !moves.every((move) => Number.isInteger(move))) {
      throw new RuleError('It has no moves.');
    }
    const names = first === 'b' ? { x: b, o: a } : { x: a, o: b };
    const end = result === 'a' ? `${a} won` : result === 'b' ? `${b} won` : 'a draw';
    const why = typeof reason === 'string' ? `: ${reason}` : '';
    const summary = `${board}, ${names.x} – ${names.o}, ${end}${why}`;
    return { line, number, names, summary };
  });
}

function parse(line: string): Fields {
  try {
    return (JSON.parse(line) ?? {}) as Fields;
  } catch {
    throw new RuleError('It is no JSON.');
  }
}

/** Says which line a `RuleError` is about. */
function named<T>(number: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RuleError)) throw error;
    throw new RuleError(`Line ${number} is no game. ${error.message}`);
  }
}

/** Plays a recorded game again. Throws a `RuleError` if the rules refuse it. */
export function replay({ line, number, names }: RecordedGame): Game {
  return named(number, () => {
    const { board, first, moves, scores, micros } = parse(line);
    const game = new Game(readBoard(String(board)));
    const [a, b] = readSeeds(line);
    const [x, o] = first === 'b' ? [b, a] as const : [a, b] as const;
    const movers = { x: { name: names.x, seed: x }, o: { name: names.o, seed: o } };
    const times: unknown[] = Array.isArray(micros) ? micros : [];
    const told: unknown[] = Array.isArray(scores) ? scores : [];
    for (const [ply, move] of (moves as number[]).entries()) {
      const side = game.position.toMove;
      const [time, score] = [times[ply], told[ply]];
      if (typeof score === 'number') {
        game.evaluate(ply, { score: side === 'x' ? score : -score, certain: false });
      }
      game.play(move - 1, {
        by: movers[side],
        ...(typeof time === 'number' ? { time: time / 1000 } : {}),
        ...(typeof score === 'number' ? { expected: score } : {}),
      });
    }
    game.goTo(0);
    return game;
  });
}

/** The seeds of a and b, which are larger than JavaScript's exact numbers. */
function readSeeds(line: string): [bigint, bigint] {
  const [, a = '0', b = '0'] =
    /"seeds"\s*:\s*\[\s*(\d{1,20})\s*,\s*(\d{1,20})\s*\]/.exec(line) ?? [];
  return [BigInt(a), BigInt(b)];
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

/**
 * Writes a game as a line; null if it is not over, or began elsewhere. A game
 * that is still the one of a file is written as it is there.
 */
export function writeRecord(game: Game, from: RecordedGame | null = null): string | null {
  if (from && replay(from).moves.join() === game.moves.join()) return `${from.line}\n`;
  const { outcome } = game.positionAt(game.length);
  if (outcome === null || game.fen !== null) return null;
  const { rows, columns, forbidden } = game.board;
  const block = forbidden ? `#${forbidden.row + 1},${forbidden.column + 1}` : '';
  const [x, o] = [playerOf(game, 'x'), playerOf(game, 'o')];
  const made = game.moves.map((_, ply) => game.madeAt(ply));
  const known = JSON.stringify({
    game: 0,
    a: x.name,
    b: o.name,
    board: `${rows}x${columns}${block}`,
    first: 'a',
  });
  const played = JSON.stringify({
    moves: game.moves.map((column) => column + 1),
    result: outcome === 'x' ? 'a' : outcome === 'o' ? 'b' : 'draw',
    reason: outcome === 'draw' ? 'board full' : 'four in a line',
    micros: made.map((move) => Math.round((move?.time ?? 0) * 1000)),
    scores: made.map((move) => move?.expected === undefined ? null : Math.round(move.expected)),
  });
  return `${known.slice(0, -1)},"seeds":[${x.seed},${o.seed}],${played.slice(1)}\n`;
}

/** Who played a side: all of them, and the seed if it was one player. */
function playerOf(game: Game, side: Side): Mover {
  const movers = game.moves.flatMap((_, ply) => {
    const by = game.madeAt(ply)?.by ?? { name: 'unknown', seed: 0n };
    return game.sideAt(ply) === side ? [by] : [];
  });
  const names = [...new Set(movers.map(({ name }) => name))];
  const seeds = new Set(movers.map(({ seed }) => seed));
  const [seed = 0n] = seeds.size === 1 ? seeds : [];
  return { name: names.join(', then ') || 'unknown', seed };
}
