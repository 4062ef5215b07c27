// Numbers of columns, typed digit by digit. A number is complete at once if no
// column has a longer one that begins with it; else a second digit may follow
// for a while.

const WAIT = 700; // milliseconds

export class Digits {
  private typed = '';
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    /** Somebody has typed a number, whether there is such a column or not. */
    private readonly choose: (number: number) => void,
    private readonly wait = WAIT,
  ) {}

  take(digit: string, columns: number): void {
    clearTimeout(this.timer);
    this.typed += digit;
    const isWhole = this.typed.length > 1 || Number(this.typed) * 10 > columns;
    if (isWhole) this.end();
    else this.timer = setTimeout(() => this.end(), this.wait);
  }

  /** Something else was done: a digit that waits means nothing any more. */
  forget(): void {
    clearTimeout(this.timer);
    this.typed = '';
  }

  private end(): void {
    const number = Number(this.typed);
    this.typed = '';
    this.choose(number);
  }
}
