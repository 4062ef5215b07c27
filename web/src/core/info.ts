// What an engine says: is it UGI at all, and what an `info` line tells of its
// search.

import { MAX_SIDE } from './position.ts';

export interface Proof {
  readonly result: 'win' | 'draw' | 'loss';
  /** Moves of both sides until then. */
  readonly distance: number;
}

export interface Info {
  /** Which of the best moves the line is about, from 1. */
  readonly rank: number;
  readonly time?: number;
  readonly nodes?: number;
  readonly nps?: number;
  /** Has it a word on several moves, each with its own score? */
  readonly isMulti: boolean;
  /** The mean result for the side to move, from -1000 to 1000. */
  readonly score?: number;
  readonly proof: Proof | null;
  /** Columns from 0. */
  readonly variation: readonly number[];
}

/** Reads a line that starts with `info`; null if it says nothing of use. */
export function parseInfo(line: string): Info | null {
  const words = line.trim().split(/\s+/);
  if (words[0] !== 'info' || words[1] === 'string') return null;
  const found: {
    rank?: number; time?: number; nodes?: number; nps?: number; score?: number;
  } = {};
  let proof: Proof | null = null;
  let variation: number[] = [];
  for (let at = 1; at < words.length; at += 1) {
    const value = () => number(words[(at += 1)]);
    switch (words[at]) {
      case 'multipv':
        found.rank = value();
        break;
      case 'time':
        found.time = value();
        break;
      case 'nodes':
        found.nodes = value();
        break;
      case 'nps':
        found.nps = value();
        break;
      case 'score':
        found.score = value();
        break;
      case 'proven': {
        const result = words[at + 1];
        const distance = number(words[at + 2]);
        at += 2;
        if (
          distance !== undefined && distance >= 0 && distance <= MAX_SIDE * MAX_SIDE &&
          (result === 'win' || result === 'draw' || result === 'loss')
        ) {
          proof = { result, distance };
        }
        break;
      }
      case 'pv':
        variation = readMoves(words.slice(at + 1));
        at = words.length;
        break;
      default:
        break;
    }
  }
  const { rank, score } = found;
  if (score !== undefined) found.score = Math.max(-1000, Math.min(1000, score));
  return { ...found, rank: rank ?? 1, isMulti: rank !== undefined, proof, variation };
}

/** Moves up to the first word that is none. */
function readMoves(words: string[]): number[] {
  const end = words.findIndex((word) => !/^\d{1,2}$/.test(word));
  return words.slice(0, end < 0 ? words.length : end).map((word) => Number(word) - 1);
}

function number(word: string | undefined): number | undefined {
  return word !== undefined && /^-?\d{1,15}$/.test(word) ? Number(word) : undefined;
}

const WORDS =
  /^(id|ugiok|option|readyok|bestmove|info|response|error|bench|perft|stats|move|version|sysinfo|fen|d)\b|^ *\d+ \||^ {4}/;

/** Does a line begin as those of an engine do? */
export function isUgi(line: string): boolean {
  return WORDS.test(line);
}
