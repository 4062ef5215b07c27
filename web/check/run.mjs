// Checks the page in a real browser:
//
//   node check/run.mjs PAGE-FOLDER IMAGE.elf SCREENSHOTS [NAME...]
//
// Each check prints a line when it has passed; the last line counts them. What
// fails ends the run.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../tools/serve.mjs';
import { Driver, lastRound } from './driver.mjs';
import { Oracle } from './oracle.mjs';
import { addSerial, EmulatedBoard, OddEngine } from './serial.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const [folder, image, shots, ...names] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const emulator = join(root, 'firmware', 'emulator', 'pico.js');
const SAME = '4 4 3 5 3';

const oracle = new Oracle(join(folder, 'pocketfour.wasm'));
const { server, address } = await serve(folder);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

/** Opens the page; whatever it complains about fails the check. */
async function visit(body, { hash = '', prepare = async () => {}, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1180, height: 860 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') wrong.push(message.text());
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    const ours = protocol === 'blob:' || `${origin}/` === address;
    if (!ours) wrong.push(`asks for ${request.url()}`);
  });
  await prepare(page);
  await page.goto(address + hash);
  await page.waitForSelector('#columns button');
  const result = await body(page, new Driver(page, oracle)).catch(async (error) => {
    const said = await page.textContent('#state').catch(() => '');
    await page.evaluate(() => { document.getElementById('console').open = true; });
    await page.waitForSelector('#log p', { timeout: 2000 }).catch(() => {});
    const log = await page.$$eval('#log p', (all) => all.slice(-30).map((line) => `${line.className} ${line.textContent}`)).catch(() => []);
    const held = await page.evaluate(() => ({
      focus: document.activeElement?.outerHTML.slice(0, 120),
      dialogs: document.querySelectorAll('dialog[open]').length,
      moves: document.querySelectorAll('#moves button').length - 1,
    })).catch(() => ({}));
    const told = [said, await messages(page).catch(() => ''), wrong, JSON.stringify(held)];
    error.stack += `\nthe page said: ${told.join('; ')}\n${log.join('\n')}`;
    throw error;
  });
  assert.deepEqual(wrong, []);
  await context.close();
  return result;
}

/** The messages on the page. */
const messages = (page) => page.$$eval('.message:not(.good) p', (all) => all.map((one) => one.textContent));

/** What each kind of engine found for one position. */
const found = {};

const checks = {
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
    return visit(async (page, driver) => {
      const moves = await driver.playOut();
      await driver.newGame({ rows: 5, columns: 6, block: '1,3', x: 'wasm', o: 'person', level: 2, time: 0 });
      await page.waitForFunction(() => /turn/.test(document.getElementById('state').textContent));
      assert.equal((await driver.compare()).moves.length, 1, 'the engine moves first');
      found.wasm = await driver.search(SAME);
      return `${moves.length} moves`;
    });
  },

  async 'game against the emulated Pico'() {
    return visit(async (page, driver) => {
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
      return await visit(async (page, driver) => {
        await driver.newGame({ rows: 5, columns: 5, o: 'serial', level: 1, time: 0 });
        const moves = await driver.playOut(undefined, async (count) => {
          if (count !== 2) return;
          await device.unplug(page);
          await page.waitForSelector('.message');
          const told = await messages(page);
          assert.equal(told.length, 1, String(told));
          assert.match(told[0], /unplugged. The game stays/);
          await page.click('.message button');
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
        assert.ok(device.opens >= 2, 'connected again');
        await driver.newGame({ o: 'serial', level: 1, time: 0 });
        await driver.click(4);
        await driver.reached(2);
        found.serial = await driver.search(SAME);
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

  async 'what a port may say'() {
    const cases = {
      garbage: [(port, self) => self.say(port, '\x00\xff~~~\x07\nhello there\nbestmove 2\n'), /not UGI/],
      illegal: [(port, self) => self.say(port, 'bestmove 9\n'), /column 9, which the rules do not allow/],
      refusal: [(port, self) => self.say(port, 'error I will not\n'), /refuses: I will not/],
    };
    for (const [name, [go, expected]] of Object.entries(cases)) {
      const device = new OddEngine(go);
      await visit(async (page, driver) => {
        await driver.newGame({ o: 'serial' });
        await driver.click(4);
        await page.waitForSelector('.message');
        const told = await messages(page);
        assert.equal(told.length, 1, `${name}: ${told}`);
        assert.match(told[0], expected);
        device.go = (port, self) => self.say(port, 'bestmove 5\n');
        if (name !== 'garbage') await page.click('.message button');
        else await driver.settled().then(() => driver.click(4));
        await driver.reached(name === 'garbage' ? 4 : 2);
        const { moves } = await driver.compare();
        assert.deepEqual(moves, name === 'garbage' ? [4, 2, 4, 5] : [4, 5]);
      }, { prepare: (page) => addSerial(page, device) });
    }
    return `${Object.keys(cases).length} kinds`;
  },

  async 'a line of 10 MB, and markup'() {
    const device = new OddEngine((port, self) => self.say(port, 'info string <b id="evil">bold</b><img src=x onerror=evil()>\nbestmove 3\n'));
    return visit(async (page, driver) => {
      await driver.newGame({ o: 'serial' });
      await page.evaluate(() => { document.getElementById('console').open = true; });
      await driver.click(4);
      await driver.reached(2);
      assert.deepEqual(await messages(page), []);
      assert.equal(await page.locator('#evil, #log b, #log img').count(), 0);
      assert.match(await page.textContent('#log'), /<b id="evil">/);
      await page.evaluate(() => window.serialFlood(0, 10e6));
      await page.waitForSelector('.message');
      assert.match(String(await messages(page)), /a line without an end/);
      await driver.click(4);
      await driver.reached(4);
      assert.deepEqual((await driver.compare()).moves, [4, 3, 4, 3]);
    }, { prepare: (page) => addSerial(page, device) });
  },

  async 'ports that do not open'() {
    await visit(async (page, driver) => {
      await driver.newGame({ o: 'serial' });
      await driver.click(4);
      await page.waitForSelector('.message');
      assert.match(String(await messages(page)), /no Web Serial.*Chrome, Edge and Opera/);
      await page.click('text=Play in this page');
      await driver.reached(2);
      assert.equal((await driver.compare()).moves.length, 2);
    }, { prepare: (page) => page.addInitScript(() => { delete Navigator.prototype.serial; }) });
    const busy = { opened: () => { throw new Error('Failed to open serial port.'); }, written: () => {} };
    await visit(async (page, driver) => {
      await driver.newGame({ o: 'serial' });
      await driver.click(4);
      await page.waitForSelector('.message');
      assert.match(String(await messages(page)), /cannot be opened: another program/);
    }, { prepare: (page) => addSerial(page, busy) });
    const mute = { written: () => {} };
    await visit(async (page, driver) => {
      await driver.newGame({ o: 'serial' });
      await driver.click(4);
      await page.waitForSelector('.message');
      assert.match(String(await messages(page)), /Nothing that speaks UGI/);
    }, { prepare: (page) => addSerial(page, mute) });
  },

  async 'two chips play each other'() {
    const device = new OddEngine((port, self) => self.say(port, `bestmove ${port + 1}\n`));
    return visit(async (page, driver) => {
      await driver.newGame({ x: 'serial', o: 'serial' });
      await page.waitForFunction(() => /wins/.test(document.getElementById('state').textContent));
      const { moves, result } = await driver.compare();
      assert.equal(result, 'p1win');
      return `${moves.length} moves`;
    }, { prepare: (page) => addSerial(page, device) });
  },

  async 'game by keyboard alone'() {
    return visit(async (page, driver) => {
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

  async 'hints, ghosts and scores'() {
    return visit(async (page, driver) => {
      driver.board = { rows: 6, columns: 7 };
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

  async 'links, files and jumps'() {
    return visit(async (page, driver) => {
      driver.board = { rows: 9, columns: 12, block: '3,4' };
      await driver.settled();
      const { moves } = await driver.compare();
      assert.deepEqual(moves.slice(0, 3), [6, 6, 7]);
      await page.click('#moves li:nth-child(2) button');
      await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length === 1);
      const copied = page.waitForSelector('.message');
      await page.click('#link');
      await copied;
      const link = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(link, /#9x12\/3,4\/6\.6\.7[.\d]*\/@1$/);
      await page.setInputFiles('#file', join(root, 'docs', 'games', 'chip-against-rivals.jsonl'));
      await page.waitForSelector('#archive:not([hidden])');
      assert.equal(await page.locator('#games option').count(), 100);
      await page.selectOption('#games', '1');
      await page.click('#moves li:last-child button');
      await page.waitForFunction(() => /wins/.test(document.getElementById('state').textContent));
      driver.board = { rows: 11, columns: 12, block: '2,6' };
      assert.equal((await driver.compare()).result, 'p1win');
      const download = page.waitForEvent('download');
      await page.click('#save');
      const saved = JSON.parse(readFileSync(await (await download).path(), 'utf8'));
      assert.equal(saved.board, '11x12#2,6');
      assert.equal(saved.result, 'a');
      await page.setInputFiles('#file', { name: 'bad.jsonl', mimeType: 'text/plain', buffer: Buffer.from('{"a":1}') });
      await page.waitForSelector('.message');
      assert.match(String(await messages(page)), /Line 1 is no game/);
      return `${saved.moves.length} moves replayed`;
    }, { hash: '#9x12/3,4/6.6.7', permissions: ['clipboard-read', 'clipboard-write'] });
  },

  async 'nothing moves, and nothing stutters'() {
    return visit(async (page, driver) => {
      const opened = await page.evaluate(() => performance.timing.navigationStart);
      const place = () => page.evaluate(() => JSON.stringify(['frame', 'hint', 'graph', 'moves', 'link'].map((id) => {
        const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
        return [id, x, y, width, height];
      })));
      const before = await place();
      await driver.click(4);
      await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length >= 1);
      const first = await page.evaluate((start) => Date.now() - start, opened);
      assert.equal(await place(), before, 'while it thinks');
      await driver.settled();
      await page.click('#hint');
      await page.waitForFunction(() => document.querySelector('.score.best'));
      assert.equal(await place(), before, 'with hints');
      const longest = await page.evaluate(() => new Promise((resolve) => {
        let [last, most] = [performance.now(), 0];
        const end = last + 1500;
        requestAnimationFrame(function frame(now) {
          most = Math.max(most, now - last);
          last = now;
          if (now < end) requestAnimationFrame(frame);
          else resolve(most);
        });
      }));
      return `first stone after ${first} ms, longest frame ${Math.round(longest)} ms`;
    });
  },

  async accessibility() {
    const look = async (page) => {
      await page.evaluate(axe);
      const { violations, passes } = await page.evaluate(() => window.axe.run());
      const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
      assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 90)).join(' ')}`), []);
      assert.ok(passes.length > 15, `${passes.length} rules`);
      return passes.length;
    };
    let rules = 0;
    for (const colorScheme of ['light', 'dark']) {
      await visit(async (page, driver) => {
        await driver.click(4);
        await driver.reached(2);
        await page.click('#hint');
        await page.waitForSelector('.score.best');
        rules += await look(page);
        await page.click('#new');
        rules += await look(page);
      }, { colorScheme, reducedMotion: 'reduce' });
    }
    return `${rules} rules passed`;
  },

  async screenshots() {
    mkdirSync(shots, { recursive: true });
    const hash = '#6x7/-/4.4.3.5.4.3';
    const scenes = {
      light: { colorScheme: 'light', hash },
      dark: { colorScheme: 'dark', hash: '#9x9/3,4/5.5.4.6.6.3.3.5' },
      phone: { colorScheme: 'light', viewport: { width: 360, height: 740 }, hash: '#12x12/5,6/6.6.7.8.6.7.7.5.8.8' },
    };
    for (const [name, scene] of Object.entries(scenes)) {
      await visit(async (page, driver) => {
        await driver.settled();
        await page.click('#hint');
        await page.waitForSelector('.score.best');
        if (name === 'light') await page.hover('.columns button:nth-child(4)');
        await page.waitForTimeout(900);
        const { scroll, width } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, width: innerWidth }));
        assert.ok(scroll <= width, `${name} is ${scroll} wide`);
        await page.screenshot({ path: join(shots, `${name}.png`) });
        if (name === 'phone') {
          await page.click('#new');
          await page.screenshot({ path: join(shots, 'phone-new.png') });
        }
      }, { reducedMotion: 'reduce', ...scene });
    }
    return shots;
  },
};

let passed = 0;
try {
  for (const [name, check] of Object.entries(checks)) {
    if (names.length > 0 && !names.some((part) => name.includes(part))) continue;
    try {
      const told = await check();
      passed += 1;
      console.log(`${name}${told ? `: ${told}` : ''}`);
    } catch (error) {
      console.error(`FAILED ${name}: ${error.stack}`);
      process.exitCode = 1;
      break;
    }
  }
} finally {
  await browser.close();
  server.close();
}
if (passed === 0) process.exitCode = 1;
console.log(`${passed} checks of the page passed`);
