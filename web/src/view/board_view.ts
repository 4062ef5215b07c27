// The board: a plate with holes, behind which stones fall. In front of it lies
// one button for each column, for pointers, keys and screen readers alike.

import type { Info } from '../core/info.ts';
import type { Cell, Position, Side } from '../core/position.ts';
import { draw, make, say } from './dom.ts';
import { inWords } from './words.ts';

const CELL = 100;
const EDGE = 16;
const TOP = 40; // for the numbers of the columns
const GHOSTS = 8;

export interface Shown {
  readonly position: Position;
  /** May a person drop a stone? */
  readonly canPlay: boolean;
  readonly scores: ReadonlyMap<number, Info>;
  readonly names: Readonly<Record<Side, string>>;
}

export class BoardView {
  private stones = new Map<string, Element>();
  private layers = { stones: draw('g'), front: draw('g'), ghosts: draw('g') };
  private buttons: HTMLButtonElement[] = [];
  private cells: HTMLElement[] = [];
  private shown: Shown | null = null;
  private boardKey = '';
  private fen = '';
  private selected = 0;
  private hovered: number | null = null;
  private ghostKey = '';

  constructor(
    private readonly frame: HTMLElement,
    private readonly svg: SVGSVGElement,
    private readonly columns: HTMLElement,
    private readonly scores: HTMLElement,
    private readonly picture: HTMLElement,
    private readonly play: (column: number) => void,
  ) {
    columns.addEventListener('keydown', (event) => this.key(event));
    columns.addEventListener('pointerleave', () => this.hover(null));
    columns.addEventListener('focusout', () => this.hover(null));
  }

  show(shown: Shown): void {
    const { rows, columns, forbidden } = shown.position.board;
    const key = `${rows} ${columns} ${forbidden?.row} ${forbidden?.column}`;
    if (key !== this.boardKey) {
      this.boardKey = key;
      this.build(shown.position);
    }
    this.shown = shown;
    const fen = `${shown.position} ${shown.position.last?.column}`;
    if (fen !== this.fen) {
      this.fen = fen;
      this.drawStones(shown.position);
      this.describe(shown);
    }
    this.drawScores(shown);
    this.buttons.forEach((button, column) => {
      const enabled = shown.canPlay && shown.position.isLegal(column);
      button.setAttribute('aria-disabled', String(!enabled));
      button.setAttribute('aria-label', this.label(shown, column));
    });
    this.drawGhosts();
  }

  /** Puts the keyboard on a column. */
  focus(column: number = this.selected): void {
    this.select(column);
    this.buttons[this.selected]?.focus({ preventScroll: true });
  }

  move(by: number): void {
    this.focus(this.selected + by);
  }

  private build(position: Position): void {
    const { rows, columns, forbidden } = position.board;
    const width = columns * CELL + 2 * EDGE;
    const height = rows * CELL + TOP + EDGE;
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    const { style } = this.frame;
    style.setProperty('--ratio', String(width / height));
    style.setProperty('--n', String(columns));
    style.setProperty('--corner', `${2400 / width}% / ${2400 / height}%`);
    style.setProperty('--pad', `${(100 * EDGE) / width}%`);
    const outline = `M24 0H${width - 24}Q${width} 0 ${width} 24V${height - 24}Q${width} ${height} ${width - 24} ${height}H24Q0 ${height} 0 ${height - 24}V24Q0 0 24 0Z`;
    let holes = '';
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        if (position.at(row, column) === '#' && forbidden) continue;
        const { x, y } = this.place({ row, column }, rows);
        holes += `M${x + 9} ${y + 50}a41 41 0 1 0 82 0a41 41 0 1 0 -82 0`;
      }
    }
    const numbers = draw('g', { class: 'numbers' });
    for (let column = 0; column < columns; column += 1) {
      const number = draw('text', { x: EDGE + (column + 0.5) * CELL, y: 31 });
      number.textContent = String(column + 1);
      numbers.append(number);
    }
    const block = draw('g', { class: 'forbidden' });
    if (forbidden) {
      const { x, y } = this.place(forbidden, rows);
      block.append(
        draw('rect', { x: x + 10, y: y + 10, width: 80, height: 80, rx: 14 }),
        draw('path', { d: `M${x + 36} ${y + 36}l28 28m0 -28l-28 28` }),
      );
    }
    this.layers = { stones: draw('g'), front: draw('g'), ghosts: draw('g') };
    this.svg.replaceChildren(
      draw('rect', { class: 'back', x: 4, y: 4, width: width - 8, height: height - 8, rx: 20 }),
      this.layers.stones,
      draw('path', { class: 'plate', d: outline + holes, 'fill-rule': 'evenodd' }),
      draw('path', { class: 'plate-edge', d: holes }),
      numbers,
      block,
      this.layers.ghosts,
      this.layers.front,
    );
    this.stones.clear();
    this.fen = '';
    this.ghostKey = '';
    this.hovered = null;
    this.buildColumns(columns);
  }

  private buildColumns(columns: number): void {
    const had = document.activeElement?.parentElement === this.columns;
    this.buttons = Array.from({ length: columns }, (_, column) => {
      const button = make('button', { type: 'button' });
      button.addEventListener('click', () => {
        this.select(column);
        this.play(column);
      });
      button.addEventListener('pointerenter', (event) => {
        if (event.pointerType === 'mouse') this.hover(column);
      });
      button.addEventListener('focus', () => {
        this.select(column);
        if (button.matches(':focus-visible')) this.hover(column);
      });
      return button;
    });
    this.columns.replaceChildren(...this.buttons);
    this.cells = Array.from({ length: columns }, () => {
      const cell = make('div', { className: 'score' });
      cell.append(make('i'), make('span'));
      return cell;
    });
    this.scores.replaceChildren(...this.cells);
    this.select(Math.min(this.selected || Math.floor(columns / 2), columns - 1));
    if (had) this.focus();
  }

  private select(column: number): void {
    this.selected = Math.max(0, Math.min(this.buttons.length - 1, column));
    this.buttons.forEach((button, at) => {
      button.tabIndex = at === this.selected ? 0 : -1;
    });
  }

  private key(event: KeyboardEvent): void {
    const last = this.buttons.length - 1;
    const to = {
      ArrowLeft: this.selected - 1,
      ArrowRight: this.selected + 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to !== undefined) this.focus(to);
    else if (event.key === 'ArrowDown') this.play(this.selected);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private place({ row, column }: Cell, rows: number): { x: number; y: number } {
    return { x: EDGE + column * CELL, y: TOP + (rows - 1 - row) * CELL };
  }

  private drawStones(position: Position): void {
    const { rows, columns } = position.board;
    const wanted = new Map<string, { cell: Cell; side: Side }>();
    for (let row = 0; row < rows; row += 1) {
      for (let column = 0; column < columns; column += 1) {
        const side = position.at(row, column);
        if (side !== 'x' && side !== 'o') continue;
        wanted.set(`${side} ${row} ${column}`, { cell: { row, column }, side });
      }
    }
    for (const [key, stone] of this.stones) {
      if (wanted.has(key)) continue;
      stone.remove();
      this.stones.delete(key);
    }
    const added = [...wanted].filter(([key]) => !this.stones.has(key));
    const four = new Set(position.four.map(({ row, column }) => `${row} ${column}`));
    for (const [key, { cell, side }] of added) {
      const { x, y } = this.place(cell, rows);
      const body = draw('g', {}, draw('use', { href: `#stone-${side}` }));
      // Only the stone that was just dropped falls.
      if (added.length <= 2) {
        const way = y + CELL;
        body.classList.add('fall');
        body.style.setProperty('--drop', `${-way}px`);
        body.style.setProperty('--time', `${Math.round(70 + 11 * Math.sqrt(way))}ms`);
      }
      const stone = draw('g', { class: `stone ${side}`, transform: `translate(${x} ${y})` }, body);
      stone.setAttribute('data-cell', `${side}${cell.row + 1},${cell.column + 1}`);
      this.layers.stones.append(stone);
      this.stones.set(key, stone);
    }
    for (const [key, stone] of this.stones) {
      const { cell } = wanted.get(key) as { cell: Cell };
      stone.classList.toggle('four', four.has(`${cell.row} ${cell.column}`));
    }
    this.svg.classList.toggle('won', four.size > 0);
    const marks = four.size > 0 ? position.four : position.last ? [position.last] : [];
    this.layers.front.replaceChildren(
      ...marks.map((cell) => {
        const { x, y } = this.place(cell, rows);
        const name = four.size > 0 ? 'four-ring' : 'last';
        return draw('circle', { class: name, cx: x + 50, cy: y + 50, r: four.size > 0 ? 40 : 41 });
      }),
    );
  }

  private drawScores({ position, scores }: Shown): void {
    this.scores.classList.toggle('empty', scores.size === 0);
    this.scores.style.setProperty('--mover', `var(--${position.toMove})`);
    let best: number | null = null;
    for (const [column, info] of scores) if (info.rank === 1) best = column;
    this.cells.forEach((cell, column) => {
      const info = scores.get(column);
      const [bar, text] = cell.children as unknown as [HTMLElement, HTMLElement];
      cell.classList.toggle('best', column === best);
      cell.dataset['score'] = info ? String(info.score) : '';
      bar.style.setProperty('--share', String(info ? shareOf(info) : 0));
      say(text, info ? short(info) : '');
    });
  }

  private hover(column: number | null): void {
    this.hovered = column;
    this.drawGhosts();
  }

  /** The stone that would fall, and the line that is expected after it. */
  private drawGhosts(): void {
    const { shown, hovered } = this;
    if (!shown) return;
    const { position, canPlay, scores } = shown;
    const line =
      hovered === null || !position.isLegal(hovered)
        ? []
        : (scores.get(hovered)?.variation ?? (canPlay ? [hovered] : []));
    const key = `${position} ${line.slice(0, GHOSTS)}`;
    if (key === this.ghostKey) return;
    this.ghostKey = key;
    const ghosts: Element[] = [];
    let at = position;
    for (const [index, column] of line.slice(0, GHOSTS).entries()) {
      const cell = at.isLegal(column) ? at.landing(column) : null;
      if (!cell) break;
      const { x, y } = this.place(cell, position.board.rows);
      const ghost = draw(
        'g',
        { class: index === 0 ? 'ghost next' : 'ghost', transform: `translate(${x} ${y})` },
        draw('use', { href: `#stone-${at.toMove}` }),
      );
      if (line.length > 1) {
        const cover = draw('g', { class: `cover stone-${at.toMove}` }, draw('circle', { cx: 50, cy: 50, r: 30 }));
        const number = draw('text', { x: 50, y: 52 });
        number.textContent = String(index + 1);
        ghost.append(cover, number);
      }
      ghosts.push(ghost);
      at = at.play(column);
    }
    this.layers.ghosts.replaceChildren(...ghosts);
  }

  private label({ position, scores }: Shown, column: number): string {
    const cell = position.landing(column);
    const where = cell ? `lands on row ${cell.row + 1}` : 'full';
    const info = scores.get(column);
    return `Column ${column + 1}, ${where}${info ? `, ${inWords(info)}` : ''}`;
  }

  /** The board as a table that a screen reader walks through. */
  private describe({ position, names }: Shown): void {
    const { rows, columns } = position.board;
    const table = make('table');
    table.append(make('caption', { textContent: 'The board, top row first' }));
    const words = { x: names.x, o: names.o, '.': 'empty', '#': 'forbidden' };
    for (let row = rows - 1; row >= 0; row -= 1) {
      const line = make('tr');
      line.append(make('th', { scope: 'row', textContent: `Row ${row + 1}` }));
      for (let column = 0; column < columns; column += 1) {
        line.append(make('td', { textContent: words[position.at(row, column)] }));
      }
      table.append(line);
    }
    this.picture.replaceChildren(table);
  }
}

/** What a move is worth, from 0 (lost) to 100 (won). */
function shareOf({ score = 0, proof }: Info): number {
  if (proof) return { win: 100, draw: 50, loss: 0 }[proof.result];
  return Math.round((score + 1000) / 20);
}

function short(info: Info): string {
  const { proof } = info;
  if (!proof) return String(shareOf(info));
  if (proof.result === 'draw') return 'draw';
  return `${proof.result === 'win' ? 'wins' : 'loses'} in ${proof.distance}`;
}
