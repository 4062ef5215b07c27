// A person at the page: clicks and looks.

import assert from 'node:assert/strict';

export class Driver {
  constructor(page, oracle) {
    this.page = page;
    this.oracle = oracle;
    this.board = { rows: 6, columns: 7 };
  }

  /** Begins a game by the dialog. */
  async newGame({ rows = 6, columns = 7, block, x = 'person', o = 'wasm', level = 5, time = 1 }) {
    const { page } = this;
    this.board = { rows, columns, block };
    await page.click('#new');
    const slide = (id, value) => page.locator(id).fill(String(value));
    await slide('#rows', rows);
    await slide('#columns-count', columns);
    await page.click('#cell-none');
    if (block) {
      const [row, column] = block.split(',');
      await page.click(`#cells [aria-label="Row ${row}, column ${column}"]`);
    }
    await this.seat({ x, o, level, time });
    await page.click('#start');
  }

  /** Fills in who plays, in the dialog that is open. */
  async seat({ x, o, level = 5, time = 1 }) {
    const { page } = this;
    for (const [side, who] of Object.entries({ x, o })) {
      await page.selectOption(`#seat-${side}`, who);
      if (who === 'person') continue;
      await page.locator(`#level-${side}`).fill(String(level));
      await page.locator(`#time-${side}`).fill(String(time));
    }
  }

  /** Others sit down in the middle of a game. */
  async change(players) {
    await this.page.click('#player-o');
    await this.seat(players);
    await this.page.click('#start');
  }

  /** Waits until the page says so. */
  async says(pattern) {
    await this.page.waitForFunction(
      (source) => new RegExp(source).test(document.getElementById('state').textContent),
      pattern.source,
    );
  }

  /** The moves on the page, from 1. */
  moves() {
    return this.page.$$eval('#moves button', (all) => all.slice(1).map((one) => Number(one.textContent)));
  }

  status() {
    return this.page.textContent('#state');
  }

  /** Compares every stone, and the result, with the engine's rules. */
  async compare() {
    const moves = await this.moves();
    const expected = this.oracle.position(this.board, moves);
    const stones = await this.page.$$eval('#board [data-cell]', (all) => all.map((one) => one.dataset.cell).sort());
    assert.deepEqual(stones, expected.stones, `after ${moves}`);
    return { moves, ...expected };
  }

  /** Waits until a person is to move or the game is over; how many moves? */
  async settled(most = 240_000) {
    await this.page.waitForFunction(
      () => /Your turn|to move|win|draw/.test(document.getElementById('state').textContent),
      null,
      { timeout: most },
    );
  }

  /** Waits until this number of moves was played. */
  async reached(count) {
    await this.page.waitForFunction(
      (length) => document.querySelectorAll('#moves button').length >= length + 1,
      count,
    );
  }

  /** Plays to the end, by clicks or another way; gives all moves. */
  async playOut(drop = (column) => this.click(column), between = async () => {}) {
    let count = 0;
    for (;;) {
      await this.settled();
      const { moves, result } = await this.compare();
      if (result !== 'none') {
        const status = await this.status();
        assert.match(status, { p1win: /^You win|^First wins/, p2win: /wins$/, draw: /^A draw/ }[result]);
        return moves;
      }
      assert.equal(moves.length % 2, 0, `a person is to move after ${moves}`);
      const legal = Array.from({ length: this.board.columns }, (_, at) => at + 1).filter((column) => {
        const told = this.oracle.ask(`position startpos moves ${[...moves, column].join(' ')}`);
        return !told.startsWith('error');
      });
      count += 1;
      await drop(legal[(count * 5) % legal.length]);
      await this.reached(moves.length + 1);
      await between(count);
    }
  }

  async click(column) {
    await this.page.click(`#columns button:nth-child(${column})`);
  }

  /** What the engine finds with a fixed seed and number of playouts. */
  async search(position) {
    const { page } = this;
    await page.evaluate(() => { document.getElementById('console').open = true; });
    const before = await page.locator('#log p.in').count();
    for (const line of [
      'setoption name InFlight value 2', 'setoption name KeepTree value false', 'setoption name Level value 10', 'setoption name Seed value 7',
      'setoption name Rows value 6', 'setoption name Columns value 7', 'setoption name Block value none',
      `position startpos moves ${position}`, 'go nodes 1500',
    ]) {
      await page.fill('#words', line);
      await page.press('#words', 'Enter');
    }
    await page.waitForFunction(
      (count) => [...document.querySelectorAll('#log p.in')].slice(count).some((line) => /^bestmove/.test(line.textContent)),
      before,
      { timeout: 120_000 },
    );
    const lines = await page.$$eval('#log p.in', (all) => all.map((line) => line.textContent));
    return lastRound(lines);
  }
}

/** The scores of the last round, and the move: without time and speed. */
export function lastRound(lines) {
  const start = lines.findLastIndex((line) => / multipv 1 /.test(line));
  const end = lines.findLastIndex((line) => /^bestmove/.test(line));
  return lines.slice(start, end + 1).map((line) => line.replace(/time .* (?=multipv)/, ''));
}
