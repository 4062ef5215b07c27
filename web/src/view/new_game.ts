// The dialog for a new game: the board, the forbidden cell, who plays. Without
// the board it changes the players of the game that is there.

import { MAX_SIDE, type Board, type Cell, type Side } from '../core/position.ts';
import { SIDES, type Seat, type Settings } from '../core/seats.ts';
import { whyNoSerial } from '../ports/serial_port.ts';
import { byId, make, say } from './dom.ts';

const SEATS: readonly [Seat, string][] = [
  ['person', 'A person'],
  ['wasm', 'Pocketfour'],
  ['pico', 'Emulated Pico'],
  ['serial', 'Chip by serial'],
];

const NOTES: Record<Seat, string> = {
  person: '',
  wasm: 'Pocketfour plays in this page. A level below 10 plays weaker.',
  pico: 'The emulated Pico runs the image that is flashed, several times slower than the chip.',
  serial: 'The browser asks for the port when the game starts. Any engine that speaks UGI will do.',
};

/** Milliseconds for the steps of the slider. */
const TIMES = [100, 300, 1000, 2000, 3000, 5000, 10_000];

interface SeatFields {
  readonly who: HTMLSelectElement;
  readonly level: HTMLInputElement;
  readonly time: HTMLInputElement;
}

function seatFields(side: Side): SeatFields {
  return { who: byId(`seat-${side}`), level: byId(`level-${side}`), time: byId(`time-${side}`) };
}

export class NewGame {
  private readonly dialog = byId<HTMLDialogElement>('setup');
  private readonly rows = byId<HTMLInputElement>('rows');
  private readonly columns = byId<HTMLInputElement>('columns-count');
  private readonly cells = byId('cells');
  private readonly seats: Record<Side, SeatFields> = { x: seatFields('x'), o: seatFields('o') };
  private isNew = true;
  private forbidden: Cell | null = null;
  private cursor: Cell = { row: 0, column: 0 };

  constructor(
    /** Without a board the game stays. */
    private readonly start: (board: Board | null, settings: Settings) => void,
    private readonly left: () => void,
  ) {
    for (const { who, level, time } of Object.values(this.seats)) {
      who.replaceChildren(
        ...SEATS.map(([value, textContent]) => make('option', { value, textContent })),
      );
      who.addEventListener('change', () => this.draw());
      for (const slider of [level, time]) slider.addEventListener('input', () => this.draw());
    }
    for (const slider of [this.rows, this.columns]) {
      slider.addEventListener('input', () => this.draw());
    }
    byId('cell-none').addEventListener('click', () => this.forbid(null));
    byId('cell-random').addEventListener('click', () => {
      const { rows, columns } = this.board;
      const below = (most: number) => Math.floor(Math.random() * most);
      this.forbid({ row: below(rows), column: below(columns) });
    });
    byId('cancel').addEventListener('click', () => this.close());
    this.cells.addEventListener('keydown', (event) => this.key(event));
    this.dialog.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.close();
    });
    byId('setup-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.dialog.close();
      this.start(this.isNew ? this.board : null, this.settings);
    });
  }

  open(board: Board, settings: Settings): void {
    this.show(board, settings, true);
    byId('start').focus();
  }

  /** Asks for the players alone; one of them first. */
  openPlayers(board: Board, settings: Settings, side: Side): void {
    this.show(board, settings, false);
    this.seats[side].who.focus();
  }

  private show(board: Board, settings: Settings, isNew: boolean): void {
    this.isNew = isNew;
    say(byId('setup-title'), isNew ? 'New game' : 'Players');
    say(byId('start'), isNew ? 'Start' : 'Apply');
    byId('setup-board').hidden = !isNew;
    this.rows.valueAsNumber = board.rows;
    this.columns.valueAsNumber = board.columns;
    this.forbidden = board.forbidden;
    this.cursor = board.forbidden ?? { row: 0, column: 0 };
    for (const side of SIDES) {
      const { who, level, time } = this.seats[side];
      who.value = settings.seats[side];
      level.valueAsNumber = settings.levels[side];
      const step = TIMES.findIndex((one) => one >= settings.moveTimes[side]);
      time.valueAsNumber = step < 0 ? TIMES.length - 1 : step;
    }
    this.draw();
    this.dialog.showModal();
  }

  /**
   * Closes the dialog. If the browser knows no better place for the focus it
   * leaves it on a hidden button until the next frame, where keys are lost.
   */
  private close(): void {
    this.dialog.close();
    if (this.dialog.contains(document.activeElement)) this.left();
  }

  private get board(): Board {
    const { forbidden } = this;
    const [rows, columns] = [this.rows.valueAsNumber, this.columns.valueAsNumber];
    const fits = forbidden && forbidden.row < rows && forbidden.column < columns;
    return { rows, columns, forbidden: fits ? forbidden : null };
  }

  private get settings(): Settings {
    const each = <T>(read: (fields: SeatFields) => T) =>
      ({ x: read(this.seats.x), o: read(this.seats.o) });
    return {
      seats: each(({ who }) => who.value as Seat),
      levels: each(({ level }) => level.valueAsNumber),
      moveTimes: each(({ time }) => TIMES[time.valueAsNumber] ?? 1000),
    };
  }

  private forbid(cell: Cell | null): void {
    this.forbidden = cell;
    if (cell) this.cursor = cell;
    this.draw();
  }

  private draw(): void {
    const { board, settings } = this;
    say(byId('rows-value'), String(board.rows));
    say(byId('columns-value'), String(board.columns));
    for (const side of SIDES) {
      const level = settings.levels[side];
      say(byId(`level-${side}-value`), level === 10 ? '10, full' : String(level));
      say(byId(`time-${side}-value`), String(settings.moveTimes[side] / 1000));
      const isPerson = settings.seats[side] === 'person';
      const fields = this.seats[side];
      fields.level.disabled = isPerson;
      fields.time.disabled = isPerson;
    }
    this.drawCells(board);
    const { forbidden } = board;
    say(
      byId('cell-text'),
      forbidden
        ? `No stone may lie on row ${forbidden.row + 1} of column ${forbidden.column + 1}.`
        : 'Click a cell to forbid it.',
    );
    const { x, o } = settings.seats;
    const wantsSerial = x === 'serial' || o === 'serial';
    const notes = new Set([NOTES[x], NOTES[o]]);
    if (wantsSerial && whyNoSerial() !== '') {
      notes.delete(NOTES.serial);
      notes.add(whyNoSerial());
    }
    say(byId('seat-note'), [...notes].filter((note) => note !== '').join(' '));
  }

  private drawCells({ rows, columns, forbidden }: Board): void {
    this.cursor = {
      row: Math.min(this.cursor.row, rows - 1),
      column: Math.min(this.cursor.column, columns - 1),
    };
    const focused = this.cells.contains(document.activeElement);
    this.cells.style.setProperty('--n', String(columns));
    this.cells.style.setProperty('--most', String(Math.max(rows, columns)));
    const lines = [];
    for (let row = rows - 1; row >= 0; row -= 1) {
      const line = make('div', {}, { role: 'row' });
      for (let column = 0; column < columns; column += 1) {
        const chosen = forbidden?.row === row && forbidden.column === column;
        const here = this.cursor.row === row && this.cursor.column === column;
        const button = make('button', { type: 'button', tabIndex: here ? 0 : -1 }, {
          role: 'gridcell',
          'aria-selected': String(chosen),
          'aria-label': `Row ${row + 1}, column ${column + 1}`,
        });
        button.addEventListener('click', () => {
          this.cursor = { row, column };
          this.forbid(chosen ? null : { row, column });
        });
        line.append(button);
      }
      lines.push(line);
    }
    this.cells.replaceChildren(...lines);
    if (focused) this.cells.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }

  private key(event: KeyboardEvent): void {
    const way = {
      ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
    }[event.key];
    if (!way) return;
    event.preventDefault();
    const clamp = (at: number) => Math.max(0, Math.min(MAX_SIDE - 1, at));
    this.cursor = {
      row: clamp(this.cursor.row + (way[0] as number)),
      column: clamp(this.cursor.column + (way[1] as number)),
    };
    this.drawCells(this.board);
  }
}
