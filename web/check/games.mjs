// Whole games against every kind of engine, and the same search by all.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { messages, messagesSoFar } from './browser.mjs';
import { lastRound } from './driver.mjs';
import { addSerial, EmulatedBoard } from './serial.mjs';

const SAME = '4 4 3 5 3';

export function gameChecks({ browser, oracle, root, folder, image }) {
  const emulator = join(root, 'firmware', 'emulator', 'pico.js');
  /** What each kind of engine found for one position. */
  const found = {};
  return {
    async 'folder is small'() {
      const sizes = readdirSync(folder).filter((name) => name !== 'pico.uf2').map((name) => statSync(join(folder, name)).size);
      const all = sizes.reduce((sum, size) => sum + size, 0);
      assert.ok(sizes.length >= 6 && all > 100_000, `${sizes.length} files`);
      assert.ok(all < 1_000_000, `${all} bytes`);
      const html = readFileSync(join(folder, 'index.html'), 'utf8');
      assert.match(html, /Content-Security-Policy" content="default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/);
      assert.doesNotMatch(html, /'unsafe-|<script(?![^>]* src=)|<style| on\w+=/);
      return `${Math.round(all / 1000)} KB without the image`;
    },

    async 'game against WebAssembly'() {
      return browser.visit(async (page, driver) => {
        const moves = await driver.playOut();
        await driver.newGame({ rows: 5, columns: 6, block: '1,3', x: 'wasm', o: 'person', level: 2, time: 0 });
        await driver.says(/turn/);
        assert.equal((await driver.compare()).moves.length, 1, 'the engine moves first');
        found.wasm = await driver.search(SAME);
        return `${moves.length} moves`;
      });
    },

    async 'game against the emulated Pico'() {
      return browser.visit(async (page, driver) => {
        await driver.newGame({ rows: 5, columns: 5, block: '2,2', o: 'pico', level: 1, time: 0 });
        const moves = await driver.playOut();
        await driver.newGame({ o: 'pico', level: 1, time: 0 });
        await driver.click(4);
        await driver.reached(2);
        found.pico = await driver.search(SAME);
        return `${moves.length} moves`;
      });
    },

    async 'game over Web Serial, unplugged once'() {
      const device = new EmulatedBoard(emulator, image);
      try {
        return await browser.visit(async (page, driver) => {
          await driver.newGame({ rows: 5, columns: 5, o: 'serial', level: 1, time: 0 });
          const moves = await driver.playOut(undefined, async (count) => {
            if (count !== 2) return;
            await device.unplug(page);
            await page.waitForSelector('.message:not(.good)');
            const told = await messages(page);
            assert.equal(told.length, 1, String(told));
            assert.match(told[0], /unplugged. The game stays/);
            await device.plug(page);
            await page.click('.message:not(.good) button');
            // On a busy computer the emulated board may take longer to answer
            // than a real one would: then it is asked again.
            for (let tries = 0; tries < 20; tries += 1) {
              await page.waitForFunction(() => document.querySelector('.message:not(.good)')
                || /Your turn|win|draw/.test(document.getElementById('state').textContent));
              const slow = page.locator('.message', { hasText: 'Nothing that speaks UGI' });
              if ((await slow.count()) === 0) break;
              await slow.locator('button').first().click();
            }
          });
          assert.equal(device.opens >= 2, true, 'connected again');
          // Its banner, which comes again, is no reason to complain.
          const told = (await messagesSoFar(page)).filter((text) => !/Nothing that speaks UGI/.test(text));
          assert.equal(told.length, 1, String(told));
          await driver.newGame({ o: 'serial', level: 1, time: 0 });
          await driver.click(4);
          await driver.reached(2);
          found.serial = await driver.search(SAME);
          assert.equal(await page.evaluate(() => window.serialRequests), 1, 'it is known when it comes back');
          return `${moves.length} moves`;
        }, { prepare: (page) => addSerial(page, device) });
      } finally {
        device.end();
      }
    },

    async 'same search everywhere'() {
      assert.deepEqual(Object.keys(found).sort(), ['pico', 'serial', 'wasm'], 'the games come first');
      const here = lastRound(['MultiPV value 12', 'InFlight value 2', 'KeepTree value false', 'Seed value 7', 'Level value 10',
        'Rows value 6', 'Columns value 7', 'Block value none'].map((line) => oracle.ask(`setoption name ${line}`))
        .concat(oracle.ask(`position startpos moves ${SAME}`), oracle.ask('go nodes 1500')).join('').split('\n'));
      assert.ok(here.length > 3, String(here));
      for (const [kind, lines] of Object.entries(found)) assert.deepEqual(lines, here, kind);
      return `${here.length - 1} columns, ${here.at(-1)}`;
    },
  };
}
