// Serves a folder on this computer, and nothing else of it:
//
//   node tools/serve.mjs FOLDER [PORT]
//
// The first line that it prints is the address.

import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.uf2': 'application/octet-stream',
  '.wasm': 'application/wasm',
};

/** Starts a server; resolves to it and its address. */
export function serve(folder, port = 0) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost');
    const name = pathname === '/' ? 'index.html' : pathname.slice(1);
    const path = join(folder, name);
    const type = TYPES[extname(name)];
    // Plain names only: the folder has no others.
    const found = /^[a-z0-9_]+(\.[a-z0-9_]+)+$/i.test(name) && type
      && statSync(path, { throwIfNoEntry: false })?.isFile();
    if (!found || (request.method !== 'GET' && request.method !== 'HEAD')) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('not here\n');
      return;
    }
    response.writeHead(200, {
      'content-type': type,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    });
    if (request.method === 'HEAD') response.end();
    else createReadStream(path).pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve({ server, address: `http://localhost:${server.address().port}/` });
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder, port = '0'] = process.argv.slice(2);
  try {
    const { address } = await serve(folder, Number(port));
    console.log(address);
  } catch (error) {
    console.error(error.code === 'EADDRINUSE'
      ? `port ${port} is in use: take another one`
      : error.message);
    process.exit(1);
  }
}
