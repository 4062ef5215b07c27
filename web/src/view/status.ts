// What goes on at the table, in a few words.

import type { Info } from '../core/info.ts';
import type { Table } from '../core/table.ts';
import { count, inWords } from './words.ts';

export function statusText(table: Table): string {
  const { game, state, toMove } = table;
  const { outcome } = game.position;
  if (outcome === 'draw') return 'A draw';
  if (outcome) {
    // Beside it stand the names, which may be long in a file.
    if (table.names) return `${outcome} wins`;
    const name = table.nameOf(outcome);
    return name === 'You' ? 'You win' : `${name} wins`;
  }
  const name = table.nameOf(toMove);
  switch (state) {
    case 'person':
      if (table.names) return `Move ${game.ply} of ${game.length}`;
      return name === 'You' ? 'Your turn' : `${name} to move`;
    case 'connecting':
      return 'Starting…';
    case 'thinking':
      return 'Thinking…';
    case 'paused':
      return `${name} waits`;
    case 'stuck':
      return `${name} has no move`;
    case 'over':
      return '';
  }
}

/** How the position came about, for those who do not see the board. */
export function arrivalText({ game, jumped }: Table): string {
  const last = game.moves[game.ply - 1];
  if (jumped && last === undefined) return 'Back at the start.';
  if (jumped) return `${jumped === 'back' ? 'Back at' : 'On to'} move ${game.ply}.`;
  return last === undefined ? '' : `Column ${last + 1} was played.`;
}

/** What is known of the search under way, or of the hint. */
export function progressText(info: Info | null, hint: Info | undefined): string {
  if (info) {
    const nodes = info.nodes === undefined ? '' : `${count(info.nodes)} playouts, `;
    return `${nodes}${inWords(info)}`;
  }
  if (!hint) return '';
  return `${count(hint.nodes ?? 0)} playouts, best ${(hint.variation[0] ?? 0) + 1}`;
}

/**
 * Something that is said for a while in place of what goes on, however often
 * the page is drawn, unless the position changes.
 */
export class Notice {
  private text = '';
  private position: unknown = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly changed: () => void,
    private readonly duration = 3000,
  ) {}

  say(text: string, position: unknown): void {
    clearTimeout(this.timer);
    this.text = text;
    this.position = position;
    this.timer = setTimeout(() => {
      this.text = '';
      this.changed();
    }, this.duration);
    this.changed();
  }

  /** What is to be said at this position; empty if nothing is. */
  at(position: unknown): string {
    return position === this.position ? this.text : '';
  }
}
