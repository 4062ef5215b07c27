// What a search says, in words.

import type { Info } from '../core/info.ts';

export function inWords({ score = 0, proof }: Info): string {
  if (!proof) return `worth ${Math.round((score + 1000) / 20)} of 100`;
  const { result, distance } = proof;
  if (result === 'draw') return 'a draw';
  return `${result === 'win' ? 'wins' : 'loses'} in ${distance}`;
}

/** A text with a full stop, if it has no end of its own. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** A number of playouts, such as 12,300. */
export function count(number: number): string {
  return number.toLocaleString('en');
}
