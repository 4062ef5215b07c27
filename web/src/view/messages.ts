// What went wrong, said on the page: over its lower edge, so that nothing
// moves, and once, however often it happens.

import { make } from './dom.ts';

export interface Action {
  readonly text: string;
  act(): void;
}

const CLOSE: Action = { text: 'Close', act: () => {} };
const MOST = 3;
const SHORTLY = 2500;

export class Messages {
  constructor(private readonly place: HTMLElement) {}

  /** Something went wrong, and this can be done about it until `topic` is closed. */
  problem(text: string, actions: readonly Action[] = [], topic = ''): void {
    // Who is about to press a button of the same message finds it there.
    for (const old of this.place.children) {
      if (old.firstElementChild?.textContent === text) return;
    }
    const message = this.add('message', text, [...actions, CLOSE]);
    message.dataset['topic'] = topic;
  }

  /** What was said about this is over. */
  close(topic: string): void {
    for (const old of this.place.querySelectorAll<HTMLElement>('.message')) {
      if (old.dataset['topic'] === topic) old.remove();
    }
  }

  /** Something that can be done if one wants to. */
  offer(text: string, action: Action): void {
    for (const old of this.place.querySelectorAll('.offer')) old.remove();
    this.add('message good offer', text, [action, CLOSE]);
  }

  /** Something went well; no need to do anything. */
  note(text: string): void {
    const shown = this.add('message good', text, []);
    setTimeout(() => shown.remove(), SHORTLY);
  }

  clear(): void {
    this.place.replaceChildren();
  }

  private add(className: string, text: string, actions: readonly Action[]): HTMLElement {
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
