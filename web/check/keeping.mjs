// Links, notation and files.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messages } from './browser.mjs';

export function keepingChecks({ browser, oracle, root }) {
  const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
  const hostSim = ['release', 'debug'].map((kind) => join(target, kind, 'host-sim')).find(existsSync);

  async function save(page) {
    const download = page.waitForEvent('download');
    await page.click('#save');
    return (await download).path();
  }

  /** What the desktop program makes of a file; null if it was not built. */
  function replayed(path) {
    if (!hostSim) return null;
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
        if (told === null) return 'host-sim is not built: its replay was not run';
        assert.match(told, /^game 1, 4x5: a person against Pocketfour at level 1$/m);
        assert.equal(told.match(/^move \d+: /gm).length, record.moves.length);
        return `${record.moves.length} moves`;
      });
    },
  };
}
