// Where things lie on the page.

import assert from 'node:assert/strict';

const FIXED = ['frame', 'hint', 'graph', 'moves', 'link'];

/** The places of what must not move, wherever the page is scrolled to. */
export const place = (page) => page.evaluate((ids) => JSON.stringify(ids.map((id) => {
  const { x, y, width, height } = document.getElementById(id).getBoundingClientRect();
  return [id, x + scrollX, y + scrollY, width, height];
})), FIXED);

/** Nothing is wider than the window. */
export async function fits(page, where) {
  const { scroll, width } = await page.evaluate(() => ({ scroll: document.documentElement.scrollWidth, width: innerWidth }));
  assert.ok(scroll <= width, `${where} is ${scroll} wide`);
}

/** Both players' names can be read, at least as they begin. */
export async function named(page, where) {
  const widths = await page.$$eval('.player span', (all) => all.map((one) => one.textContent !== '' && one.clientWidth));
  assert.equal(widths.length, 2);
  for (const width of widths) assert.ok(width >= 40, `${where}: the names have ${widths} px`);
}

/** What lies under a message, of all that can be pressed there. */
export const covered = (page, controls) => page.$$eval(controls, (all) => all.flatMap((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  const corners = [[x + 3, y + 3], [x + width - 3, y + 3], [x + 3, y + height - 3], [x + width - 3, y + height - 3]];
  const isUnder = corners.some(([left, top]) => document.elementFromPoint(left, top)?.closest('.message'));
  return isUnder ? [one.id || one.textContent || one.getAttribute('aria-label')] : [];
}));
