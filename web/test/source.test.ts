import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

/** All ways by which a string becomes markup or a program. */
const MARKUP =
  /\b(innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser|srcdoc|setHTML\w*|eval|Function)\b\s*[(=]|\bdocument\s*\.\s*write|\bnew (Function|DOMParser)\b/;

test('no text becomes markup anywhere in the page', () => {
  const modules = readdirSync(SOURCE, { recursive: true }).filter((name) => name.endsWith('.ts'));
  assert.ok(modules.length > 25, `${modules.length} modules`);
  const found = modules.filter((name) => MARKUP.test(readFileSync(`${SOURCE}/${name}`, 'utf8')));
  assert.deepEqual(found, []);
  for (const control of [
    'place.innerHTML = text;', 'old.outerHTML=text', "place.insertAdjacentHTML('beforeend', text)",
    'document.write(text)', 'new DOMParser()', 'range.createContextualFragment(text)', 'eval(text)',
  ]) {
    assert.match(control, MARKUP);
  }
});
