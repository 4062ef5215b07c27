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
const READ = 1000; // milliseconds until a label that is read out may change

export interface Shown {
  readonly position: Position;
  /** May a person drop a stone? */
  readonly canPlay: boolean;
  readonly scores: ReadonlyMap<number, Info>;
  /** The column with the best one. */
  readonly best: number | null;
  readonly names: Readonly<Record<Side, string>>;
}

/** The columns at which somebody looks; the first one shows its line. */
interface Looks {
  /** Under the mouse. */
  mouse: number | null;
  /** Chosen by a key. */
  key: number | null;
  /** Its score was tapped. */
  tap: number | null;
}

export class BoardView {
  private stones = new Map<string, Element>();
  private layers = newLayers();
  private buttons: HTMLButtonElement[] = [];
  private cells: HTMLElement[] = [];
  private strips: Element[] = [];
  private shown: Shown | null = null;
  private boardKey = '';
  private fen = '';
  private described = '';
  private selected = 0;
  private looks: Looks = nowhere();
  private ghostKey = '';
  /** Until then the label of the column that has the keyboard stays. */
  private readUntil = 0;
  private reading: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly frame: HTMLElement,
    private readonly svg: SVGSVGElement,
    private readonly columns: HTMLElement,
    private readonly scores: HTMLElement,
    private readonly picture: HTMLElement,
    private readonly play: (column: number) => void,
  ) {
    columns.addEventListener('keydown', (event) => this.key(event));
    for (const place of [columns, scores]) {
      place.addEventListener('pointerleave', () => this.look({ mouse: null }));
    }
    columns.addEventListener('focusout', ({ relatedTarget }) => {
      const stays = relatedTarget instanceof Node && columns.contains(relatedTarget);
      if (!stays) this.look({ key: null });
    });
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
      this.readUntil = 0;
      this.looks.tap = null;
      this.drawStones(shown.position);
    }
    const { x, o } = shown.names;
    const described = `${fen} ${x} ${o}`;
    if (described !== this.described) {
      this.described = described;
      this.describe(shown);
    }
    this.drawScores(shown);
    this.buttons.forEach((button, column) => {
      const enabled = shown.canPlay && shown.position.isLegal(column);
      button.setAttribute('aria-disabled', String(!enabled));
    });
    this.drawLabels(shown);
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
    const { style, parentElement } = this.frame;
    // The controls are as wide as the board.
    parentElement?.style.setProperty('--ratio', String(width / height));
    parentElement?.classList.toggle('wide', columns > 8);
    style.setProperty('--n', String(columns));
    style.setProperty('--corner', `${2400 / width}% / ${2400 / height}%`);
    style.setProperty('--pad', `${(100 * EDGE) / width}%`);
    const outline = `M24 0H${width - 24}Q${width} 0 ${width} 24V${height - 24}Q${width} ${height} ${width - 24} ${height}H24Q0 ${height} 0 ${height - 24}V24Q0 0 24 0Z`;
    let holes = '';
    const strips = draw('g', { class: 'strips' });
    for (let column = 0; column < columns; column += 1) {
      let ofColumn = '';
      for (let row = 0; row < rows; row += 1) {
        if (position.at(row, column) === '#' && forbidden) continue;
        const { x, y } = this.place({ row, column }, rows);
        ofColumn += `M${x + 9} ${y + 50}a41 41 0 1 0 82 0a41 41 0 1 0 -82 0`;
      }
      holes += ofColumn;
      const strip = `M${EDGE + column * CELL + 2} 6h${CELL - 4}V${height - 6}h${4 - CELL}Z`;
      strips.append(draw('path', { d: strip + ofColumn, 'fill-rule': 'evenodd' }));
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
        draw('circle', { cx: x + 50, cy: y + 50, r: 41 }),
        draw('rect', { x: x + 24, y: y + 42, width: 52, height: 16, rx: 8 }),
      );
    }
    this.layers = newLayers();
    this.svg.replaceChildren(
      draw('rect', { class: 'back', x: 4, y: 4, width: width - 8, height: height - 8, rx: 20 }),
      this.layers.stones,
      draw('path', { class: 'plate', d: outline + holes, 'fill-rule': 'evenodd' }),
      draw('path', { class: 'plate-edge', d: holes }),
      strips,
      numbers,
      block,
      this.layers.ghosts,
      this.layers.front,
    );
    this.stones.clear();
    this.fen = '';
    this.ghostKey = '';
    this.looks = nowhere();
    this.strips = [...strips.children];
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
        if (event.pointerType === 'mouse') this.look({ mouse: column });
      });
      button.addEventListener('focus', () => {
        this.select(column);
        if (button.matches(':focus-visible')) this.look({ key: column });
      });
      return button;
    });
    this.columns.replaceChildren(...this.buttons);
    this.cells = Array.from({ length: columns }, (_, column) => {
      const cell = make('div', { className: 'score' });
      cell.append(make('i'), make('span'));
      cell.addEventListener('pointerenter', (event) => {
        if (event.pointerType === 'mouse') this.look({ mouse: column });
      });
      cell.addEventListener('click', () => {
        this.look({ tap: this.looks.tap === column ? null : column });
      });
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
    // A key that is held down drops one stone.
    const isHeld = event.repeat && /^(ArrowDown|Enter| )$/.test(event.key);
    if (to !== undefined) this.focus(to);
    else if (event.key === 'ArrowDown' && !isHeld) this.play(this.selected);
    else if (!isHeld) return;
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
    const { last } = position;
    const landing = last && this.stones.get(`${position.at(last.row, last.column)} ${last.row} ${last.column}`);
    const fall = landing?.querySelector<SVGElement>('.fall')?.style.getPropertyValue('--time');
    // Marks appear when the stone has landed.
    this.layers.front.style.setProperty('--time', fall || '0ms');
    this.layers.front.replaceChildren(
      ...marks.map((cell) => {
        const { x, y } = this.place(cell, rows);
        const name = four.size > 0 ? 'four-ring' : 'last';
        return draw('circle', { class: name, cx: x + 50, cy: y + 50, r: 41 });
      }),
    );
  }

  private drawScores({ position, scores, best }: Shown): void {
    this.scores.classList.toggle('empty', scores.size === 0);
    this.scores.style.setProperty('--mover', `var(--${position.toMove}-line)`);
    this.cells.forEach((cell, column) => {
      const info = scores.get(column);
      const [bar, text] = cell.children as unknown as [HTMLElement, HTMLElement];
      cell.classList.toggle('best', column === best);
      cell.dataset['score'] = info ? String(info.score) : '';
      bar.style.setProperty('--share', String(info ? shareOf(info) : 0));
      say(text, info ? short(info) : '');
      cell.classList.toggle('words', Boolean(info?.proof));
    });
  }

  private look(changes: Partial<Looks>): void {
    Object.assign(this.looks, changes);
    this.drawGhosts();
  }

  /** The stone that would fall, and the line that is expected after it. */
  private drawGhosts(): void {
    const { shown } = this;
    if (!shown) return;
    const { position, canPlay, scores } = shown;
    const at = this.looks.mouse ?? this.looks.key ?? this.looks.tap;
    this.strips.forEach((strip, column) => strip.classList.toggle('here', canPlay && column === at));
    const line =
      at === null || !position.isLegal(at)
        ? []
        : (scores.get(at)?.variation ?? (canPlay ? [at] : []));
    this.cells.forEach((cell, column) => cell.classList.toggle('looked', column === at && line.length > 1));
    this.drawLine(position, line);
  }

  private drawLine(position: Position, line: readonly number[]): void {
    const key = `${position} ${line.slice(0, GHOSTS)}`;
    if (key === this.ghostKey) return;
    this.ghostKey = key;
    const ghosts: Element[] = [];
    let at = position;
    for (const [index, column] of line.slice(0, GHOSTS).entries()) {
      const cell = at.isLegal(column) ? at.landing(column) : null;
      if (!cell) break;
      const { x, y } = this.place(cell, position.board.rows);
      const name = `ghost stone-${at.toMove}${index === 0 ? ' next' : ''}`;
      const ghost = draw('g', { class: name, transform: `translate(${x} ${y})` },
        draw('circle', { class: 'body', cx: 50, cy: 50, r: 39 }));
      if (line.length > 1) {
        // The symbol leaves room for the number.
        ghost.append(at.toMove === 'x'
          ? draw('path', { d: 'M26 26 35 35M74 26 65 35M26 74 35 65M74 74 65 65' })
          : draw('circle', { class: 'ring', cx: 50, cy: 50, r: 27 }));
        const number = draw('text', { x: 50, y: 50.5 });
        number.textContent = String(index + 1);
        ghost.append(number);
      } else {
        ghost.append(draw('use', { href: `#sign-${at.toMove}` }));
      }
      ghosts.push(ghost);
      at = at.play(column);
    }
    this.layers.ghosts.replaceChildren(...ghosts);
  }

  /** A screen reader reads a label that changes: not more often than one can hear. */
  private drawLabels(shown: Shown): void {
    clearTimeout(this.reading);
    this.buttons.forEach((button, column) => {
      const label = this.label(shown, column);
      if (button.getAttribute('aria-label') === label) return;
      if (button === document.activeElement) {
        const left = this.readUntil - performance.now();
        if (left > 0) {
          this.reading = setTimeout(() => this.shown && this.drawLabels(this.shown), left);
          return;
        }
        this.readUntil = performance.now() + READ;
      }
      button.setAttribute('aria-label', label);
    });
  }

  private label({ position, scores }: Shown, column: number): string {
    const cell = position.landing(column);
    const where = cell ? `lands on row ${cell.row + 1}` : 'full';
    const info = scores.get(column);
    const line = info?.variation.slice(1, GHOSTS).map((move) => move + 1).join(' ');
    const worth = info ? `, ${inWords(info)}${line && `, then ${line}`}` : '';
    return `Column ${column + 1}, ${where}${worth}`;
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

function newLayers() {
  return { stones: draw('g'), front: draw('g'), ghosts: draw('g') };
}

function nowhere(): Looks {
  return { mouse: null, key: null, tap: null };
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
