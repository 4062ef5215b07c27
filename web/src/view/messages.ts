// What went wrong, said on the page: over its lower edge, so that nothing
// moves, and once, however often it happens.

import { make } from './dom.ts';

export interface Action {
  readonly text: string;
  act(): void;
}

const MOST = 3;
const SHORTLY = 2500;

export class Messages {
  constructor(private readonly place: HTMLElement) {}

  /** Something went wrong, and this can be done about it. */
  problem(text: string, actions: readonly Action[] = []): void {
    // Who is about to press a button of the same message finds it there.
    for (const old of this.place.children) {
      if (old.firstElementChild?.textContent === text) return;
    }
    this.add('message', text, [...actions, { text: 'Close', act: () => {} }]);
  }

  /** Something went well; no need to do anything. */
  note(text: string): void {
    const shown = this.add('message good', text, []);
    setTimeout(() => shown.remove(), SHORTLY);
  }

  clear(): void {
    this.place.replaceChildren();
  }

  private add(className: string, text: string, actions: readonly Action[]): Element {
    const message = make('div', { className });
    message.append(make('p', { textContent: text }));
    for (const action of actions) {
      const button = make('button', { type: 'button', textContent: action.text });
      button.addEventListener('click', () => {
        message.remove();
        action.act();
      });
      message.append(button);
    }
    while (this.place.childElementCount >= MOST) this.place.firstElementChild?.remove();
    this.place.append(message);
    return message;
  }
}
