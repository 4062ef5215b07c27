// How it looks, and to those who do not see it.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { covered, fits, named, place } from './layout.mjs';
import { addSerial, OddEngine } from './serial.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const WON = '#6x7/-/5.2.3.5.7.5.4.6.7.1.1.5.5.4.1.4.3.7.4.3.3.2.2.1.4';

/** Finds what axe-core calls serious; gives the number of rules that passed. */
async function look(page, where) {
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(() => window.axe.run());
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const told = serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 90)} ${any[0]?.message ?? ''}`).join(' ')}`);
  assert.deepEqual(told, [], where);
  assert.ok(passes.length > 15, `${where}: ${passes.length} rules`);
  return passes.length;
}

const withHints = async (page) => {
  await page.click('#hint');
  await page.waitForSelector('.score.best');
};

const PLAY = '.top button, .players button, .columns button, .controls button';

/** Runs in the page: an emulated Pico that never starts. */
function breakPico() {
  window.Worker = class extends Worker {
    constructor(script, options) {
      super(script, options);
      if (/pico/.test(script)) setTimeout(() => this.onmessage({ data: { failed: 'It is broken.' } }));
    }
  };
}

export function lookChecks({ browser, root, shots }) {
  return {
    async accessibility() {
      let rules = 0;
      const places = {
        async game(page, driver) {
          await driver.click(4);
          await driver.reached(2);
          await driver.settled();
          await withHints(page);
        },
        async 'new game'(page) {
          await page.click('#new');
        },
        async players(page) {
          await page.click('#player-o');
        },
        async 'won game'(page, driver) {
          await driver.newGame({ x: 'person', o: 'person' });
          for (const column of [1, 2, 1, 2, 1, 2, 1]) await driver.click(column);
          await driver.says(/First wins/);
        },
        async 'message and console'(page, driver) {
          await driver.newGame({ o: 'serial' });
          await page.click('#console summary');
          await driver.click(4);
          await page.waitForSelector('.message');
          await page.waitForSelector('#log p');
        },
      };
      const device = new OddEngine((port, self) => self.say(port, 'bestmove 9\n'));
      for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark' }, { colorScheme: 'light', ...PHONE }]) {
        for (const [name, go] of Object.entries(places)) {
          await browser.visit(async (page, driver) => {
            await go(page, driver);
            const where = `${name}, ${options.colorScheme}, ${options.viewport?.width ?? 'wide'}`;
            rules += await look(page, where);
            await fits(page, where);
          }, { ...options, reducedMotion: 'reduce', prepare: (page) => addSerial(page, device) });
        }
      }
      return `${rules} rules passed`;
    },

    async 'long names fit, and move nothing'() {
      const archive = join(root, 'docs', 'games', 'host-against-rivals.jsonl');
      for (const options of [PHONE, { viewport: { width: 740, height: 860 } }, {}]) {
        const where = `${options.viewport?.width ?? 'wide'}`;
        await browser.visit(async (page, driver) => {
          await page.setInputFiles('#file', archive);
          await driver.says(/^Move 0 of/);
          const before = await place(page);
          await named(page, where);
          await page.click('#moves li:last-child button');
          await driver.says(/^x wins$|^o wins$/);
          assert.equal(await place(page), before, where);
          await named(page, where);
          await fits(page, where);
        }, options);
        await browser.visit(async (page, driver) => {
          const before = await place(page);
          await driver.newGame({ x: 'pico', o: 'pico' });
          await driver.says(/^Emulated Pico \(x\) has no move$/);
          assert.equal(await place(page), before, where);
          await named(page, where);
          await fits(page, where);
          const cut = await page.$eval('#state', (one) => one.scrollWidth - one.clientWidth + one.scrollHeight - one.clientHeight);
          assert.ok(cut <= 0, `${where}: ${cut} px of what goes on are cut`);
          // Whatever is said there.
          for (const text of ['many words '.repeat(20), 'noword'.repeat(40)]) {
            await page.$eval('#state', (one, said) => { one.textContent = said; }, text);
            assert.equal(await place(page), before, where);
            await named(page, where);
            await fits(page, where);
          }
        }, { ...options, prepare: (page) => page.addInitScript(breakPico) });
      }
    },

    async 'messages lie over nothing that is pressed'() {
      const busy = { opened: () => { throw new Error('Failed to open serial port.'); }, written: () => {} };
      for (const [players, count, controls, options] of [
        [{ x: 'serial', o: 'serial' }, 2, `${PLAY}, .share button, summary`, {}],
        [{ o: 'serial' }, 1, `${PLAY}, #moves button`, {}],
        [{ o: 'serial' }, 1, PLAY, PHONE],
      ]) {
        await browser.visit(async (page, driver) => {
          await driver.newGame(players);
          await page.waitForFunction((all) => document.querySelectorAll('.message').length === all, count);
          assert.deepEqual(await covered(page, controls), []);
          assert.deepEqual(await covered(page, '.message button').then((all) => all.length > 1), true, 'the control');
        }, { ...options, prepare: (page) => addSerial(page, busy) });
      }
    },

    async 'one left edge, and words on one line'() {
      for (const hash of ['#6x7/-/', '#12x4/-/', '#4x12/-/', '#12x12/-/']) {
        await browser.visit(async (page) => {
          const edges = await page.evaluate(() => ['board', 'columns', 'undo', 'player-x', 'frame'].map((id) =>
            Math.round(document.getElementById(id).getBoundingClientRect().left)));
          const [board, , undo, player, frame] = edges;
          assert.deepEqual([undo, player, frame], [board, board, board], hash);
          const title = await page.$eval('h1', (one) => Math.round(one.getBoundingClientRect().left));
          assert.equal(title, board, hash);
        }, { hash });
      }
      for (const options of [{}, PHONE]) {
        await browser.visit(async (page) => {
          await withHints(page);
          await page.waitForFunction(() => /wins in/.test(document.getElementById('scores').textContent));
          const lines = await page.$$eval('.score', (all) => all.filter((one) => one.textContent !== '').map((one) => {
            const words = one.querySelector('span');
            const range = document.createRange();
            range.selectNodeContents(words);
            const inside = words.getBoundingClientRect().bottom <= one.getBoundingClientRect().bottom + 1;
            const { width } = words.getBoundingClientRect();
            return { text: words.textContent, rows: range.getClientRects().length, inside, fits: width <= one.clientWidth + 1 };
          }));
          assert.ok(lines.some(({ text }) => /^wins in/.test(text)), JSON.stringify(lines));
          for (const line of lines) assert.deepEqual({ ...line, rows: 1, inside: true, fits: true }, line);
        }, { hash: '#12x12/5,6/6.6.7.8.6.7.7.5.8.8', ...options });
      }
    },

    async screenshots() {
      mkdirSync(shots, { recursive: true });
      const scenes = {
        light: { colorScheme: 'light', hash: '#6x7/-/4.4.3.5.4.3' },
        dark: { colorScheme: 'dark', hash: '#9x9/3,4/5.5.4.6.6.3.3.5' },
        phone: { colorScheme: 'light', ...PHONE, hash: '#12x12/5,6/6.6.7.8.6.7.7.5.8.8' },
        won: { colorScheme: 'light', hash: WON },
      };
      for (const [name, scene] of Object.entries(scenes)) {
        await browser.visit(async (page, driver) => {
          await driver.settled();
          if (name !== 'won') await withHints(page);
          const over = { light: 4, dark: 5 }[name];
          if (over) await page.hover(`.columns button:nth-child(${over})`);
          await page.waitForTimeout(1500);
          await fits(page, name);
          await page.screenshot({ path: join(shots, `${name}.png`) });
          if (name === 'light') {
            await page.mouse.move(0, 0);
            await page.click('#player-o');
            await page.screenshot({ path: join(shots, 'players.png') });
            await page.click('#cancel');
            await page.click('#console summary');
            await page.waitForSelector('#log p');
            await page.screenshot({ path: join(shots, 'console.png'), fullPage: true });
          }
          if (name === 'phone') {
            await page.screenshot({ path: join(shots, 'phone-whole.png'), fullPage: true });
            await page.click('#new');
            await page.screenshot({ path: join(shots, 'phone-new.png') });
          }
        }, { reducedMotion: 'reduce', ...scene });
      }
      return shots;
    },
  };
}
