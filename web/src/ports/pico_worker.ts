// A Raspberry Pi Pico with the very image that is flashed, in a worker: both
// cores and the USB cable, at the pace that the emulator reaches, and never
// ahead of the clock while it sleeps.

import { Board } from '../../../firmware/emulator/board.js';
import { Cable } from '../../../firmware/emulator/cable.js';
import type { FromWorker } from './worker_port.ts';

const MILLISECOND = 1e6;
const WINDOW = MILLISECOND; // in which the chip is seen to sleep or work
const SLICE = 12; // milliseconds between two looks for messages

const post = (message: FromWorker) => postMessage(message);
const next = new MessageChannel();
const cable = new Cable((bytes) => post({ bytes: Uint8Array.from(bytes) }), false);
let board: Board | null = null;
let timer: ReturnType<typeof setTimeout> | null = null;
let isReady = false;

onmessage = ({ data }: MessageEvent<Uint8Array>) => {
  cable.send(data);
  wake();
};
next.port1.onmessage = run;

load().catch((error: unknown) => {
  post({ failed: `The emulated Pico cannot start: ${String(error)}` });
});

async function load(): Promise<void> {
  const response = await fetch(new URL('pico.uf2', self.location.href));
  if (!response.ok) {
    throw new Error('this page was made without the image, pico.uf2');
  }
  board = new Board(new Uint8Array(await response.arrayBuffer()));
  cable.connect(board.chip);
  run();
}

function run(): void {
  timer = null;
  if (!board) return;
  try {
    const end = performance.now() + SLICE;
    let slept = 0; // windows in a row
    while (performance.now() < end && slept < 4) {
      slept = board.run(WINDOW) > WINDOW / 2 ? slept + 1 : 0;
      if (board.restarted) throw new Error(board.failure ?? 'it was told to quit');
    }
    if (cable.connected && !isReady) {
      isReady = true;
      post({ ready: true });
    }
    if (slept > 0 && isReady) timer = setTimeout(run, slept);
    else next.port2.postMessage(null);
  } catch (error) {
    board = null;
    post({ failed: `The emulated Pico has stopped: ${String(error)}` });
  }
}

/** Something was sent that a sleeping chip should see at once. */
function wake(): void {
  if (timer === null) return;
  clearTimeout(timer);
  run();
}
