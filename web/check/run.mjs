// Checks the page in a real browser:
//
//   node check/run.mjs PAGE-FOLDER IMAGE.elf SCREENSHOTS HOST-SIM XTASK [NAME...]
//
// HOST-SIM and XTASK are the desktop program and `cargo xtask` themselves.
// Each check prints a line when it has passed; the last line counts them. What
// fails ends the run.

import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Browser } from './browser.mjs';
import { gameChecks } from './games.mjs';
import { keepingChecks } from './keeping.mjs';
import { lookChecks } from './looks.mjs';
import { Oracle } from './oracle.mjs';
import { playChecks } from './play.mjs';
import { portChecks } from './ports.mjs';
import { servingChecks } from './serving.mjs';
import { speedChecks } from './speed.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const [folder, image, shots, hostSim, xtask, ...names] = process.argv.slice(2);
const oracle = new Oracle(join(folder, 'pocketfour.wasm'));
const browser = await Browser.open(folder, oracle);
const context = { browser, oracle, root, folder, image, shots, hostSim, xtask };
const checks = Object.assign({}, ...[
  gameChecks, portChecks, playChecks, keepingChecks, speedChecks, lookChecks, servingChecks,
].map((make) => make(context)));

let passed = 0;
try {
  for (const [name, check] of Object.entries(checks)) {
    if (names.length > 0 && !names.some((part) => name.includes(part))) continue;
    try {
      const told = await check();
      passed += 1;
      console.log(`${name}${told ? `: ${told}` : ''}`);
    } catch (error) {
      console.error(`FAILED ${name}: ${error.stack}`);
      process.exitCode = 1;
      break;
    }
  }
} finally {
  await browser.close();
}
if (passed === 0) process.exitCode = 1;
console.log(`${passed} checks of the page passed`);
