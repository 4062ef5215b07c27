// The moves of a game, each a way to the position after it.

import type { Game } from '../core/game.ts';
import { make } from './dom.ts';

export class MovesView {
  private shown = '';

  constructor(
    private readonly list: HTMLElement,
    private readonly jump: (ply: number) => void,
  ) {
    list.addEventListener('keydown', (event) => this.key(event));
  }

  show(game: Game): void {
    const key = `${game.fen} ${game.ply} ${game.moves.join(' ')}`;
    if (key === this.shown) return;
    this.shown = key;
    const focused = this.list.contains(document.activeElement);
    const items = [this.item('Start', 0, game)];
    game.moves.forEach((column, index) => {
      items.push(this.item(String(column + 1), index + 1, game));
    });
    this.list.replaceChildren(...items);
    const current = this.list.querySelector<HTMLElement>('[aria-current=true]');
    if (current) {
      // Within the list only: the page stays where it is.
      this.list.scrollTop = current.offsetTop - this.list.offsetTop - 30;
      if (focused) current.focus({ preventScroll: true });
    }
  }

  private key(event: KeyboardEvent): void {
    const buttons = [...this.list.querySelectorAll('button')];
    const here = buttons.findIndex((button) => button === document.activeElement);
    const to = {
      ArrowLeft: here - 1, ArrowUp: here - 1, ArrowRight: here + 1, ArrowDown: here + 1,
      Home: 0, End: buttons.length - 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = buttons[Math.max(0, Math.min(buttons.length - 1, to))];
    for (const button of buttons) button.tabIndex = button === next ? 0 : -1;
    next?.focus();
  }

  private item(text: string, ply: number, game: Game): HTMLElement {
    const button = make('button', { type: 'button', textContent: text });
    button.addEventListener('click', () => this.jump(ply));
    // One stop for the Tab key; the arrows lead along the moves.
    button.tabIndex = ply === game.ply ? 0 : -1;
    if (ply > 0) {
      const side = game.sideAt(ply - 1);
      button.classList.add(side);
      button.setAttribute('aria-label', `Move ${ply}, ${side}: column ${text}`);
    }
    button.setAttribute('aria-current', String(ply === game.ply));
    button.classList.toggle('later', ply > game.ply);
    const item = make('li');
    item.append(button);
    return item;
  }
}
