import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Notice } from '../src/view/status.ts';

test('what is said for a while stays, however often the page is drawn', async () => {
  let drawn = 0;
  const notice = new Notice(() => (drawn += 1), 30);
  const [here, there] = [{}, {}];
  assert.equal(notice.at(here), '');
  notice.say('Column 4 is full.', here);
  for (let frame = 0; frame < 3; frame += 1) assert.equal(notice.at(here), 'Column 4 is full.');
  assert.equal(notice.at(there), '', 'at another position it means nothing');
  await new Promise((resolve) => setTimeout(resolve, 45));
  assert.equal(notice.at(here), '');
  assert.equal(drawn, 2, 'drawn when it comes and when it goes');
});
