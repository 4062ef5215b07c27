// What may come from a port, or not come, and what the page makes of it.

import assert from 'node:assert/strict';
import { messages, messagesSoFar } from './browser.mjs';
import { addSerial, OddEngine } from './serial.mjs';

/** One message, whatever the number of reasons. */
async function told(page, pattern) {
  await page.waitForSelector('.message:not(.good)');
  const all = await messagesSoFar(page);
  assert.equal(all.length, 1, String(all));
  assert.match(all[0], pattern);
}

export function portChecks({ browser }) {
  const over = (device) => ({ prepare: (page) => addSerial(page, device) });
  return {
    async 'what a port may say'() {
      const cases = {
        garbage: [(port, self) => self.say(port, '\x00\xff~~~\x07\nhello there\nbestmove 2\n'), /not UGI/],
        illegal: [(port, self) => self.say(port, 'bestmove 9\n'), /column 9, which the rules do not allow/],
        refusal: [(port, self) => self.say(port, 'error I will not\n'), /refuses: I will not/],
        silence: [() => {}, /has been silent for 6 s/],
      };
      for (const [name, [go, expected]] of Object.entries(cases)) {
        const device = new OddEngine(go);
        await browser.visit(async (page, driver) => {
          await driver.newGame({ o: 'serial' });
          await driver.click(4);
          await told(page, expected);
          device.go = (port, self) => self.say(port, 'bestmove 5\n');
          if (name !== 'garbage') await page.click('.message:not(.good) button');
          else await driver.settled().then(() => driver.click(4));
          await driver.reached(name === 'garbage' ? 4 : 2);
          const { moves } = await driver.compare();
          assert.deepEqual(moves, name === 'garbage' ? [4, 2, 4, 5] : [4, 5]);
          assert.equal((await messagesSoFar(page)).length, 1, 'one message in all');
        }, over(device));
      }
      return `${Object.keys(cases).length} kinds`;
    },

    async 'a line of 10 MB in mid-search, a flood of lines, and markup'() {
      const markup = 'info string <b id="evil">bold</b><img src=x onerror=evil()>\n';
      const device = new OddEngine((port, self) => self.say(port, `${markup}bestmove 3\n`));
      return browser.visit(async (page, driver) => {
        await driver.newGame({ o: 'serial' });
        await page.evaluate(() => { document.getElementById('console').open = true; });
        await driver.click(4);
        await driver.reached(2);
        assert.deepEqual(await messagesSoFar(page), []);
        await page.waitForFunction(() => /<b id="evil">/.test(document.getElementById('log').textContent));
        assert.equal(await page.locator('#evil, #log b, #log img').count(), 0);
        device.go = async (port, self) => {
          await page.evaluate((at) => window.serialFlood(at, 10e6), port);
          await page.evaluate((at) => window.serialFlood(at, 1e6, 64), port);
          await self.say(port, 'bestmove 3\n');
        };
        await driver.click(4);
        await driver.reached(4);
        assert.deepEqual((await driver.compare()).moves, [4, 3, 4, 3]);
        await told(page, /a line without an end/);
        const kept = await page.locator('#log p').count();
        assert.ok(kept <= 401, `${kept} lines are kept`);
      }, over(device));
    },

    async 'a message goes when the engine works again, or another game is opened'() {
      const wrong = (port, self) => self.say(port, 'bestmove 9\n');
      const right = (port, self) => self.say(port, 'bestmove 5\n');
      const device = new OddEngine(wrong);
      return browser.visit(async (page, driver) => {
        await driver.newGame({ o: 'serial' });
        await driver.click(4);
        await page.waitForSelector('.message:not(.good)');
        device.go = right;
        await page.click('#pause');
        await driver.reached(2);
        await page.waitForFunction(() => document.querySelectorAll('.message:not(.good)').length === 0);
        device.go = wrong;
        await driver.click(4);
        await page.waitForSelector('.message:not(.good)');
        await page.evaluate(() => { location.hash = '#6x7/-/1.1.1.2'; });
        await driver.reached(4);
        assert.deepEqual(await messages(page), []);
      }, over(device));
    },

    async 'a line of the console that nobody hears'() {
      const busy = { opened: () => { throw new Error('Failed to open serial port.'); }, written: () => {} };
      return browser.visit(async (page, driver) => {
        await driver.newGame({ o: 'serial' });
        await page.waitForSelector('.message:not(.good)');
        await page.click('#console summary');
        await page.fill('#words', 'stats');
        await page.press('#words', 'Enter');
        await page.waitForFunction(() => document.querySelectorAll('.message:not(.good)').length === 2);
        assert.equal((await messages(page))[1], 'Chip (o) is not connected yet.');
        assert.equal(await page.inputValue('#words'), 'stats', 'it can be sent later');
        await page.click('text=Play in this page');
        await page.waitForFunction(() => document.getElementById('to').value === 'Pocketfour (o)');
        await driver.click(4);
        await driver.reached(2);
        await page.press('#words', 'Enter');
        assert.equal(await page.inputValue('#words'), '');
        await page.waitForFunction(() => [...document.querySelectorAll('#log .out')].some((line) => line.textContent === 'stats'));
        await driver.newGame({ o: 'person' });
        await page.fill('#words', 'stats');
        await page.press('#words', 'Enter');
        await page.waitForSelector('.message:not(.good)');
        assert.deepEqual(await messages(page), ['No engine plays, so nobody would hear that.']);
      }, over(busy));
    },

    async 'a server that does not know WebAssembly'() {
      let renamed = 0;
      await browser.visit(async (page, driver) => {
        await driver.click(4);
        await driver.reached(2);
        assert.ok(renamed > 0, 'it came under another name');
        assert.deepEqual(await messagesSoFar(page), []);
        // The adviser's engine may still be on its way.
        await page.unrouteAll({ behavior: 'wait' });
      }, {
        prepare: (page) => page.route('**/pocketfour.wasm', async (route) => {
          renamed += 1;
          const response = await route.fetch();
          await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/octet-stream' } });
        }),
      });
    },

    async 'ports that do not open'() {
      await browser.visit(async (page, driver) => {
        await driver.newGame({ o: 'serial' });
        await driver.click(4);
        await page.waitForSelector('.message:not(.good)');
        assert.match(String(await messages(page)), /no Web Serial.*Chrome, Edge and Opera/);
        await page.click('text=Play in this page');
        await driver.reached(2);
        assert.equal((await driver.compare()).moves.length, 2);
      }, { prepare: (page) => page.addInitScript(() => { delete Navigator.prototype.serial; }) });
      await browser.visit(async (page, driver) => {
        await driver.newGame({ o: 'serial' });
        const insecure = 'Web Serial works only over https, or from this computer itself.';
        await page.waitForSelector('.message:not(.good)');
        assert.deepEqual(await messages(page), [insecure]);
        await page.click('#player-o');
        assert.equal(await page.textContent('#seat-note'), insecure);
      }, {
        prepare: (page) => page.addInitScript(() => {
          delete Navigator.prototype.serial;
          Object.defineProperty(window, 'isSecureContext', { value: false });
        }),
      });
      const busy = { opened: () => { throw new Error('Failed to open serial port.'); }, written: () => {} };
      await browser.visit(async (page, driver) => {
        await driver.newGame({ o: 'serial' });
        await told(page, /cannot be opened: another program.*, or, on Linux, you may not be allowed to use it\. \(Failed/);
        // The person is to move, and the seat that failed is the other one.
        await page.click('text=Play in this page');
        await driver.click(4);
        await driver.reached(2);
        await driver.settled();
        assert.equal(await page.textContent('#player-x span'), 'You');
        assert.equal(await page.textContent('#player-o span'), 'Pocketfour');
      }, over(busy));
      // One that takes for ever, and then comes after all.
      const late = new OddEngine((port, self) => self.say(port, 'bestmove 5\n'));
      let come = () => {};
      let closed = 0;
      late.opened = () => new Promise((resolve) => { come = resolve; });
      late.closed = () => { closed += 1; };
      await browser.visit(async (page, driver) => {
        await driver.newGame({ o: 'serial' });
        await driver.click(4);
        await told(page, /The port does not open/);
        await page.evaluate(() => { window.serialChoice = 0; });
        await page.click('button:text-is("Connect")');
        await page.waitForFunction(() => window.messagesSoFar.length === 2);
        assert.match((await messages(page)).at(-1), /^The port does not answer\. Unplug the chip/);
        come();
        for (let tries = 0; closed === 0 && tries < 100; tries += 1) await page.waitForTimeout(50);
        assert.equal(closed, 1, 'it is not kept from others');
        late.opened = () => {};
        await page.click('.message:not(.good) button');
        await driver.reached(2);
        assert.deepEqual((await driver.compare()).moves, [4, 5]);
      }, over(late));
      const mute = { written: () => {} };
      await browser.visit(async (page, driver) => {
        await driver.newGame({ o: 'serial' });
        await driver.click(4);
        await told(page, /Nothing that speaks UGI answers there.$/);
      }, over(mute));
      const login = { written: (port) => login.say(port, '\r\nLogin incorrect\r\nlogin: ') };
      await browser.visit(async (page, driver) => {
        await driver.newGame({ o: 'serial' });
        await driver.click(4);
        await told(page, /Nothing that speaks UGI answers there. It says “login:”./);
      }, over(login));
    },

    async 'a chip that is plugged in again is known, unless there is another one like it'() {
      const device = new OddEngine((port, self) => self.say(port, 'bestmove 5\n'));
      return browser.visit(async (page, driver) => {
        const requests = () => page.evaluate(() => window.serialRequests);
        await driver.newGame({ o: 'serial' });
        await driver.click(4);
        await driver.reached(2);
        const again = async (moves) => {
          await page.evaluate(() => window.serialUnplug(0));
          await page.waitForSelector('.message:not(.good)');
          await page.evaluate(() => window.serialPlug(0));
          await page.click('button:text-is("Connect")');
          await page.waitForFunction(() => document.querySelectorAll('.message:not(.good)').length === 0);
          await driver.click(4);
          await driver.reached(moves);
        };
        await again(4);
        assert.equal(await requests(), 1);
        await page.evaluate(() => { window.serialPlug(1); window.serialChoice = 0; });
        await again(6);
        assert.equal(await requests(), 2);
        assert.deepEqual((await driver.compare()).moves, [4, 5, 4, 5, 4, 5]);
      }, over(device));
    },

    async 'a port that does not close is told, and is not opened meanwhile'() {
      const device = new OddEngine((port, self) => self.say(port, 'bestmove 5\n'));
      device.closed = () => new Promise(() => {});
      return browser.visit(async (page, driver) => {
        await driver.newGame({ o: 'serial' });
        await driver.click(4);
        await driver.reached(2);
        await page.evaluate(() => { window.serialUnplug(0, true); window.serialChoice = 0; });
        await told(page, /unplugged/);
        await page.click('button:text-is("Connect")');
        await page.waitForFunction(() => window.messagesSoFar.length === 2);
        assert.match((await messages(page)).at(-1), /^The port does not answer\. Unplug the chip/);
        device.closed = () => {};
        await page.evaluate(() => { window.serialPlug(0); window.serialChoice = null; });
        await page.click('button:text-is("Connect")');
        await page.waitForFunction(() => document.querySelectorAll('.message:not(.good)').length === 0);
        await driver.click(4);
        await driver.reached(4);
        assert.equal(await page.evaluate(() => window.serialRequests), 2);
      }, over(device));
    },

    async 'a port to which nothing can be written is closed again'() {
      const device = new OddEngine((port, self) => self.say(port, 'bestmove 5\n'));
      let closed = 0;
      device.closed = () => { closed += 1; };
      return browser.visit(async (page, driver) => {
        await page.evaluate(() => { window.serialMute = true; });
        await driver.newGame({ o: 'serial' });
        await told(page, /Nothing that speaks UGI answers there\.$/);
        assert.equal(closed, 1);
        await page.evaluate(() => { window.serialMute = false; });
        await page.click('button:text-is("Connect")');
        await driver.click(4);
        await driver.reached(2);
      }, over(device));
    },

    async 'markup is text, wherever a port says it'() {
      const markup = '<img id="evil" src="x" onerror="evil()">';
      const cases = {
        'error': new OddEngine((port, self) => self.say(port, `error ${markup}\n`)),
        'garbage': new OddEngine((port, self) => self.say(port, `${markup}\nbestmove 5\n`)),
        'greeting': { written: (port) => cases.greeting.say(port, `${markup}\n`) },
        'bestmove': new OddEngine((port, self) => self.say(port, `bestmove ${markup}\n`)),
        'id name': new OddEngine((port, self) => self.say(port, 'bestmove 5\n'), markup),
      };
      for (const [name, device] of Object.entries(cases)) {
        await browser.visit(async (page, driver) => {
          await page.click('#console summary');
          await driver.newGame({ o: 'serial' });
          await driver.click(4);
          if (name === 'id name') {
            await driver.reached(2);
            assert.ok((await page.getAttribute('#player-o', 'title')).startsWith(markup), name);
          } else {
            const said = name === 'bestmove' ? '“<img”' : markup;
            await page.waitForSelector('.message:not(.good)');
            assert.ok(String(await messages(page)).includes(said), `${name}: ${await messages(page)}`);
          }
          await page.waitForFunction((text) => document.getElementById('log').textContent.includes(text), markup);
          assert.equal(await page.locator('#evil, .message img, .log img, main img').count(), 0, name);
        }, over(device));
      }
      return `${Object.keys(cases).length} places`;
    },

    async 'the label of the column that is read out changes once a second'() {
      let ends = false;
      const device = new OddEngine(async (port, self) => {
        for (let score = 0; !ends; score = (score + 20) % 900) {
          await self.say(port, `info multipv 1 score ${score} pv 4 4\n`);
          await new Promise((resolve) => setTimeout(resolve, 40));
        }
        await self.say(port, 'bestmove 5\n');
      });
      return browser.visit(async (page, driver) => {
        await driver.newGame({ o: 'serial' });
        await page.focus('#columns button:nth-child(4)');
        const times = page.evaluate(() => new Promise((resolve) => {
          const times = [];
          new MutationObserver((_, watch) => {
            times.push(performance.now());
            if (times.length < 4) return;
            watch.disconnect();
            resolve(times);
          }).observe(document.activeElement, { attributeFilter: ['aria-label'] });
        }));
        await page.keyboard.press('Enter');
        const changes = await times;
        ends = true;
        const gaps = changes.slice(1).map((time, at) => Math.round(time - changes[at]));
        for (const gap of gaps) assert.ok(gap >= 950, `${gaps} ms`);
        await driver.reached(2);
      }, over(device));
    },

    async 'two chips play each other'() {
      const device = new OddEngine((port, self) => self.say(port, `bestmove ${port + 1}\n`));
      return browser.visit(async (page, driver) => {
        await driver.newGame({ x: 'serial', o: 'serial' });
        // The browser lets a page ask for one port at a click.
        await page.waitForSelector('.message:not(.good)');
        const [text, ...more] = await messages(page);
        assert.deepEqual(more, []);
        assert.equal(text, 'Chip (o): Press “Connect” to choose the port of this chip.');
        await page.click('.message:not(.good) button');
        await driver.says(/wins/);
        const { moves, result } = await driver.compare();
        assert.equal(result, 'p1win');
        assert.equal(await page.evaluate(() => window.serialClashes), 0, 'one question at a time');
        return `${moves.length} moves`;
      }, over(device));
    },

    async 'an emulated chip that starts is given up'() {
      return browser.visit(async (page, driver) => {
        const pico = () => page.workers().filter((worker) => /pico/.test(worker.url())).length;
        const starts = page.waitForEvent('worker', (worker) => /pico/.test(worker.url()));
        await driver.newGame({ o: 'pico' });
        await starts;
        assert.equal(pico(), 1);
        await driver.newGame({ o: 'person' });
        for (let tries = 0; pico() > 0 && tries < 40; tries += 1) await page.waitForTimeout(50);
        assert.equal(pico(), 0);
        assert.deepEqual(await messagesSoFar(page), []);
      });
    },
  };
}
