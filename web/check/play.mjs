// Playing: by keyboard, with hints, with others in the seats, by touch.

import assert from 'node:assert/strict';

const stones = (page) => page.locator('#board [data-cell]').count();

/** The words for stones in the table that a screen reader reads. */
const told = (page) => page.$$eval('#picture td', (all) =>
  [...new Set(all.map((one) => one.textContent))].filter((word) => word !== 'empty').sort());

/** A won game, and one that is won by two fours at once. */
const WON = [5, 2, 3, 5, 7, 5, 4, 6, 7, 1, 1, 5, 5, 4, 1, 4, 3, 7, 4, 3, 3, 2, 2, 1, 4];
const DOUBLE = [1, 1, 2, 2, 3, 3, 7, 7, 6, 6, 5, 5, 4];

/** The stones that have such a mark. */
const marked = (page, mark) => page.$$eval(`#board ${mark}`, (all) => all.map((one) => {
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = middle(one);
  const under = [...document.querySelectorAll('#board [data-cell]')].filter((stone) => {
    const [left, top] = middle(stone);
    return Math.hypot(left - x, top - y) < 3;
  });
  return under.map((stone) => stone.dataset.cell).join();
}).sort());

/** All stones of which four or more lie in a line. */
function fours(lie) {
  const found = new Set();
  for (const stone of lie) {
    const [, side, row, column] = /^([xo])(\d+),(\d+)$/.exec(stone);
    for (const [up, right] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
      const line = [0, 1, 2, 3].map((step) => `${side}${Number(row) + step * up},${Number(column) + step * right}`);
      if (line.every((one) => lie.includes(one))) line.forEach((one) => found.add(one));
    }
  }
  return [...found].sort();
}

/** What a screen reader is told of the game. */
const status = async (page) => (await page.getByRole('status').textContent()).replace(/\s+/g, ' ').trim();

export function playChecks({ browser, oracle }) {
  return {
    async 'game by keyboard alone'() {
      return browser.visit(async (page, driver) => {
        await page.keyboard.press('n');
        await page.waitForSelector('#setup[open]');
        await page.keyboard.press('Escape');
        let count = 0;
        const moves = await driver.playOut(async (column) => {
          count += 1;
          if (count % 2 === 0) return page.keyboard.press(String(column));
          await page.keyboard.press('ArrowLeft');
          for (let step = 0; step < 7; step += 1) await page.keyboard.press('ArrowLeft');
          for (let step = 1; step < column; step += 1) await page.keyboard.press('ArrowRight');
          return page.keyboard.press(count % 4 === 1 ? 'Enter' : 'ArrowDown');
        });
        await page.keyboard.press('u');
        await page.waitForFunction((all) => document.querySelectorAll('#board [data-cell]').length < all, moves.length);
        await page.keyboard.press('r');
        await driver.newGame({ rows: 4, columns: 12, o: 'person' });
        await page.keyboard.press('1');
        await page.keyboard.press('2');
        await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length === 1);
        assert.deepEqual((await driver.compare()).moves, [12]);
        return `${moves.length} moves`;
      });
    },

    async 'the last stone and the fours are marked, and what was played is told'() {
      const still = { reducedMotion: 'reduce' };
      await browser.visit(async (page, driver) => {
        await driver.click(4);
        await driver.reached(1);
        await driver.reached(2);
        await driver.settled();
        const { moves, stones: lie } = await driver.compare();
        const [last] = lie.filter((stone) => stone.startsWith('o'));
        assert.deepEqual(await marked(page, '.last'), [last]);
        assert.equal(await status(page), `Column ${moves.at(-1)} was played. Your turn`);
        await page.click('#undo');
        await driver.says(/^Your turn$/);
        await page.waitForFunction(() => document.querySelectorAll('#board .last').length === 0);
        assert.equal(await status(page), 'Back at the start. Your turn');
        await page.click('#moves li:nth-child(2) button');
        await page.waitForSelector('#board .last');
        assert.deepEqual(await marked(page, '.last'), ['x1,4']);
        assert.equal(await status(page), 'On to move 1. Pocketfour waits');
      }, still);
      let rings = 0;
      for (const moves of [WON, DOUBLE]) {
        await browser.visit(async (page, driver) => {
          await driver.says(/win/);
          const { stones: lie, result } = oracle.position({ rows: 6, columns: 7 }, moves);
          assert.match(result, /^p[12]win$/);
          assert.deepEqual(await marked(page, '.four-ring'), fours(lie));
          assert.equal(await page.locator('#board .last').count(), 0);
          rings += fours(lie).length;
        }, { hash: `#6x7/-/${moves.join('.')}`, ...still });
      }
      return `${rings} stones in fours`;
    },

    async 'the keyboard is led, and a screen reader is told enough'() {
      return browser.visit(async (page, driver) => {
        const focused = () => page.evaluate(() => document.activeElement.textContent || document.activeElement.getAttribute('aria-label'));
        await driver.says(/waits|turn/);
        assert.equal(await page.locator('#moves [tabindex="0"]').count(), 1, 'one stop in the list of moves');
        await page.focus('#moves [tabindex="0"]');
        for (const [key, text] of [['ArrowLeft', '3'], ['ArrowUp', '2'], ['Home', 'Start'], ['ArrowRight', '1'], ['End', '4'], ['ArrowRight', '4'], ['ArrowLeft', '3']]) {
          await page.keyboard.press(key);
          assert.equal(await focused(), text, key);
          assert.equal(await page.locator('#moves [tabindex="0"]').count(), 1);
        }
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length === 3);
        assert.equal(await focused(), '3', 'the list keeps the keyboard');
        assert.ok(await page.evaluate(() => Boolean(document.getElementById('messages')
          .compareDocumentPosition(document.querySelector('main')) & Node.DOCUMENT_POSITION_FOLLOWING)), 'messages come first');
        assert.equal(await page.getAttribute('#log', 'aria-live'), 'off');
        assert.equal(await page.getByRole('group', { name: 'Game controls' }).count(), 1);
        await page.evaluate(() => { location.hash = '#nothing'; });
        await page.focus('.message button');
        await page.keyboard.press('Enter');
        assert.match(await focused(), /^Column \d, /, 'after a message the board has the keyboard');
      }, { hash: '#6x7/-/1.2.3.4' });
    },

    async 'behind a dialog no key does anything'() {
      return browser.visit(async (page, driver) => {
        await driver.newGame({ o: 'person' });
        await driver.click(4);
        await driver.reached(1);
        await page.click('#new');
        await page.evaluate(() => document.activeElement.blur());
        for (const key of ['3', 'u']) {
          await page.keyboard.press(key);
          await page.waitForTimeout(200);
          assert.equal(await stones(page), 1, key);
        }
        await page.click('#cancel');
        await page.keyboard.press('u');
        await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length === 0);
      });
    },

    async 'without JavaScript the page says what it needs'() {
      const context = await browser.chromium.newContext({ javaScriptEnabled: false });
      const page = await context.newPage();
      await page.goto(browser.address);
      assert.match(await page.innerText('body'), /This page needs JavaScript/);
      await context.close();
    },

    async 'a key that is held down drops one stone, and no number is lost'() {
      return browser.visit(async (page, driver) => {
        await driver.newGame({ rows: 4, columns: 12, o: 'person' });
        const hold = async (key) => {
          for (let time = 0; time < 4; time += 1) await page.keyboard.down(key);
          await page.keyboard.up(key);
        };
        for (const [at, key] of ['3', 'Enter', 'ArrowDown', ' '].entries()) {
          await hold(key);
          await driver.reached(at + 1);
          await page.waitForTimeout(100);
          assert.equal(await stones(page), at + 1, key);
        }
        await page.keyboard.press('1');
        await page.keyboard.press('5');
        await driver.says(/^There is no column 15\.$/);
        // A digit that waits means nothing when something else is done.
        await page.keyboard.press('1');
        await page.keyboard.press('u');
        await page.waitForTimeout(1000);
        assert.equal(await stones(page), 3);
      });
    },

    async 'a forbidden cell by arrow keys'() {
      return browser.visit(async (page, driver) => {
        await page.click('#new');
        await driver.seat({ x: 'person', o: 'person' });
        await page.focus('#cells [tabindex="0"]');
        for (const key of ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowUp']) {
          await page.keyboard.press(key);
        }
        assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-label')), 'Row 3, column 4');
        await page.keyboard.press('Enter');
        assert.equal(await page.textContent('#cell-text'), 'No stone may lie on row 3 of column 4.');
        assert.equal(await page.evaluate(() => document.activeElement.getAttribute('aria-selected')), 'true');
        await page.click('#start');
        driver.board = { rows: 6, columns: 7, block: '3,4' };
        for (const [at, column] of [4, 4, 4].entries()) {
          await driver.click(column);
          await driver.reached(at + 1);
        }
        const { stones: lie } = await driver.compare();
        assert.deepEqual(lie, ['o2,4', 'x1,4', 'x4,4']);
      });
    },

    async 'a click on the graph goes to that move'() {
      return browser.visit(async (page, driver) => {
        await driver.newGame({ o: 'person' });
        for (const [at, column] of [4, 4, 3, 5, 4, 3].entries()) {
          await driver.click(column);
          await driver.reached(at + 1);
        }
        const { x, y, width, height } = await page.locator('#graph').boundingBox();
        for (const ply of [2, 5, 0, 6]) {
          // Not on the place itself, but nearer to it than to the next one.
          await page.mouse.click(x + ((ply + 0.3) / 24) * width, y + height / 3);
          await page.waitForFunction((count) => document.querySelectorAll('#board [data-cell]').length === count, ply);
          const here = await page.$$eval('#moves button', (all) => all.findIndex((one) => one.getAttribute('aria-current') === 'true'));
          assert.equal(here, ply);
        }
        // Behind the last move there is nothing.
        await page.mouse.click(x + width / 2, y + height / 3);
        await page.waitForTimeout(200);
        assert.equal(await stones(page), 6);
      });
    },

    async 'hints, ghosts and scores'() {
      return browser.visit(async (page) => {
        await page.click('#hint');
        await page.waitForFunction(() => /wins in 1/.test(document.getElementById('scores').textContent));
        const label = await page.getAttribute('#columns button:nth-child(4)', 'aria-label');
        assert.match(label, /wins in 1/);
        await page.hover('#columns button:nth-child(4)');
        assert.equal(await page.locator('#board .ghost').count(), 1);
        await page.waitForFunction(() => document.querySelectorAll('#graph path')[0].getAttribute('d').length > 20);
        assert.match(await page.getAttribute('#graph', 'aria-label'), /better for x/);
      }, { hash: '#6x7/-/3.3.2.2.1.1' });
    },

    async 'ghosts stay after a click, and marks wait for the stone'() {
      return browser.visit(async (page, driver) => {
        await driver.newGame({ o: 'person' });
        await page.click('#hint');
        await page.waitForSelector('.score.best');
        // The keyboard is on another column than the one that is clicked.
        await page.focus('#columns button:nth-child(2)');
        await driver.click(5);
        await driver.reached(1);
        const marks = await page.$eval('#board .last', (ring) => {
          const { animationName, animationDelay } = getComputedStyle(ring);
          return { animationName, delay: parseFloat(animationDelay) };
        });
        assert.equal(marks.animationName, 'appear');
        assert.ok(marks.delay > 0.2, `${marks.delay} s`);
        await page.waitForFunction(() => document.querySelectorAll('#board .ghost').length > 1, null, { timeout: 20_000 });
        assert.equal(await page.locator('.strips .here').count(), 1);
      });
    },

    async 'a full column is said for a while'() {
      return browser.visit(async (page, driver) => {
        await page.click('#hint');
        await page.click('#columns button:nth-child(4)', { force: true });
        await driver.says(/Column 4 is full/);
        // Hints come and are drawn meanwhile.
        const draws = await page.evaluate(async () => {
          let count = 0;
          const watch = new MutationObserver(() => (count += 1));
          watch.observe(document.getElementById('progress'), { childList: true, characterData: true, subtree: true });
          await new Promise((resolve) => setTimeout(resolve, 600));
          return count;
        });
        assert.ok(draws > 0, 'the page was drawn');
        assert.equal(await driver.status(), 'Column 4 is full.');
      }, { hash: '#6x7/-/4.4.4.4.4.4' });
    },

    async 'an engine game is watched: pause, step, go on'() {
      return browser.visit(async (page, driver) => {
        await driver.newGame({ x: 'wasm', o: 'wasm', level: 10, time: 1 });
        await driver.reached(2);
        await page.click('#pause');
        await driver.says(/waits/);
        const { moves } = await driver.compare();
        await page.waitForTimeout(600);
        assert.deepEqual(await driver.moves(), moves, 'nobody moves');
        await page.click('#undo');
        await page.click('#undo');
        await page.waitForFunction((all) => document.querySelectorAll('#board [data-cell]').length === all, moves.length - 2);
        await page.click('#redo');
        await page.waitForFunction((all) => document.querySelectorAll('#board [data-cell]').length === all, moves.length - 1);
        await page.click('#redo');
        await page.click('#pause');
        await driver.reached(moves.length + 2);
        await page.click('#pause');
        await driver.says(/waits/);
        const after = await driver.compare();
        assert.deepEqual(after.moves.slice(0, moves.length), moves);
        return `${after.moves.length} moves`;
      });
    },

    async 'others sit down in the middle of a game'() {
      return browser.visit(async (page, driver) => {
        await driver.settled();
        const { moves } = await driver.compare();
        assert.deepEqual(moves, [4, 4, 3, 5]);
        assert.deepEqual(await told(page), ['Pocketfour', 'You']);
        await driver.change({ x: 'wasm', o: 'person', level: 1, time: 0 });
        await driver.reached(5);
        await driver.settled();
        assert.equal((await driver.compare()).moves.length, 5);
        await page.click('#player-o');
        assert.equal(await page.inputValue('#level-x'), '1');
        assert.equal(await page.isVisible('#rows'), false);
        await page.click('#cancel');
        await driver.change({ x: 'person', o: 'person' });
        await driver.says(/Second to move/);
        assert.deepEqual(await told(page), ['First', 'Second'], 'whose stones they are, for a screen reader');
        await driver.click(7);
        await driver.reached(6);
        await driver.says(/First to move/);
      }, { hash: '#6x7/-/4.4.3.5' });
    },

    async 'by touch: a stone, and the expected line'() {
      return browser.visit(async (page, driver) => {
        await page.tap('#hint');
        await page.waitForSelector('.score.best');
        await page.waitForFunction(() => document.querySelectorAll('#scores .score')[3].textContent !== '');
        const before = await stones(page);
        await page.tap('#scores .score:nth-child(4)');
        await page.waitForFunction(() => document.querySelectorAll('#board .ghost').length > 1);
        assert.equal(await stones(page), before, 'a look is no move');
        await page.tap('#scores .score:nth-child(4)');
        assert.equal(await page.locator('#board .ghost').count(), 0);
        await page.tap('#columns button:nth-child(4)');
        await driver.reached(3);
        await driver.settled();
        assert.equal((await driver.compare()).moves.at(2), 4);
      }, { hash: '#6x7/-/4.4', hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
    },
  };
}
