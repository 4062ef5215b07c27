import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Digits } from '../src/view/digits.ts';

const WAIT = 20;
const later = () => new Promise((resolve) => setTimeout(resolve, 3 * WAIT));

function typed(columns: number) {
  const chosen: number[] = [];
  const digits = new Digits((number) => chosen.push(number), WAIT);
  const type = (text: string) => [...text].forEach((digit) => digits.take(digit, columns));
  return { chosen, digits, type };
}

test('a digit counts at once where no second one can follow', () => {
  const { chosen, type } = typed(7);
  type('4');
  type('9');
  assert.deepEqual(chosen, [4, 9], 'also one that no column has: somebody is to be told');
});

test('on wide boards a second digit may follow', async () => {
  const { chosen, type } = typed(12);
  type('12');
  assert.deepEqual(chosen, [12]);
  type('1');
  assert.deepEqual(chosen, [12]);
  await later();
  assert.deepEqual(chosen, [12, 1]);
  type('2');
  assert.deepEqual(chosen, [12, 1, 2]);
});

test('no digit is lost', async () => {
  const { chosen, type } = typed(12);
  type('15');
  assert.deepEqual(chosen, [15]);
  type('03');
  assert.deepEqual(chosen, [15, 3]);
  type('0');
  await later();
  assert.deepEqual(chosen, [15, 3, 0]);
});

test('a digit that waits is forgotten when something else is done', async () => {
  const { chosen, digits, type } = typed(12);
  type('1');
  digits.forget();
  await later();
  assert.deepEqual(chosen, []);
  type('2');
  assert.deepEqual(chosen, [2]);
});
