// Games go to files and come from them.

import { replay, readRecords, writeRecord, type RecordedGame } from './core/record.ts';
import { RuleError } from './core/position.ts';
import type { Game } from './core/game.ts';
import type { Table } from './core/table.ts';
import { byId, make } from './view/dom.ts';
import type { Messages } from './view/messages.ts';

const LIMIT = 20e6; // bytes
const PORTION = 200; // lines of a list that are made at a time

export class Files {
  private records: RecordedGame[] = [];
  /** The game of a file that is shown, as it is played again. */
  private shown: { readonly game: Game; readonly record: RecordedGame } | null = null;
  private readonly file = byId<HTMLInputElement>('file');
  private readonly list = byId<HTMLSelectElement>('games');

  constructor(
    private readonly table: Table,
    private readonly messages: Messages,
  ) {
    this.file.addEventListener('change', () => {
      const [file] = this.file.files ?? [];
      if (file) void this.open(file);
      this.file.value = '';
    });
    this.list.addEventListener('change', () => this.show(Number(this.list.value)));
  }

  /** Asks for a file. */
  choose(): void {
    this.file.click();
  }

  /** Can the present game be written? */
  get canSave(): boolean {
    const { game } = this.table;
    if (this.shown?.game === game) return true;
    return game.positionAt(game.length).outcome !== null && game.fen === null;
  }

  save(): void {
    const { game } = this.table;
    const { shown } = this;
    const text = writeRecord(game, shown?.game === game ? shown.record : null);
    if (text === null) {
      this.messages.note('A game can be saved when it is over.');
      return;
    }
    const url = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
    make('a', { href: url, download: 'pocketfour.jsonl' }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  private async open(file: File): Promise<void> {
    try {
      if (file.size > LIMIT) throw new RuleError('The file is too large: 20 MB is the most.');
      const records = await readRecords(await file.text(), nextTask);
      this.records = records;
      this.list.replaceChildren();
      byId('archive').hidden = false;
      this.show(0);
      await this.fill(records);
    } catch (error) {
      this.complain(error, 'The file cannot be read');
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

  private show(index: number): void {
    const record = this.records[index];
    if (!record) return;
    try {
      const game = replay(record);
      this.shown = { game, record };
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
