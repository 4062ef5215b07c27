// The evaluation of a game from its start to its end: above the middle x is
// better, below it o.

import type { Game } from '../core/game.ts';
import { byId, draw, say } from './dom.ts';

const LEAST = 24; // plies that fit at least

export class GraphView {
  private key = '';
  private span = LEAST;

  constructor(
    private readonly svg: SVGSVGElement,
    jump: (ply: number) => void,
  ) {
    svg.addEventListener('click', (event) => {
      const { left, width } = svg.getBoundingClientRect();
      jump(Math.round(((event.clientX - left) / Math.max(width, 1)) * this.span));
    });
  }

  show(game: Game): void {
    const points: [number, number][] = [];
    for (let ply = 0; ply <= game.length; ply += 1) {
      const known = game.evaluation(ply);
      if (known) points.push([ply, known.score]);
    }
    const key = `${game.length} ${game.ply} ${points.join(' ')}`;
    if (key === this.key) return;
    this.key = key;
    this.span = Math.max(LEAST, game.length);
    say(byId('graph-end'), `move ${this.span}`);
    this.svg.setAttribute('viewBox', `0 -1050 ${this.span} 2100`);
    const half = (sign: 1 | -1) => {
      const clipped = points.map(([x, y]) => `${x} ${-(sign * Math.max(0, sign * y))}`);
      const [first, last] = [points[0], points.at(-1)];
      if (!first || !last) return '';
      return `M${first[0]} 0L${clipped.join('L')}L${last[0]} 0Z`;
    };
    this.svg.replaceChildren(
      draw('path', { class: 'for-x', d: half(1) }),
      draw('path', { class: 'for-o', d: half(-1) }),
      draw('line', { class: 'middle', x1: 0, x2: this.span, y1: 0, y2: 0 }),
      draw('line', { class: 'here', x1: game.ply, x2: game.ply, y1: -1050, y2: 1050 }),
    );
    const now = game.evaluation(game.ply)?.score;
    const words =
      now === undefined
        ? 'not judged yet'
        : Math.abs(now) < 100 ? 'about even' : `better for ${now > 0 ? 'x' : 'o'}`;
    this.svg.setAttribute('aria-label', `Evaluation of the game; here ${words}`);
  }
}
