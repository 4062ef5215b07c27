// Games go to files and come from them.

import { replay, readRecords, writeRecord, type RecordedGame } from './core/record.ts';
import { RuleError } from './core/position.ts';
import type { Game } from './core/game.ts';
import type { Table } from './core/table.ts';
import { byId, make } from './view/dom.ts';
import type { Messages } from './view/messages.ts';

interface Shown {
  readonly game: Game;
  readonly record: RecordedGame;
  /** Its place in the list. */
  readonly index: number;
  /** All moves that it has in the file. */
  readonly moves: string;
}

const LIMIT = 20e6; // bytes
const PORTION = 200; // lines of a list that are made at a time

export class Files {
  private records: RecordedGame[] = [];
  /** The game of a file that is shown, as it is played again. */
  private shown: Shown | null = null;
  /** How many files were chosen: of two that are read at once, the last one counts. */
  private opened = 0;
  private readonly file = byId<HTMLInputElement>('file');
  private readonly list = byId<HTMLSelectElement>('games');

  constructor(
    private readonly table: Table,
    private readonly messages: Messages,
    /** Opens another game; there is a way back to one's own. */
    private readonly leave: (open: () => void) => void,
  ) {
    this.file.addEventListener('change', () => {
      const [file] = this.file.files ?? [];
      if (file) void this.open(file);
      this.file.value = '';
    });
    this.list.addEventListener('change', () => this.choose(Number(this.list.value)));
  }

  /** Asks for a file. */
  ask(): void {
    this.file.click();
  }

  /**
   * What shows the present game of a file anew, at this place of it, whatever
   * is played now; null if there is none.
   */
  get wayBack(): (() => void) | null {
    const { shown, table: { game: { ply } } } = this;
    return this.record && shown ? () => this.present(shown.record, shown.index, ply) : null;
  }

  /** Marks the game in the list; one that is another by now can be chosen again. */
  mark(): void {
    const { shown, record } = this;
    const isListed = shown && record && record === this.records[shown.index];
    const wanted = isListed ? shown.index : -1;
    if (this.list.selectedIndex !== wanted && wanted < this.list.length) {
      this.list.selectedIndex = wanted;
    }
  }

  /** The present game's own record, as long as no other move was played. */
  private get record(): RecordedGame | null {
    const { shown, table: { game } } = this;
    return shown?.game === game && shown.moves === game.moves.join() ? shown.record : null;
  }

  /** Why the present game cannot be written; empty if it can. */
  get whyNot(): string {
    const { game } = this.table;
    if (this.record) return '';
    if (game.fen !== null) {
      return 'Only games from an empty board can be saved; a link holds this one';
    }
    const isOver = game.positionAt(game.length).outcome !== null;
    return isOver ? '' : 'A game can be saved when it is over; a link holds it now';
  }

  save(): void {
    const text = writeRecord(this.table.game, this.record);
    if (text === null) return this.messages.note(this.whyNot);
    const url = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
    make('a', { href: url, download: 'pocketfour.jsonl' }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  private async open(file: File): Promise<void> {
    const number = (this.opened += 1);
    const isLast = () => number === this.opened;
    try {
      if (file.size > LIMIT) throw new RuleError('The file is too large: 20 MB is the most.');
      const records = await readRecords(await file.text(), nextTask);
      if (!isLast()) return;
      this.records = records;
      this.list.replaceChildren();
      byId('archive').hidden = false;
      this.choose(0);
      await this.fill(records);
    } catch (error) {
      if (isLast()) this.complain(error, 'The file cannot be read');
    }
  }

  /** A long list is made in portions, so that the page goes on meanwhile. */
  private async fill(records: readonly RecordedGame[]): Promise<void> {
    for (let at = 0; at < records.length && records === this.records; at += PORTION) {
      const options = records.slice(at, at + PORTION).map(({ summary }, index) =>
        make('option', { value: String(at + index), textContent: `${at + index + 1}: ${summary}` }));
      this.list.append(...options);
      await nextTask();
    }
  }

  private choose(index: number): void {
    const record = this.records[index];
    if (record) this.leave(() => this.present(record, index));
  }

  private present(record: RecordedGame, index: number, ply = 0): void {
    try {
      const game = replay(record);
      game.goTo(ply);
      this.shown = { game, record, index, moves: game.moves.join() };
      this.messages.close('file');
      this.table.show(game, record.names);
    } catch (error) {
      this.complain(error, 'The game cannot be shown');
    }
  }

  private complain(error: unknown, what: string): void {
    const isKnown = error instanceof RuleError;
    this.messages.problem(isKnown ? error.message : `${what}: ${String(error)}`);
  }
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
