// The moves of a game, each a way to the position after it.

import type { Game } from '../core/game.ts';
import { make } from './dom.ts';

export class MovesView {
  private key = '';

  constructor(
    private readonly list: HTMLElement,
    private readonly jump: (ply: number) => void,
  ) {}

  show(game: Game): void {
    const key = `${game.fen} ${game.ply} ${game.moves.join(' ')}`;
    if (key === this.key) return;
    this.key = key;
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

  private item(text: string, ply: number, game: Game): HTMLElement {
    const button = make('button', { type: 'button', textContent: text });
    button.addEventListener('click', () => this.jump(ply));
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
