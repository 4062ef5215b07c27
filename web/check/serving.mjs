// `cargo xtask web` and `cargo xtask play --web`: the page is served here, and
// the second one opens it.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE = 600_000; // milliseconds; another build may have to end before

export function servingChecks({ root, folder, xtask }) {
  /** Runs a command until it has told the address, and ends it as Ctrl-C does. */
  async function served(words, body, variables = {}) {
    // In a group of its own, as at a terminal.
    const program = spawn(xtask, words, {
      cwd: root, detached: true, env: { ...process.env, ...variables }, stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(program, 'exit');
    let text = '';
    try {
      const address = await new Promise((resolve, reject) => {
        const fail = (why) => () => reject(new Error(`${words.join(' ')} ${why}: ${text}`));
        const timer = setTimeout(fail('says nothing'), PATIENCE);
        const hear = (bytes) => {
          text += bytes;
          const [, found] = /^The page is at (\S+); Ctrl-C ends it\.$/m.exec(text) ?? [];
          if (!found) return;
          clearTimeout(timer);
          resolve(found);
        };
        program.stdout.on('data', hear);
        program.stderr.on('data', hear);
        program.once('exit', fail('has ended'));
      });
      await body(address);
      process.kill(-program.pid, 'SIGINT');
      await ended;
      await assert.rejects(fetch(address), 'Ctrl-C ends it');
      return address;
    } finally {
      if (program.exitCode === null && program.signalCode === null) process.kill(-program.pid, 'SIGKILL');
    }
  }

  /** All files are there, as they are in the folder. */
  async function compare(address) {
    const names = readdirSync(folder);
    assert.ok(names.includes('index.html') && names.includes('pico.uf2'), String(names));
    for (const name of ['', ...names]) {
      const answer = await fetch(address + name);
      assert.equal(answer.status, 200, name);
      const bytes = Buffer.from(await answer.arrayBuffer());
      assert.ok(bytes.equals(readFileSync(join(folder, name || 'index.html'))), name);
    }
    assert.equal((await fetch(`${address}nothing.html`)).status, 404);
  }

  return {
    async 'cargo xtask web serves the page'() {
      const port = await freePort();
      const address = await served(['web', '--port', String(port)], compare);
      assert.equal(address, `http://localhost:${port}/`);
    },

    async 'cargo xtask play --web opens it'() {
      const place = mkdtempSync(join(tmpdir(), 'pocketfour-open-'));
      const [opener, told] = [join(place, 'xdg-open'), join(place, 'told')];
      // A desktop's program that opens what it is given.
      writeFileSync(opener, `#!/bin/sh\nprintf %s "$*" > '${told}.new' && mv '${told}.new' '${told}'\n`);
      chmodSync(opener, 0o755);
      try {
        await served(['play', '--web'], async (address) => {
          await compare(address);
          for (let tries = 0; !existsSync(told) && tries < 100; tries += 1) await sleep(100);
          assert.equal(readFileSync(told, 'utf8'), address);
        }, { PATH: place + delimiter + process.env.PATH });
      } finally {
        rmSync(place, { recursive: true });
      }
    },
  };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}
