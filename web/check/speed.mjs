// How fast the page is. Where a person waits, the clock says it; a computer that
// does other things too gives a page less time now and then, so it is looked at
// again if that was too much, and the best run counts. For a task of the page, it is
// the time that the processor has spent on it, and that holds in every run; only a long
// file is read again if it was too much, up to twice.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { place } from './layout.mjs';

const FIRST_STONE = 1000; // milliseconds
const ANSWER = 2500; // the first stone, the second that a move has, and its fall
const FRAME = 50;
const RUNS = 10; // at most
const FILE = 100; // a portion of a long one
const READS = 3; // of that file, at most

export function speedChecks({ browser, root }) {
  return {
    async 'nothing moves'() {
      return browser.visit(async (page, driver) => {
        const before = await place(page);
        await driver.click(4);
        await driver.reached(1);
        assert.equal(await place(page), before, 'while it thinks');
        await driver.settled();
        await page.click('#hint');
        await page.waitForSelector('.score.best');
        assert.equal(await place(page), before, 'with hints');
      });
    },

    async 'first stone'() {
      const runs = [];
      const isGood = ([stone, answer]) => stone < FIRST_STONE && answer < ANSWER;
      while (runs.length < RUNS && !runs.some(isGood)) {
        // Nothing is kept from the visit before.
        runs.push(await browser.visit(async (page, driver) => {
          await driver.click(4);
          await page.waitForFunction(() => window.landings.length >= 2);
          return page.evaluate(() => window.landings.slice(0, 2).map(Math.round));
        }, { prepare: (page) => page.addInitScript(keepLandings) }));
      }
      const good = runs.find(isGood);
      assert.ok(good, `the first stone and the answer have landed after ${runs.join(' and ')} ms`);
      return `it has landed ${good[0]} ms after the page was opened (checked: under ${FIRST_STONE}), `
        + `the engine's answer after ${good[1]} ms (under ${ANSWER}); run ${runs.length} of ${RUNS}`;
    },

    async 'frames while the opponent thinks'() {
      const think = () => traced(browser, async (page, driver) => {
        await page.click('#hint');
        await driver.newGame({ rows: 12, columns: 12, level: 10, time: 4 });
        // Where the opening book knows no answer.
        await page.evaluate(() => { location.hash = '#12x12/-/1.12.3.10.5.8'; });
        await driver.reached(6);
      }, async (page, driver) => {
        await driver.click(7);
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
      const frames = []; // the longest one of each run
      let longest = 0;
      while (frames.length < RUNS && !frames.some((one) => one <= FRAME)) {
        const { tasks, result } = await think();
        assert.ok(tasks.length > 100, `${tasks.length} tasks`);
        assert.ok(result.length > 40, `${result.length} frames`);
        longest = Math.max(longest, ...tasks);
        frames.push(Math.max(...result));
      }
      assert.ok(longest < FRAME, `longest task: ${longest.toFixed(1)} ms of the processor's time`);
      const frame = Math.min(...frames);
      assert.ok(frame <= FRAME, `the longest frame of each run took ${frames.map((one) => one.toFixed(0))} ms`);
      return `longest frame ${frame.toFixed(0)} ms in run ${frames.length} of ${RUNS}, `
        + `longest task of all ${longest.toFixed(1)} ms of the processor's time (checked: ${FRAME})`;
    },

    async 'frames while a long file is read'() {
      const archive = readFileSync(join(root, 'docs', 'games', 'host-against-rivals.jsonl'), 'utf8');
      const text = archive.repeat(Math.ceil(15e6 / archive.length));
      const count = text.trimEnd().split('\n').length;
      const place = mkdtempSync(join(tmpdir(), 'pocketfour-games-'));
      const path = join(place, 'long.jsonl');
      writeFileSync(path, text);
      try {
        const read = () => traced(browser, () => {}, async (page, driver) => {
          await page.setInputFiles('#file', path);
          await page.waitForFunction((all) => document.getElementById('games').length === all, count);
          await page.evaluate((last) => {
            const games = document.getElementById('games');
            games.selectedIndex = last;
            games.dispatchEvent(new Event('change'));
          }, count - 1);
          await driver.says(/^Move 0 of/);
        });
        const runs = []; // the longest task of each
        while (runs.length < READS && !runs.some((longest) => longest < FILE)) {
          const { tasks } = await read();
          assert.ok(tasks.length > 100, `${tasks.length} tasks`);
          runs.push(Math.max(...tasks));
        }
        const longest = Math.min(...runs);
        assert.ok(longest < FILE, `the longest task of each run took ${runs.map((one) => one.toFixed(1))} ms of the processor's time`);
        return `${count} games, longest task ${longest.toFixed(1)} ms of the processor's time `
          + `(checked: under ${FILE}) in run ${runs.length} of ${READS}`;
      } finally {
        rmSync(place, { recursive: true });
      }
    },
  };
}

/** Runs in the page: when stones have landed, since it was opened. */
function keepLandings() {
  window.landings = [];
  document.addEventListener('animationend', ({ animationName }) => {
    if (animationName === 'fall') window.landings.push(performance.now());
  });
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
