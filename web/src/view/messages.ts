// What went wrong, said on the page: over a place of it where nothing has to be
// pressed, so that nothing moves, and once, however often it happens.

import { make } from './dom.ts';

export interface Action {
  readonly text: string;
  act(): void;
}

const CLOSE: Action = { text: 'Close', act: () => {} };
const MOST = 3;
const SHORTLY = 2500;
/** What goes well is nothing to keep. */
const NOTES = '.good:not(.offer)';

export class Messages {
  constructor(
    private readonly place: HTMLElement,
    /** A message that had the keyboard is gone. */
    private readonly left: () => void,
  ) {}

  /** Something went wrong, and this can be done about it until `topic` is closed. */
  problem(text: string, actions: readonly Action[] = [], topic = ''): void {
    // Who is about to press a button of the same message finds it there.
    for (const old of this.place.children) {
      if (old.firstElementChild?.textContent === text) return;
    }
    this.add('message', text, [...actions, CLOSE], topic);
  }

  /** What was said about this is over. */
  close(topic: string): void {
    for (const old of this.place.querySelectorAll<HTMLElement>('.message')) {
      if (old.dataset['topic'] === topic) this.remove(old);
    }
  }

  /** Something that can be done if one wants to; one such thing for a topic. */
  offer(text: string, action: Action, topic: string): void {
    this.close(topic);
    this.add('message good offer', text, [action, CLOSE], topic);
  }

  /** Something went well; no need to do anything. */
  note(text: string): void {
    this.clear(NOTES);
    const shown = this.add('message good', text, []);
    setTimeout(() => shown.remove(), SHORTLY);
  }

  /** All but what can still be done is over. */
  clear(which = '.message:not(.offer)'): void {
    for (const old of this.place.querySelectorAll(which)) this.remove(old);
  }

  private add(
    className: string,
    text: string,
    actions: readonly Action[],
    topic = '',
  ): HTMLElement {
    const message = make('div', { className });
    message.dataset['topic'] = topic;
    message.append(make('p', { textContent: text }));
    for (const action of actions) {
      const button = make('button', { type: 'button', textContent: action.text });
      button.addEventListener('click', () => {
        message.remove();
        action.act();
        this.left();
      });
      message.append(button);
    }
    while (this.place.childElementCount >= MOST) {
      const oldest = this.place.querySelector(NOTES) ?? this.place.firstElementChild;
      if (oldest) this.remove(oldest);
    }
    this.place.append(message);
    return message;
  }

  private remove(message: Element): void {
    const hadKeyboard = message.contains(document.activeElement);
    message.remove();
    if (hadKeyboard) this.left();
  }
}
