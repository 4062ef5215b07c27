// Builds the page into a folder that any web server can serve:
//
//   node tools/build.mjs OUT MODULE.wasm [pico.uf2]

import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const source = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');
const [out, wasm, image] = process.argv.slice(2);
if (!out || !wasm) {
  console.error('usage: node tools/build.mjs OUT MODULE.wasm [pico.uf2]');
  process.exit(2);
}
mkdirSync(out, { recursive: true });
const entry = (name) => join(source, name);
await build({
  entryPoints: {
    main: entry('main.ts'),
    wasm_worker: entry('ports/wasm_worker.ts'),
    pico_worker: entry('ports/pico_worker.ts'),
    style: entry('style.css'),
  },
  outdir: out,
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['chrome109', 'firefox115', 'safari16.4'],
  legalComments: 'linked',
  logLevel: 'warning',
});
for (const file of ['index.html', 'icon.svg']) {
  copyFileSync(entry(file), join(out, file));
}
writeFileSync(join(out, 'licences.txt'), licences());
copyFileSync(wasm, join(out, 'pocketfour.wasm'));
if (image) copyFileSync(image, join(out, 'pico.uf2'));
else rmSync(join(out, 'pico.uf2'), { force: true });

/** What has to go with the copies of others' work that the page has in it. */
function licences() {
  const root = join(source, '..', '..');
  const emulator = join(root, 'firmware', 'emulator', 'node_modules', 'rp2040js');
  const texts = [
    ['Pocketfour', join(root, 'LICENSE-MIT')],
    ['rp2040js, the emulated chip', join(emulator, 'LICENSE')],
  ];
  return texts
    .map(([name, path]) => `${name}\n\n${readFileSync(path, 'utf8').trim()}\n`)
    .join('\n----\n\n');
}
