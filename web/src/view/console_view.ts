// The lines that go to and fro, for those who want to see them.

import { byId, make } from './dom.ts';

const MOST = 400; // lines that are kept

export class ConsoleView {
  private readonly panel = byId<HTMLDetailsElement>('console');
  private readonly log = byId('log');
  private readonly to = byId<HTMLSelectElement>('to');
  private readonly kept: { name: string; direction: string; text: string }[] = [];
  private waiting = 0;
  /** Whose line is the last one that is shown. */
  private speaker = '';

  /** `send` says whether there is somebody who hears it. */
  constructor(send: (engine: string, line: string) => boolean) {
    const words = byId<HTMLInputElement>('words');
    byId('say').addEventListener('submit', (event) => {
      event.preventDefault();
      const line = words.value.trim().slice(0, 1000);
      if (line === '' || send(this.to.value, line)) words.value = '';
    });
    this.panel.addEventListener('toggle', () => this.draw(this.kept.length));
  }

  /** Those who can be spoken to. */
  offer(names: readonly string[]): void {
    const had = [...this.to.options].map((option) => option.value);
    if (had.join() === names.join()) return;
    this.to.replaceChildren(
      ...names.map((name) => make('option', { value: name, textContent: name })),
    );
  }

  line(name: string, direction: 'in' | 'out', text: string): void {
    this.kept.push({ name, direction, text });
    if (this.kept.length > 2 * MOST) this.kept.splice(0, MOST);
    if (!this.panel.open) return;
    if (this.waiting === 0) requestAnimationFrame(() => this.draw(this.waiting));
    this.waiting += 1;
  }

  private draw(count: number): void {
    this.waiting = 0;
    if (!this.panel.open || count === 0) return;
    const atEnd = this.log.scrollTop + this.log.clientHeight > this.log.scrollHeight - 40;
    if (count >= this.kept.length) {
      this.log.replaceChildren();
      this.speaker = '';
    }
    const lines = this.kept.slice(-Math.min(count, MOST)).flatMap(({ name, direction, text }) => {
      const line = make('p', { className: direction, textContent: text });
      line.dataset['side'] = /\(([xo])\)$/.exec(name)?.[1] ?? '-';
      // The whole name stands above the first of several lines.
      const isNew = name !== this.speaker;
      this.speaker = name;
      return isNew ? [make('p', { className: 'who', textContent: name }), line] : [line];
    });
    this.log.append(...lines);
    while (this.log.childElementCount > MOST) this.log.firstElementChild?.remove();
    if (atEnd) this.log.scrollTop = this.log.scrollHeight;
  }
}
