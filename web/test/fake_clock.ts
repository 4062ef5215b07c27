// A clock that a test turns on by hand.

const real = { setTimeout, clearTimeout, setInterval, clearInterval };

interface Timer {
  due: number;
  readonly every: number | null;
  readonly act: () => void;
}

export class FakeClock {
  private time = 0;
  private last = 0;
  private readonly timers = new Map<number, Timer>();

  /** Runs a test by this clock. */
  static async run(test: (clock: FakeClock) => Promise<void>): Promise<void> {
    const clock = new FakeClock();
    const { now } = performance;
    const set = (repeats: boolean) => (act: () => void, time = 0) =>
      clock.add({ due: clock.time + time, every: repeats ? time : null, act });
    const clear = (id: number) => clock.timers.delete(id);
    Object.assign(globalThis, {
      setTimeout: set(false), setInterval: set(true), clearTimeout: clear, clearInterval: clear,
    });
    performance.now = () => clock.time;
    try {
      await test(clock);
    } finally {
      Object.assign(globalThis, real);
      performance.now = now;
    }
  }

  /** So much time passes, and each timer acts when it is due. */
  async pass(time: number): Promise<void> {
    const end = this.time + time;
    await idle();
    for (let next = this.next(end); next; next = this.next(end)) {
      this.time = Math.max(this.time, next[1].due);
      this.act(...next);
      await idle();
    }
    this.time = end;
  }

  /** A computer sleeps: what is overdue then acts at once, before anything else. */
  sleep(time: number): void {
    this.time += time;
    const overdue = [...this.timers].filter(([, { due }]) => due <= this.time);
    for (const timer of overdue) this.act(...timer);
  }

  private add(timer: Timer): number {
    this.last += 1;
    this.timers.set(this.last, timer);
    return this.last;
  }

  private next(end: number): [number, Timer] | undefined {
    return [...this.timers]
      .filter(([, { due }]) => due <= end)
      .sort(([, a], [, b]) => a.due - b.due)[0];
  }

  private act(id: number, timer: Timer): void {
    if (!this.timers.has(id)) return;
    if (timer.every === null) this.timers.delete(id);
    else timer.due = this.time + timer.every;
    timer.act();
  }
}

/** Lets all promises come to what they lead to. */
function idle(): Promise<void> {
  return new Promise((resolve) => real.setTimeout(resolve));
}
