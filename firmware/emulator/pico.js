// Runs a Raspberry Pi Pico's ELF file, with the player's serial port (USB)
// on standard input and output:
//
//   node pico.js IMAGE.elf [--realtime] [--trace FILE] [--faults] [--restart]
//                          [--one-core | --deaf-core] [--baud N]
//
// Both cores are emulated (cores.js says how, and what is not); the chip's
// clock is counted in cycles, at the speed that the image has set. A chip that
// works is emulated as fast as it goes, one that sleeps keeps pace with the
// wall clock and costs nothing; `--realtime` never runs ahead of the wall
// clock. `--trace` writes every line with the chip's time in microseconds, and the
// system clock's frequency whenever the image sets it. With `--baud`, the computer
// takes no more text than a line of this speed carries, by the chip's clock.
//
// With `--faults`, a byte 0 on standard input is no text: the letter behind
// it says what happens to the cable, in order with what is sent.
//
//   u  it is unplugged        d  the computer reads nothing
//   p  it is plugged in       l  the computer reads again
//   b  another baud rate      w  half a second passes
//
// The program ends when the image restarts the chip, which it does after
// `quit`, and when standard input has ended and all work is done. With
// `--restart`, a chip that has panicked or hung starts again, as a board does.
// With `--one-core`, core 1 gives no answer; with `--deaf-core`, it says that it
// waits for a program, and hears nothing of it.

import { createWriteStream, readFileSync } from 'node:fs';
import { Board } from './board.js';
import { Cable } from './cable.js';

const MILLISECOND = 1e6;
const WINDOW = 5 * MILLISECOND; // in which a chip is seen to sleep or work
const REST = 40; // windows of sleep after which all work is done

const options = process.argv.slice(2);
const faulty = take('--faults', 0) !== undefined;
const realtime = take('--realtime', 0) !== undefined;
const restarts = take('--restart', 0) !== undefined;
const oneCore = take('--one-core', 0) !== undefined;
const deafCore = take('--deaf-core', 0) !== undefined;
const traceFile = take('--trace', 1);
const bauds = Number(take('--baud', 1) ?? 0);
const [image] = options;
if (!image) {
  console.error('usage: node pico.js IMAGE.elf [--realtime] [--trace FILE] ' +
    '[--faults] [--restart] [--one-core | --deaf-core] [--baud N]');
  process.exit(2);
}
const trace = traceFile && createWriteStream(traceFile);
const unfinished = { in: '', out: '' }; // lines of the trace

const cable = new Cable(heard, faulty, bauds);
const core1 = { oneCore, deafCore };
let board = new Board(readFileSync(image), core1);
let startTime = 0; // the time at which the chip was started last
let inputEnded = false;
let restWindows = 0; // how long the chip has slept, and said nothing
let ended = false;
connect();

process.stdin.on('data', (bytes) => {
  mark('in', bytes);
  restWindows = 0;
  tell(() => cable.send(bytes));
  wake();
});
process.stdin.on('end', () => (inputEnded = true));
process.stdout.on('error', () => process.exit(0));

let timer = null;
let lead = -Infinity; // the wall clock's on a chip that is never late
run();

/** What is outside looks at the board. */
function connect() {
  cable.connect(board.chip);
  board.chip.addClockListener((hz) => {
    if (trace) trace.write(`clock ${microseconds()} ${Math.round(hz)}\n`);
  });
}

/** Removes an option from the command line. */
function take(name, values) {
  const at = options.indexOf(name);
  return at < 0 ? undefined : options.splice(at, 1 + values).pop();
}

/** Nanoseconds of all that the chip has done, its restarts included. */
function chipTime() {
  return startTime + board.clock.nanos;
}

function microseconds() {
  return Math.round(chipTime() / 1000);
}

/** Writes whole lines into the trace, with the time of their end. */
function mark(direction, bytes) {
  if (!trace) return;
  const text = unfinished[direction] + Buffer.from(bytes).toString('latin1');
  const lines = text.split('\n');
  unfinished[direction] = lines.pop();
  for (const line of lines) {
    trace.write(`${direction} ${microseconds()} ${line.trimEnd()}\n`);
  }
}

function heard(bytes) {
  restWindows = 0;
  mark('out', bytes);
  process.stdout.write(Buffer.from(bytes));
}

/** Does something that the chip or the cable may refuse. */
function tell(act) {
  try {
    act();
  } catch (error) {
    console.error(error.message);
    end(2);
  }
}

function run() {
  timer = null;
  const start = performance.now();
  while (!ended) {
    let slept = 0;
    tell(() => (slept = board.run(WINDOW)));
    if (ended) return;
    const asleep = slept > WINDOW / 2;
    if (board.restarted && !restart()) return;
    if (faulty) tell(() => cable.offer());
    if (ended) return;
    const busy = !asleep || !cable.connected || !cable.isEmpty;
    restWindows = busy ? 0 : restWindows + 1;
    if (inputEnded && restWindows >= REST) return end(0);
    const now = performance.now();
    const then = chipTime() / MILLISECOND;
    lead = Math.max(lead, now - then);
    const early = then + lead - now;
    if ((realtime || (asleep && !inputEnded)) && early > 1) {
      return (timer = setTimeout(run, Math.min(early, 20)));
    }
    if (now - start > 20) return (timer = setTimeout(run, 0));
  }
}

/** Something happened that a sleeping chip should see at once. */
function wake() {
  if (timer === null || realtime) return;
  clearTimeout(timer);
  timer = setTimeout(run, 0);
}

/** The image has restarted the chip, or its watchdog has; does it go on? */
function restart() {
  const { failure } = board;
  if (failure) console.error(failure);
  if (!failure || !restarts) {
    end(failure ? 1 : 0);
    return false;
  }
  startTime = chipTime();
  board = new Board(board.elf, { ...core1, before: board });
  connect();
  return true;
}

function end(code) {
  ended = true;
  process.exitCode = code;
  process.stdin.destroy();
  process.stdout.write('', () => trace ? trace.end(leave) : leave());
  function leave() {
    process.exit(code);
  }
}
