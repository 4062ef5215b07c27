import assert from 'node:assert/strict';
import { test } from 'node:test';
import css from '../src/style.css';

/** The colours of each scheme. */
function schemes(): Record<string, string>[] {
  const blocks = [...css.matchAll(/:root \{([^}]*)\}/g)].map(([, block = '']) =>
    Object.fromEntries([...block.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, name, colour]) => [name, colour])));
  return blocks.map((block) => ({ ...blocks[0], ...block }));
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test('bars, graph and stones stand out, light and dark', () => {
  const all = schemes();
  assert.equal(all.length, 2);
  for (const [at, colours] of all.entries()) {
    const pairs = [
      ['x-line', 'paper'], ['o-line', 'paper'], ['x-line', 'card'], ['o-line', 'card'],
      ['x-deep', 'hole'], ['o-deep', 'hole'], ['x-sign', 'x'], ['o-sign', 'o'],
      ['number', 'plate'], ['number', 'plate-edge'],
    ] as const;
    for (const [one, other] of pairs) {
      const ratio = contrast(colours[one] ?? '', colours[other] ?? '');
      assert.ok(ratio >= 3, `${one} on ${other}, scheme ${at}: ${ratio.toFixed(2)}`);
    }
    for (const text of ['ink', 'soft']) {
      for (const under of ['paper', 'card']) {
        assert.ok(contrast(colours[text] ?? '', colours[under] ?? '') >= 4.5, `${text} on ${under}`);
      }
    }
  }
});
