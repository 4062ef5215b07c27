// How fast the page is. A computer that does other things too gives a page
// less time, so what is checked is the time that the processor has spent for
// it; what the clock said meanwhile is printed, and not checked.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FIRST_STONE = 1000; // milliseconds
const FRAME = 50;
const FILE = 100; // a portion of a long one

export function speedChecks({ browser, root }) {
  return {
    async 'nothing moves'() {
      return browser.visit(async (page, driver) => {
        const place = () => page.evaluate(() => JSON.stringify(['frame', 'hint', 'graph', 'moves', 'link'].map((id) => {
          const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
          return [id, x, y, width, height];
        })));
        const before = await place();
        await driver.click(4);
        await driver.reached(1);
        assert.equal(await place(), before, 'while it thinks');
        await driver.settled();
        await page.click('#hint');
        await page.waitForSelector('.score.best');
        assert.equal(await place(), before, 'with hints');
      });
    },

    async 'first stone'() {
      const trace = await traced(browser, (page) => page.goto('about:blank'), async (page, driver) => {
        await page.goto(browser.address);
        await driver.click(4);
        await page.waitForSelector('#board [data-cell]');
        return page.evaluate(() => Math.round(performance.now()));
      });
      const spent = trace.tasks.reduce((sum, task) => sum + task, 0);
      assert.ok(trace.tasks.length > 10, 'the trace has tasks');
      assert.ok(spent < FIRST_STONE, `first stone: ${spent.toFixed(0)} ms of the processor's time`);
      return `${spent.toFixed(0)} ms of the processor's time (checked: under ${FIRST_STONE}); by the clock ${trace.result} ms`;
    },

    async 'frames while the opponent thinks'() {
      const trace = await traced(browser, async (page, driver) => {
        await page.click('#hint');
        await driver.newGame({ rows: 12, columns: 12, level: 10, time: 4 });
      }, async (page, driver) => {
        await driver.click(6);
        await driver.says(/Thinking/);
        const frames = await page.evaluate(async () => {
          const times = [];
          const end = performance.now() + 2000;
          for (let last = performance.now(); last < end;) {
            const now = await new Promise(requestAnimationFrame);
            times.push(now - last);
            last = now;
          }
          return { times, thinks: /Thinking/.test(document.getElementById('state').textContent) };
        });
        assert.ok(frames.thinks, 'it has thought all the time');
        return frames.times;
      });
      const longest = Math.max(...trace.tasks);
      assert.ok(trace.tasks.length > 100, `${trace.tasks.length} tasks`);
      assert.ok(longest < FRAME, `longest task: ${longest.toFixed(1)} ms of the processor's time`);
      const frame = Math.max(...trace.result);
      return `longest task ${longest.toFixed(1)} ms of the processor's time (checked: under ${FRAME}); `
        + `by the clock the longest of ${trace.result.length} frames ${frame.toFixed(0)} ms`;
    },

    async 'frames while a long file is read'() {
      const archive = readFileSync(join(root, 'docs', 'games', 'host-against-rivals.jsonl'), 'utf8');
      const text = archive.repeat(Math.ceil(15e6 / archive.length));
      const count = text.trimEnd().split('\n').length;
      const place = mkdtempSync(join(tmpdir(), 'pocketfour-games-'));
      const path = join(place, 'long.jsonl');
      writeFileSync(path, text);
      try {
        const trace = await traced(browser, () => {}, async (page, driver) => {
          await page.setInputFiles('#file', path);
          await page.waitForFunction((all) => document.getElementById('games').length === all, count);
          await page.evaluate((last) => {
            const games = document.getElementById('games');
            games.selectedIndex = last;
            games.dispatchEvent(new Event('change'));
          }, count - 1);
          await driver.says(/^Move 0 of/);
        });
        const longest = Math.max(...trace.tasks);
        assert.ok(longest < FILE, `longest task: ${longest.toFixed(1)} ms of the processor's time`);
        return `${count} games, longest task ${longest.toFixed(1)} ms of the processor's time (checked: under ${FILE})`;
      } finally {
        rmSync(place, { recursive: true });
      }
    },
  };
}

/**
 * Does something while the browser writes down what its threads do. The page
 * is opened before that, unless that is what is looked at.
 */
async function traced(browser, before, body) {
  return browser.visit(async (page, driver) => {
    await before(page, driver);
    await browser.chromium.startTracing(page, { categories: ['toplevel', '__metadata', 'disabled-by-default-lighthouse'] });
    let result;
    let trace;
    try {
      result = await body(page, driver);
    } finally {
      trace = await browser.chromium.stopTracing();
    }
    return { result, tasks: mainTasks(JSON.parse(trace.toString())) };
  });
}

/**
 * Milliseconds of the processor's time for each task of the page's thread. What
 * a promise leads to is a task of its own, after the one that it came from.
 */
function mainTasks({ traceEvents }) {
  const main = new Set(traceEvents
    .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
    .map(({ pid, tid }) => `${pid} ${tid}`));
  return traceEvents
    .filter(({ ph, name, pid, tid, tdur }) => ph === 'X' && /(RunTask|MicrotaskCheckpoint)$/.test(name) && main.has(`${pid} ${tid}`) && tdur !== undefined)
    .map(({ tdur }) => tdur / 1000);
}
