// Runs the unit tests: bundled by esbuild, run by Node's own test runner.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = join(dirname(fileURLToPath(import.meta.url)), '..', 'test');
const tests = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
const out = mkdtempSync(join(tmpdir(), 'pocketfour-web-'));
await build({
  entryPoints: tests.map((name) => join(folder, name)),
  outdir: out,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  format: 'esm',
  sourcemap: 'inline',
  loader: { '.css': 'text' },
  define: { SOURCE: JSON.stringify(join(folder, '..', 'src')) },
  logLevel: 'warning',
});
const files = readdirSync(out).map((name) => join(out, name));
const { status } = spawnSync(
  process.execPath,
  ['--enable-source-maps', '--test', '--test-reporter=spec', '--test-timeout=60000', ...files],
  { stdio: 'inherit' },
);
rmSync(out, { recursive: true });
process.exit(status ?? 1);
