// A port with an engine that says what a test wants.

import type { Port, PortEvents } from '../src/core/port.ts';

export class FakePort implements Port {
  events: PortEvents | null = null;
  readonly heard: string[] = [];
  opened = 0;

  /** `answer` gives the lines that follow a line, or nothing. */
  constructor(private readonly answer: (line: string, port: FakePort) => string | void) {}

  async open(events: PortEvents): Promise<void> {
    this.events = events;
    this.opened += 1;
  }

  write(bytes: Uint8Array): void {
    for (const line of new TextDecoder().decode(bytes).split('\n')) {
      if (line === '') continue;
      this.heard.push(line);
      const text = this.answer(line, this);
      if (text) queueMicrotask(() => this.say(text));
    }
  }

  say(text: string): void {
    this.events?.bytes(new TextEncoder().encode(text));
  }

  unplug(): void {
    this.events?.closed('The chip was unplugged.');
  }

  async close(): Promise<void> {
    this.events = null;
  }
}

export const HELLO = [
  'id name Fake 1',
  ...['Rows', 'Columns', 'Block', 'Level', 'Seed', 'MultiPV'].map(
    (name) => `option name ${name} type string default 1`,
  ),
  'ugiok',
  '',
].join('\n');

/** An engine that plays these columns, from 1, one after the other. */
export function playing(...columns: number[]): FakePort {
  return new FakePort((line) => {
    if (line === 'ugi') return `> ${line}\r\n${HELLO}`;
    if (line === 'isready') return 'readyok\n';
    if (line.startsWith('go')) {
      return `info multipv 1 score 250 pv 4 4\nbestmove ${columns.shift() ?? 1}\n`;
    }
    return undefined;
  });
}

/** An engine that thinks until it is told to stop, and takes its time for that. */
export function stoppingSlowly(time = 20): FakePort {
  return new FakePort((line, port) => {
    if (line === 'ugi') return HELLO;
    if (line === 'isready') return 'readyok\n';
    if (line === 'stop') setTimeout(() => port.say('bestmove 1\n'), time);
    return undefined;
  });
}
