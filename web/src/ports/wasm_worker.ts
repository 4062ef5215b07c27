// The engine as WebAssembly, in a worker. It thinks for some milliseconds at a
// time and looks for messages in between.

import type { FromWorker } from './worker_port.ts';

interface Exports {
  readonly memory: WebAssembly.Memory;
  start(seedLow: number, seedHigh: number, now: number): void;
  input(): number;
  input_size(): number;
  receive(length: number, now: number): number;
  think(playouts: number, now: number): number;
  output(): number;
  output_length(): number;
  consume(count: number): void;
}

const SLICE = 8; // milliseconds
const PORTION = 64; // playouts between two looks at the clock

const post = (message: FromWorker) => postMessage(message);
const now = () => Math.floor(performance.now()) >>> 0;
const next = new MessageChannel();
let queue = new Uint8Array();
let engine: Exports | null = null;

onmessage = ({ data }: MessageEvent<Uint8Array>) => {
  const longer = new Uint8Array(queue.length + data.length);
  longer.set(queue);
  longer.set(data, queue.length);
  queue = longer;
  run();
};
next.port1.onmessage = run;
let scheduled = false;

load().catch((error: unknown) => {
  post({ failed: `The engine cannot be loaded: ${String(error)}` });
});

async function load(): Promise<void> {
  const response = await fetch(new URL('pocketfour.wasm', self.location.href));
  if (!response.ok) throw new Error('pocketfour.wasm is missing');
  // Compiled while it comes, if the server calls it what it is.
  const isNamed = response.headers.get('content-type') === 'application/wasm';
  const { instance } = isNamed
    ? await WebAssembly.instantiateStreaming(response, {})
    : await WebAssembly.instantiate(await response.arrayBuffer(), {});
  engine = instance.exports as unknown as Exports;
  const [low = 0, high = 0] = crypto.getRandomValues(new Uint32Array(2));
  engine.start(low, high, now());
  post({ ready: true });
  run();
}

function run(this: unknown): void {
  if (this === next.port1) scheduled = false;
  if (!engine) return;
  try {
    const end = performance.now() + SLICE;
    let busy = true;
    while (busy && performance.now() < end) {
      feed(engine);
      busy = engine.think(PORTION, now()) !== 0;
      drain(engine);
      busy ||= queue.length > 0 || engine.think(0, now()) !== 0;
    }
    if (busy && !scheduled) {
      scheduled = true;
      next.port2.postMessage(null);
    }
  } catch (error) {
    engine = null;
    post({ failed: `The engine has stopped: ${String(error)}` });
  }
}

function feed({ memory, input, input_size, receive }: Exports): void {
  if (queue.length === 0) return;
  const part = queue.subarray(0, input_size());
  new Uint8Array(memory.buffer, input(), part.length).set(part);
  queue = queue.slice(receive(part.length, now()));
}

function drain({ memory, output, output_length, consume }: Exports): void {
  const length = output_length();
  if (length === 0) return;
  const bytes = new Uint8Array(memory.buffer, output(), length).slice();
  consume(length);
  post({ bytes });
}
