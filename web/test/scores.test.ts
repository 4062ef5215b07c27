import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseInfo, type Info } from '../src/core/info.ts';
import { Scores } from '../src/core/scores.ts';

function scoresOf(...lines: string[]) {
  const scores = new Scores();
  const say = (...more: string[]) => {
    for (const line of more) scores.take(parseInfo(`info ${line}`) as Info);
  };
  say(...lines);
  const shown = () => [...scores.columns].map(([column, { score }]) => [column + 1, score]).sort();
  return { scores, say, shown };
}

const ROUND = ['multipv 1 score 30 pv 4', 'multipv 2 score 20 pv 3', 'multipv 3 score 10 pv 5'];

test('scores stay while the lines of the next round come one by one', () => {
  const { scores, say, shown } = scoresOf(...ROUND);
  assert.deepEqual(shown(), [[3, 20], [4, 30], [5, 10]]);
  say('multipv 1 score 40 pv 3');
  assert.deepEqual(shown(), [[3, 40], [4, 30], [5, 10]]);
  assert.equal(scores.best, 2, 'the new best move, though the old one has no new word yet');
  say('multipv 2 score 25 pv 4');
  assert.deepEqual(shown(), [[3, 40], [4, 25], [5, 10]]);
  assert.equal(scores.best, 2);
});

test('a column that a whole round says nothing of has no score any more', () => {
  const { scores, say, shown } = scoresOf(...ROUND);
  say('multipv 1 score 40 pv 3', 'multipv 2 score 25 pv 4');
  assert.equal(shown().length, 3, 'the round may go on');
  say('multipv 1 score 41 pv 3');
  assert.deepEqual(shown(), [[3, 41], [4, 25]]);
  scores.endRound();
  assert.deepEqual(shown(), [[3, 41]]);
});

test('of an engine with a word on one move only, the last word counts', () => {
  const { scores, shown } = scoresOf('score 5 pv 4', 'score 7 pv 3');
  assert.equal(scores.best, 2);
  scores.endRound();
  assert.deepEqual(shown(), [[3, 7], [4, 5]]);
});

test('a line without a score or a move changes nothing', () => {
  const { scores, shown } = scoresOf(...ROUND);
  scores.take(parseInfo('info nodes 5') as Info);
  scores.take(parseInfo('info multipv 2 pv 7') as Info);
  assert.deepEqual(shown(), [[3, 20], [4, 30], [5, 10]]);
  assert.equal(scores.best, 3);
});
