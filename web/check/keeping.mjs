// Links, notation and files.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messages } from './browser.mjs';

export function keepingChecks({ browser, oracle, root, hostSim }) {
  async function save(page) {
    const download = page.waitForEvent('download');
    await page.click('#save');
    return (await download).path();
  }

  /** What the desktop program makes of a file. */
  function replayed(path) {
    return execFileSync(hostSim, ['replay', path, '--nodes', '20'], { encoding: 'utf8' });
  }

  const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText());
  const permissions = ['clipboard-read', 'clipboard-write'];
  return {
    async 'links, files and jumps'() {
      return browser.visit(async (page, driver) => {
        driver.board = { rows: 9, columns: 12, block: '3,4' };
        await driver.settled();
        const { moves } = await driver.compare();
        assert.deepEqual(moves.slice(0, 3), [6, 6, 7]);
        await page.click('#moves li:nth-child(2) button');
        await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length === 1);
        const copied = page.waitForSelector('.message');
        await page.click('#link');
        await copied;
        assert.match(await clipboard(page), /#9x12\/3,4\/6\.6\.7[.\d]*\/@1$/);
        const archive = join(root, 'docs', 'games', 'chip-against-rivals.jsonl');
        await page.setInputFiles('#file', archive);
        await page.waitForSelector('#archive:not([hidden])');
        await page.waitForFunction(() => document.querySelectorAll('#games option').length === 100);
        await page.selectOption('#games', '1');
        await page.click('#moves li:last-child button');
        await driver.says(/wins/);
        driver.board = { rows: 11, columns: 12, block: '2,6' };
        assert.equal((await driver.compare()).result, 'p1win');
        const saved = readFileSync(await save(page), 'utf8');
        assert.equal(saved, `${readFileSync(archive, 'utf8').split('\n')[1]}\n`, 'the line of the file');
        await page.setInputFiles('#file', { name: 'bad.jsonl', mimeType: 'text/plain', buffer: Buffer.from('{"a":1}') });
        await page.waitForSelector('.message:not(.good)');
        assert.match(String(await messages(page)), /Line 1 is no game/);
        return `${JSON.parse(saved).moves.length} moves replayed`;
      }, { hash: '#9x12/3,4/6.6.7', permissions });
    },

    async 'a position is copied, and cannot be saved as a game'() {
      return browser.visit(async (page, driver) => {
        await driver.newGame({ rows: 9, columns: 12, block: '3,4', o: 'person' });
        for (const [at, column] of [6, 6, 7].entries()) {
          await driver.click(column);
          await driver.reached(at + 1);
        }
        assert.match(await page.getAttribute('#save', 'title'), /^A game can be saved when it is over/);
        const { stones } = await driver.compare();
        await page.click('#position-link');
        await page.waitForSelector('.message.good');
        const link = await clipboard(page);
        assert.match(link, /#fen\/[^/]*\/$/);
        await page.goto(link);
        await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 1);
        const lie = await page.$$eval('#board [data-cell]', (all) => all.map((one) => one.dataset.cell).sort());
        assert.deepEqual(lie, stones);
        assert.ok(await page.isDisabled('#save'));
        assert.match(await page.getAttribute('#save', 'title'), /^Only games from an empty board can be saved/);
        return link.replace(/.*#/, '#');
      }, { permissions });
    },

    async 'a game that was played here is not lost when another one is opened'() {
      return browser.visit(async (page, driver) => {
        const link = (hash) => page.evaluate((to) => { location.hash = to; }, hash);
        const way = page.getByRole('button', { name: 'Back to it' });
        await link('#6x7/-/1.1.1.1');
        await driver.reached(4);
        assert.equal(await way.count(), 0, 'nothing was played here');
        await driver.newGame({ level: 1, time: 0 });
        await driver.click(4);
        await driver.reached(2);
        await driver.settled();
        const { moves } = await driver.compare();
        const back = async () => {
          await way.click();
          await page.waitForFunction((count) => document.querySelectorAll('#board [data-cell]').length === count, moves.length);
          assert.deepEqual((await driver.compare()).moves, moves);
          assert.equal(await driver.status(), 'Your turn');
          assert.equal(await page.textContent('#player-o span'), 'Pocketfour');
        };
        await link('#6x7/-/1.1.2.2');
        await driver.reached(4);
        await back();
        await page.setInputFiles('#file', join(root, 'docs', 'games', 'chip-against-rivals.jsonl'));
        await driver.says(/^Move 0 of/);
        await back();
        await driver.click(4);
        await driver.reached(4);
        return `${moves.length} moves kept`;
      });
    },

    async 'a stray click does not lose the game of a file'() {
      const archive = join(root, 'docs', 'games', 'host-against-rivals.jsonl');
      const [first] = readFileSync(archive, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line).moves);
      return browser.visit(async (page, driver) => {
        await driver.newGame({ level: 1, time: 0 });
        await driver.click(4);
        await driver.reached(2);
        await page.setInputFiles('#file', archive);
        await driver.says(/^Move 0 of/);
        const list = () => page.evaluate(() => document.getElementById('games').value);
        const stray = async () => {
          await page.click('#moves li:nth-child(11) button');
          await driver.says(/^Move 10 of/);
          await driver.click(first[10] === 1 ? 2 : 1);
          await driver.reached(11);
          await page.waitForFunction((all) => document.querySelectorAll('#moves button').length < all, first.length);
          assert.equal(await list(), '', 'it is not the one of the list any more');
        };
        await stray();
        await page.click('.message:has-text("The game of the file is kept.") >> text=Back to it');
        await driver.says(new RegExp(`^Move 10 of ${first.length}$`));
        assert.deepEqual(await driver.moves(), first);
        assert.equal(await list(), '0');
        assert.deepEqual(await page.$$eval('.offer p', (all) => all.map((one) => one.textContent)),
          ['The game that you have played here is kept.'], 'the way to the game before it stays');
        await stray();
        await page.selectOption('#games', '0');
        await driver.says(/^Move 0 of/);
        assert.deepEqual(await driver.moves(), first);
        return `${first.length} moves`;
      });
    },

    async 'a new game by mistake, and a page that is loaded anew, lose nothing'() {
      return browser.visit(async (page, driver) => {
        await driver.newGame({ rows: 5, columns: 6, level: 1, time: 0 });
        await driver.click(4);
        await driver.reached(2);
        await driver.settled();
        const { moves } = await driver.compare();
        const mistake = async () => {
          await page.keyboard.press('n');
          await page.waitForSelector('#setup[open]');
          await page.keyboard.press('Enter');
          await page.waitForFunction(() => document.querySelectorAll('#moves button').length === 1);
        };
        await mistake();
        await page.click('.offer button');
        await driver.reached(2);
        assert.deepEqual((await driver.compare()).moves, moves);
        await page.reload();
        await driver.reached(2);
        assert.deepEqual((await driver.compare()).moves, moves);
        assert.match(await page.evaluate(() => location.hash), /^#5x6\/-\/4\.\d$/);
        await driver.click(4);
        await driver.reached(4);
        await driver.settled();
        await mistake();
        assert.equal(await page.locator('.offer').count(), 1);
        await driver.click(1);
        await page.waitForFunction(() => document.querySelectorAll('.offer').length === 0);
        return `${moves.length} moves`;
      });
    },

    async 'of more messages than there is room for, what can still be done stays'() {
      return browser.visit(async (page, driver) => {
        const told = () => page.$$eval('.message p', (all) => all.map((one) => one.textContent));
        const open = async (hash) => {
          await page.evaluate((to) => { location.hash = to; }, hash);
          await page.waitForFunction((end) => [...document.querySelectorAll('.message p')].some((one) => one.textContent.includes(end)), `'${hash.slice(-1)}'`);
        };
        await driver.newGame({ o: 'person' });
        await driver.click(4);
        await driver.reached(1);
        await page.evaluate(() => { location.hash = '#6x7/-/1.1'; });
        await driver.reached(2);
        await open('#6x7/-/a');
        await page.click('#link');
        await page.waitForSelector('.message.good:not(.offer)');
        await page.click('#notation');
        await page.waitForFunction(() => /notation/.test(document.querySelector('.message.good:not(.offer)')?.textContent));
        assert.equal((await told()).filter((text) => /copied/.test(text)).length, 1, 'a new note replaces the old one');
        await open('#6x7/-/b');
        assert.deepEqual(await told(), [
          'The game that you have played here is kept.',
          "The link cannot be opened. The link has no move 'a'.", "The link cannot be opened. The link has no move 'b'.",
        ]);
      }, { permissions });
    },

    async 'of two files the last one counts'() {
      const archive = readFileSync(join(root, 'docs', 'games', 'host-against-rivals.jsonl'), 'utf8');
      const lines = archive.trimEnd().split('\n');
      const file = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
      return browser.visit(async (page, driver) => {
        // The first one takes its time, and is wrong at its end.
        await page.evaluate(() => {
          const { text } = Blob.prototype;
          window.slowly = [];
          Blob.prototype.text = function () {
            const read = text.call(this);
            return this.name === 'slow' ? new Promise((resolve) => window.slowly.push(() => resolve(read))) : read;
          };
        });
        for (const slow of [archive, '{"a":1}']) {
          await page.setInputFiles('#file', file('slow', slow));
          await page.setInputFiles('#file', file('quick', lines.slice(0, 3).join('\n')));
          await page.waitForFunction(() => document.querySelectorAll('#games option').length === 3);
          await page.evaluate(() => window.slowly.splice(0).forEach((end) => end()));
          await page.waitForTimeout(500);
          assert.equal(await page.locator('#games option').count(), 3);
          assert.deepEqual(await messages(page), []);
        }
        await driver.says(/^Move 0 of/);
      });
    },

    async 'notation is a line of UGI'() {
      return browser.visit(async (page, driver) => {
        driver.board = { rows: 9, columns: 12, block: '3,4' };
        await driver.settled();
        await page.click('#moves li:nth-child(3) button');
        await page.waitForFunction(() => document.querySelectorAll('#board [data-cell]').length === 2);
        await page.click('#notation');
        await page.waitForSelector('.message.good');
        const line = await clipboard(page);
        assert.doesNotMatch(line, /\n/);
        // Whatever board the engine has had before.
        oracle.position({ rows: 5, columns: 5 }, [1]);
        assert.equal(oracle.ask(line), '');
        const fen = /^fen (.*)$/m.exec(oracle.ask('d'))[1];
        assert.equal(fen, '12/12/12/12/12/12/3#8/5o6/5x6 x');
        return line;
      }, { hash: '#9x12/3,4/6.6.7', permissions });
    },

    async 'a game played here is read by host-sim replay'() {
      return browser.visit(async (page, driver) => {
        await driver.newGame({ rows: 4, columns: 5, level: 1, time: 0 });
        await driver.playOut();
        const path = await save(page);
        const record = JSON.parse(readFileSync(path, 'utf8'));
        assert.equal(record.a, 'a person');
        const isPersons = record.scores.filter((_, ply) => ply % 2 === 0);
        assert.ok(isPersons.every((score) => score === null), 'a person has told no score');
        assert.ok(record.scores.some((score) => score !== null), 'the engine has');
        const told = replayed(path);
        assert.match(told, /^game 1, 4x5: a person against Pocketfour at level 1$/m);
        assert.equal(told.match(/^move \d+: /gm).length, record.moves.length);
        return `${record.moves.length} moves`;
      });
    },
  };
}
