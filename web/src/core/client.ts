// A program that speaks UGI with one engine over one port. It knows no rules
// and no page; whoever calls it judges the moves.

import { parseInfo, type Info } from './info.ts';
import { LineReader } from './lines.ts';
import type { Port } from './port.ts';
import { CLASSIC, type Board } from './position.ts';

/** How long an engine may take to say who it is, and to stop. */
export interface Patience {
  readonly hello: number;
  readonly stop: number;
}

const PATIENCE: Patience = { hello: 6000, stop: 6000 };
/** The time between two greetings: the first may get lost in a start. */
const HELLO_EVERY = 1500;

export type Trouble =
  | 'closed' // the line is gone
  | 'silent' // nothing answers, or not in time
  | 'refused' // the engine said `error`
  | 'unable'; // it has no option that is needed

/** Something went wrong with an engine. The message is for people. */
export class EngineError extends Error {
  constructor(
    readonly trouble: Trouble,
    message: string,
  ) {
    super(message);
  }
}

export interface ClientEvents {
  /** A line went out or came in. */
  line?(direction: 'in' | 'out', text: string): void;
  /** The line was lost while nothing was asked. */
  closed?(reason: string): void;
  /** Something came that is no UGI; told once for each connection. */
  garbage?(text: string): void;
}

export interface Limits {
  readonly moveTime?: number;
  readonly nodes?: number;
  readonly infinite?: boolean;
}

export interface Task {
  readonly board: Board;
  /** Where the moves begin, if not at the start of a game. */
  readonly fen: string | null;
  /** Columns from 0. */
  readonly moves: readonly number[];
  readonly limits: Limits;
  /** By name, such as `Level`; those that the engine lacks are left out. */
  readonly options: Readonly<Record<string, string | number>>;
}

interface Waiting {
  /** Takes a line; says whether it was the one. */
  take(line: string): boolean;
  fail(error: EngineError): void;
}

export class Client {
  /** How the engine calls itself. */
  name = '';
  /** The names of the options it has. */
  readonly options = new Set<string>();
  private waiting: Waiting | null = null;
  private readonly values = new Map<string, string>();
  private isOpen = false;
  private complained = false;
  private searching = false;
  private connecting: Promise<void> | null = null;
  private stopTimer: ReturnType<typeof setTimeout> | undefined;
  private queue: Promise<unknown> = Promise.resolve();
  private reader = this.newReader();

  constructor(
    private readonly port: Port,
    private readonly events: ClientEvents = {},
    private readonly patience: Patience = PATIENCE,
  ) {}

  get isConnected(): boolean {
    return this.isOpen && this.connecting === null;
  }

  /** Opens the port and greets the engine; once, however often it is asked. */
  connect(): Promise<void> {
    this.connecting ??= this.greet().finally(() => (this.connecting = null));
    return this.connecting;
  }

  private async greet(): Promise<void> {
    this.reader = this.newReader();
    this.values.clear();
    this.options.clear();
    this.complained = false;
    await this.port.open({
      bytes: (bytes) => this.reader.receive(bytes),
      closed: (reason) => this.lost(reason),
    });
    this.isOpen = true;
    let names = '';
    // A board talks to people first: end what may have been typed there.
    const greet = () => {
      this.send('');
      this.send('ugi');
    };
    const again = setInterval(greet, HELLO_EVERY);
    try {
      await this.ask(greet, this.patience.hello, (line) => {
        if (line.startsWith('id name ')) names = line.slice(8).slice(0, 60);
        const option = /^option name (\S+) type /.exec(line);
        if (option?.[1]) this.options.add(option[1].toLowerCase());
        return line === 'ugiok';
      });
      clearInterval(again);
      await this.ask(() => this.send('isready'), this.patience.hello,
        (line) => line === 'readyok');
    } catch (error) {
      if (this.isOpen) await this.close();
      const silent = error instanceof EngineError && error.trouble === 'silent';
      throw silent
        ? new EngineError('silent', 'Nothing that speaks UGI answers there.')
        : error;
    } finally {
      clearInterval(again);
    }
    this.name = names || 'An engine without a name';
  }

  /** Sends a line that a person has typed, which may have set an option. */
  type(line: string): void {
    this.values.clear();
    if (this.isOpen) this.send(line);
  }

  /**
   * Searches a position and gives the move, a column from 0, whatever it is.
   * One search at a time: another one waits for it.
   */
  search(task: Task, told: (info: Info) => void = () => {}): Promise<number> {
    const run = async () => {
      if (!this.isOpen) throw new EngineError('closed', 'There is no connection.');
      this.prepare(task);
      const { moveTime, nodes, infinite } = task.limits;
      const words = ['go'];
      if (infinite) words.push('infinite');
      if (moveTime !== undefined) words.push('movetime', String(moveTime));
      if (nodes !== undefined) words.push('nodes', String(nodes));
      let move = -1;
      this.searching = true;
      try {
        await this.ask(() => this.send(words.join(' ')), null, (line) => {
          if (line.startsWith('info ')) {
            const info = parseInfo(line);
            if (info) told(info);
            return false;
          }
          if (/^error\b/.test(line)) throw refusal(line);
          const found = /^bestmove (-?\d{1,9})\b/.exec(line);
          if (!found) return false;
          move = Number(found[1]) - 1;
          return true;
        });
      } finally {
        this.searching = false;
      }
      return move;
    };
    const result = this.queue.then(run);
    this.queue = result.catch(() => {});
    return result;
  }

  /** Ends the present search, which then gives its move. */
  stop(): void {
    if (!this.searching || !this.isOpen) return;
    const { waiting } = this;
    clearTimeout(this.stopTimer);
    this.stopTimer = setTimeout(() => {
      if (waiting && waiting === this.waiting) {
        waiting.fail(new EngineError('silent', 'The engine does not stop.'));
      }
    }, this.patience.stop);
    this.send('stop');
  }

  async close(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.waiting?.fail(new EngineError('closed', 'The connection was closed.'));
    await this.port.close();
  }

  private prepare({ board, fen, moves, options }: Task): void {
    const { rows, columns, forbidden } = board;
    const block = forbidden
      ? `${forbidden.row + 1},${forbidden.column + 1}`
      : 'none';
    if (fen === null) {
      this.require('Rows', rows, CLASSIC.rows);
      this.require('Columns', columns, CLASSIC.columns);
      this.require('Block', block, 'none');
    }
    for (const [name, value] of Object.entries(options)) this.set(name, value);
    const start = fen === null ? 'startpos' : `fen ${fen}`;
    const list = moves.map((column) => ` ${column + 1}`).join('');
    this.send(`position ${start}${list && ` moves${list}`}`);
  }

  /** Sets an option, or makes sure that the engine can do without. */
  private require(name: string, value: string | number, usual: string | number) {
    if (this.options.has(name.toLowerCase())) {
      this.set(name, value);
    } else if (String(value) !== String(usual)) {
      throw new EngineError(
        'unable',
        `${this.name} plays on 6 × 7 boards without a forbidden cell only.`,
      );
    }
  }

  private set(name: string, value: string | number): void {
    const text = String(value);
    const known = this.options.has(name.toLowerCase());
    if (!known || this.values.get(name) === text) return;
    this.values.set(name, text);
    // A smaller board may lose its forbidden cell: say it again.
    if (name === 'Rows' || name === 'Columns') this.values.delete('Block');
    this.send(`setoption name ${name} value ${text}`);
  }

  /** Says something and waits until a line is taken for the answer. */
  private ask(
    say: () => void,
    patience: number | null,
    take: (line: string) => boolean,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const silent = () =>
        this.waiting?.fail(new EngineError('silent', 'The engine is silent.'));
      const timer = patience === null ? null : setTimeout(silent, patience);
      const end = () => {
        if (timer !== null) clearTimeout(timer);
        clearTimeout(this.stopTimer);
        this.waiting = null;
      };
      const fail = (error: EngineError) => {
        end();
        reject(error);
      };
      this.waiting = {
        fail,
        take: (line) => {
          try {
            if (!take(line)) return false;
          } catch (error) {
            fail(error as EngineError);
            return true;
          }
          end();
          resolve();
          return true;
        },
      };
      say();
    });
  }

  private send(line: string): void {
    if (line !== '') this.events.line?.('out', line);
    this.port.write(new TextEncoder().encode(`${line}\n`));
  }

  private newReader(): LineReader {
    return new LineReader(
      (line) => this.heard(line),
      () => this.complain('a line without an end'),
    );
  }

  private heard(line: string): void {
    this.events.line?.('in', line);
    if (this.waiting?.take(line)) return;
    if (this.name !== '' && !isUgi(line)) this.complain(line);
  }

  private complain(what: string): void {
    if (this.complained) return;
    this.complained = true;
    this.events.garbage?.(what.slice(0, 80));
  }

  private lost(reason: string): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    if (this.waiting) this.waiting.fail(new EngineError('closed', reason));
    else this.events.closed?.(reason);
  }
}

function refusal(line: string): EngineError {
  const why = line.replace(/^error\s*/, '').slice(0, 120);
  return new EngineError('refused', `The engine refuses: ${why}`);
}

const WORDS =
  /^(id|ugiok|option|readyok|bestmove|info|response|error|bench|perft|stats|move|version|sysinfo|fen|d)\b|^ *\d+ \||^ {4}/;

function isUgi(line: string): boolean {
  return WORDS.test(line);
}
