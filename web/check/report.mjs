// Checks the page of a match's report in a real browser: its games are looked
// at move by move, and every stone is where it fell.
//
//   node check/report.mjs REPORT-FOLDER
//
// The last line counts the games. What fails ends the run.

import assert from 'node:assert/strict';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [folder] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

/** The cells of a game's stones, by dropping each from the top. */
function drop({ board, moves }) {
  const [size, cell] = board.split('#');
  const [rows, columns] = size.split('x').map(Number);
  const taken = new Set(cell ? [cell] : []);
  const stones = moves.map((column) => {
    let row = rows;
    assert.ok(!taken.has(`${row},${column}`), `column ${column} is full`);
    // A forbidden cell lets stones pass, and holds none.
    for (let below = row - 1; below >= 1; below--) {
      if (taken.has(`${below},${column}`) && `${below},${column}` !== cell) break;
      if (`${below},${column}` !== cell) row = below;
    }
    taken.add(`${row},${column}`);
    return `${row},${column}`;
  });
  return { rows, columns, cell, stones };
}

/** What the board shows: the colour of each circle that is no hole. */
async function shown(page) {
  return page.$eval('#board svg', (svg) => {
    const size = svg.viewBox.baseVal;
    const all = [...svg.querySelectorAll('circle')].map((circle) => {
      const [x, y] = ['cx', 'cy'].map((name) => circle[name].baseVal.value);
      const row = Math.round((size.height - y + 15) / 30);
      return { cell: `${row},${Math.round((x + 15) / 30)}`, colour: circle.style.fill };
    });
    const white = 'rgb(255, 255, 255)';
    return {
      holes: all.filter((it) => it.colour === white).length,
      others: all.filter((it) => it.colour !== white),
    };
  });
}

/** Compares the board with the first moves of a game. */
async function compare(page, game, count) {
  const { rows, columns, cell, stones } = drop(game);
  const { holes, others } = await shown(page);
  assert.equal(holes, rows * columns);
  const expected = [...(cell ? [cell] : []), ...stones.slice(0, count)];
  assert.deepEqual(others.map((it) => it.cell), expected, `${game.board} after ${count}`);
  const colours = others.slice(cell ? 1 : 0).map((it) => it.colour);
  const [first, second] = colours;
  assert.ok(first !== second || count < 1, 'both sides look alike');
  colours.forEach((colour, ply) => assert.equal(colour, ply % 2 ? second : first));
  const told = await page.textContent('#told');
  if (count === 0) assert.match(told, /begins$/);
  else assert.ok(told.startsWith(`move ${count} of ${stones.length}: `), told);
  return told;
}

const page = await browser.newPage();
const wrong = [];
page.on('pageerror', (error) => wrong.push(String(error)));
page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()));
await page.goto(pathToFileURL(join(resolve(folder), 'index.html')).href);
const games = JSON.parse(await page.textContent('#games'));
assert.ok(games.length > 1, 'too few games to choose from');
const choices = await page.$$eval('#game option', (all) => all.length);
assert.equal(choices, games.length);

for (const [place, game] of games.entries()) {
  await page.selectOption('#game', String(place));
  const { length } = game.moves;
  await compare(page, game, 0);
  for (let count = 1; count <= length; count++) {
    await page.click('#next');
    const told = await compare(page, game, count);
    if (count <= game.opening) continue;
    const mover = (count % 2 === 1) === (game.first === 'a') ? game.a : game.b;
    assert.ok(told.includes(`: ${mover} ${game.moves[count - 1]}`), told);
  }
  await page.click('#next'); // there is nothing behind the end
  const end = await compare(page, game, length);
  const winner = { a: game.a, b: game.b }[game.result];
  assert.ok(end.endsWith(`${winner ? `${winner} wins` : 'drawn'}: ${game.reason}`), end);
  await page.click('#back');
  await compare(page, game, length - 1);
  await page.click('#first');
  await compare(page, game, 0);
  await page.click('#last');
  await compare(page, game, length);
}
assert.deepEqual(wrong, []);
await browser.close();
console.log(`${games.length} games of a report looked at`);
