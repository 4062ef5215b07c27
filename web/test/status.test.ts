import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game } from '../src/core/game.ts';
import { CLASSIC } from '../src/core/position.ts';
import { Table } from '../src/core/table.ts';
import { arrivalText, Notice, statusText } from '../src/view/status.ts';
import { sentence } from '../src/view/words.ts';
import { playing } from './fake_port.ts';

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

test('of a recorded game it is said which side wins, not who', () => {
  const table = tableAt([0, 1, 0, 1, 0, 1, 0]);
  table.goTo(7);
  assert.equal(statusText(table), 'x wins');
  table.goTo(2);
  assert.equal(statusText(table), 'Move 2 of 7');
});

test('it is told how a position came about', () => {
  const table = tableAt([3, 2, 5]);
  assert.equal(arrivalText(table), '');
  table.goTo(3);
  assert.equal(arrivalText(table), 'On to move 3.');
  table.undo();
  assert.equal(arrivalText(table), 'Back at move 2.');
  table.play(0);
  assert.equal(arrivalText(table), 'Column 1 was played.');
  table.goTo(0);
  assert.equal(arrivalText(table), 'Back at the start.');
});

test('a sentence has one full stop', () => {
  assert.equal(sentence('The engine refuses: no memory'), 'The engine refuses: no memory.');
  for (const whole of ['It has stopped.', 'Why?']) assert.equal(sentence(whole), whole);
});

/** A table that shows a recorded game with these moves. */
function tableAt(moves: readonly number[]): Table {
  const nothing = () => {};
  const table = new Table(() => playing(), { changed: nothing, problem: nothing, solved: nothing, line: nothing });
  const game = new Game(CLASSIC, moves);
  game.goTo(0);
  table.show(game, { x: 'a'.repeat(200), o: 'Bob' });
  return table;
}
