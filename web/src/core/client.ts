// A program that speaks UGI with one engine over one port. It knows no rules
// and no page; whoever calls it judges the moves.

import { isUgi, parseInfo, type Info } from './info.ts';
import { LineReader } from './lines.ts';
import { after } from './overdue.ts';
import type { Port } from './port.ts';
import { CLASSIC, type Board } from './position.ts';

/** How long an engine may take, in milliseconds. */
export interface Patience {
  /** To start; null where a person chooses a port meanwhile. */
  readonly open: number | null;
  /** To say who it is. */
  readonly hello: number;
  /** To stop, and to be ready after that. */
  readonly stop: number;
  /**
   * To say something in a search, beyond the time that the move has. One that
   * goes on saying something then is told to stop.
   */
  readonly search: number;
}

const PATIENCE: Patience = { open: null, hello: 6000, stop: 6000, search: 6000 };
/** The time between two greetings: the first may get lost in a start. */
const HELLO_EVERY = 1500;

export type Trouble =
  | 'closed' // the line is gone
  | 'silent' // nothing answers, or not in time
  | 'refused' // the engine said `error`
  | 'unable' // it has no option that is needed
  | 'cancelled'; // nobody wants the search any more

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
  /** The present search was told to end. */
  private stopping = false;
  /** How many `isready` have no answer yet: until then, lines may be old. */
  private unanswered = 0;
  /** A person has typed a line whose answer may still come. */
  private typed = false;
  private connecting: Promise<void> | null = null;
  /** It was closed while it was connecting. */
  private cancelled = false;
  /** Why the line was lost. */
  private failure: EngineError | null = null;
  /** Gives up the waiting for an engine that was told to stop. */
  private forgetStop = () => {};
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
    if (this.isConnected) return Promise.resolve();
    if (this.connecting && this.cancelled) {
      return this.connecting.catch(() => {}).then(() => this.connect());
    }
    this.connecting ??= this.greet().finally(() => (this.connecting = null));
    return this.connecting;
  }

  private async greet(): Promise<void> {
    this.reader = this.newReader();
    this.complained = false;
    this.cancelled = false;
    this.name = '';
    await this.open();
    if (this.cancelled) {
      await this.port.close();
      throw closedOnPurpose();
    }
    this.isOpen = true;
    await this.introduce();
    this.failure = null;
  }

  /** Opens the port, which may take its time, but not for ever. */
  private async open(): Promise<void> {
    const opening = this.port.open({
      bytes: (bytes) => this.reader.receive(bytes),
      closed: (reason) => this.lost(reason),
    });
    const { open } = this.patience;
    if (open === null) return opening;
    let forget = () => {};
    const late = new Promise<never>((_, reject) => {
      forget = after(open, () => {
        const seconds = Math.max(1, Math.round(open / 1000));
        reject(new EngineError('silent', `The engine has not started in ${seconds} s.`));
        void this.port.close();
      });
    });
    await Promise.race([opening, late]).finally(() => forget());
  }

  /** Greets whoever is at the open port, until it says who it is. */
  private async introduce(): Promise<void> {
    this.values.clear();
    this.options.clear();
    this.name = '';
    this.typed = false;
    this.unanswered = 0;
    let name = '';
    let said = ''; // by something that is no engine
    // A board talks to people first: end what may have been typed there.
    const greet = () => {
      this.send('');
      this.send('ugi');
    };
    const again = setInterval(greet, HELLO_EVERY);
    try {
      await this.ask(greet, this.patience.hello, (line) => {
        if (line.startsWith('id name ')) name = line.slice(8).slice(0, 60);
        const option = /^option name (\S+) type /.exec(line);
        if (option?.[1]) this.options.add(option[1].toLowerCase());
        if (!isUgi(line)) said = line;
        return line === 'ugiok';
      });
      clearInterval(again);
      // What was asked before the greeting was answered before it, or got lost.
      this.unanswered = 0;
      await this.ask(() => this.isReady(), this.patience.hello,
        () => this.unanswered === 0);
    } catch (error) {
      said = (this.reader.rest || said).trim().slice(0, 60);
      if (this.isOpen) await this.close();
      const silent = error instanceof EngineError && error.trouble === 'silent';
      if (!silent) throw error;
      const text = 'Nothing that speaks UGI answers there.';
      this.failure = new EngineError('silent', said ? `${text} It says “${said}”.` : text);
      throw this.failure;
    } finally {
      clearInterval(again);
    }
    this.name = name || 'An engine without a name';
  }

  /**
   * Sends a line that a person has typed, which may set an option. Says
   * whether there is an engine that hears it.
   */
  type(line: string): boolean {
    if (!this.isOpen) return false;
    this.values.clear();
    this.typed = true;
    this.send(line);
    return true;
  }

  /**
   * Searches a position and gives the move, a column from 0, whatever it is.
   * One search at a time: another one waits for it. A search that is
   * cancelled ends early, and one that still waits is left out.
   */
  search(
    task: Task,
    told: (info: Info) => void = () => {},
    cancel: AbortSignal = new AbortController().signal,
  ): Promise<number> {
    const result = this.queue.then(() => this.run(task, told, cancel));
    this.queue = result.catch(() => {});
    return result;
  }

  private async run(
    task: Task,
    told: (info: Info) => void,
    cancel: AbortSignal,
  ): Promise<number> {
    refuseIf(cancel.aborted);
    if (!this.isOpen) {
      throw this.failure ?? new EngineError('closed', 'There is no connection.');
    }
    if (this.typed) this.endWork();
    if (this.unanswered > 0) await this.settle();
    refuseIf(cancel.aborted);
    const { moveTime, nodes, infinite } = task.limits;
    const words = ['go'];
    if (infinite) words.push('infinite');
    if (moveTime !== undefined) words.push('movetime', String(moveTime));
    if (nodes !== undefined) words.push('nodes', String(nodes));
    let move = -1;
    const say = () => {
      this.prepare(task);
      this.send(words.join(' '));
      // What comes before its answer is about these lines.
      this.isReady();
    };
    const most = infinite ? null : (moveTime ?? 0) + this.patience.search;
    this.searching = true;
    this.stopping = false;
    const stop = () => this.stop();
    let forgetTime = () => {};
    cancel.addEventListener('abort', stop);
    try {
      const answer = this.ask(say, most, (line, wait) => {
        if (line.startsWith('info ')) {
          wait();
          const info = parseInfo(line);
          if (info) told(info);
          return false;
        }
        const isOwn = this.unanswered > 0 && !this.typed;
        if (isOwn && /^error\b/.test(line)) throw refusal(line);
        if (!/^bestmove\b/.test(line)) return false;
        move = readMove(line);
        return true;
      });
      // Who always has something to say is not silent, but its time is over.
      if (moveTime !== undefined && most !== null) forgetTime = after(most, stop);
      await answer;
    } catch (error) {
      // It may be searching all the same.
      if (this.isOpen) this.endWork();
      throw error;
    } finally {
      this.searching = false;
      forgetTime();
      cancel.removeEventListener('abort', stop);
    }
    return move;
  }

  /** Ends the present search, which then gives its move. */
  stop(): void {
    if (!this.searching || !this.isOpen || this.stopping) return;
    this.stopping = true;
    const { waiting } = this;
    this.forgetStop = after(this.patience.stop, () => {
      if (waiting && waiting === this.waiting) {
        waiting.fail(new EngineError('silent', 'The engine does not stop.'));
      }
    });
    this.send('stop');
  }

  /** Closes the line, also while it is being opened. */
  async close(): Promise<void> {
    if (!this.isOpen && !this.connecting) return;
    this.cancelled = true;
    this.isOpen = false;
    this.waiting?.fail(closedOnPurpose());
    await this.port.close();
  }

  private isReady(): void {
    this.unanswered += 1;
    this.send('isready');
  }

  /** Ends whatever the engine does; lines are old until it is ready. */
  private endWork(): void {
    this.typed = false;
    this.send('stop');
    this.isReady();
  }

  /**
   * Drops what is old. An engine that gives no answer may have started anew,
   * and knows nothing of what it was told: it is greeted again.
   */
  private async settle(): Promise<void> {
    const patience = Math.min(this.patience.stop, HELLO_EVERY);
    try {
      await this.ask(() => {}, patience, () => this.unanswered === 0);
    } catch (error) {
      if (!this.isOpen) throw error;
      await this.introduce();
    }
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

  /**
   * Says something and waits until a line is taken for the answer. `wait`
   * begins the time that the engine may be silent anew.
   */
  private ask(
    say: () => void,
    patience: number | null,
    take: (line: string, wait: () => void) => boolean,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      let forget = () => {};
      const wait = () => {
        forget();
        if (patience === null) return;
        forget = after(patience, () => {
          const seconds = Math.max(1, Math.round(patience / 1000));
          fail(new EngineError('silent', `The engine has been silent for ${seconds} s.`));
        });
      };
      const end = () => {
        forget();
        this.forgetStop();
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
            if (!take(line, wait)) return false;
          } catch (error) {
            fail(error as EngineError);
            return true;
          }
          end();
          resolve();
          return true;
        },
      };
      wait();
      try {
        say();
      } catch (error) {
        fail(error as EngineError);
      }
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
    if (line === 'readyok' && this.unanswered > 0) this.unanswered -= 1;
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
    this.failure = new EngineError('closed', reason);
    if (this.waiting) this.waiting.fail(this.failure);
    else this.events.closed?.(reason);
  }
}

function refuseIf(cancelled: boolean): void {
  if (cancelled) throw new EngineError('cancelled', 'The search was cancelled.');
}

function closedOnPurpose(): EngineError {
  return new EngineError('closed', 'The connection was closed.');
}

/** The column of a `bestmove`, from 0, whether there is such a column or not. */
function readMove(line: string): number {
  const [, word = ''] = /^bestmove\s+(\S+)/.exec(line) ?? [];
  if (/^-?\d{1,9}$/.test(word)) return Number(word) - 1;
  const what = word === '' ? 'gives no move' : `plays “${word.slice(0, 20)}”, which is no column`;
  throw new EngineError('refused', `The engine ${what}.`);
}

function refusal(line: string): EngineError {
  const why = line.replace(/^error\s*/, '').slice(0, 120);
  return new EngineError('refused', `The engine refuses: ${why}`);
}
