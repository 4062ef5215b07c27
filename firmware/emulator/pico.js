// Runs a Raspberry Pi Pico's ELF file, with the player's serial port (USB)
// on standard input and output:
//
//   node pico.js IMAGE.elf [--realtime] [--trace FILE]
//
// The chip's clock is counted in cycles of 125 MHz. A core that works is
// emulated as fast as it goes, a core that sleeps keeps pace with the wall
// clock and costs nothing; `--realtime` never runs ahead of the wall clock.
// `--trace` writes every line with the chip's time in microseconds.
//
// The program ends when the image restarts the chip, which it does after
// `quit`, and when standard input has ended and all work is done.

import { createWriteStream, readFileSync } from 'node:fs';
import { RP2040, USBCDC } from 'rp2040js';

const FLASH = 0x10000000;
const VECTORS = 0x10000100; // behind the boot loader
const KEPT = 0x20002000; // where a panic leaves its message
const KEPT_MARK = 0x50414e49;
const CYCLE = 8; // nanoseconds
const MILLISECOND = 1e6;
const WINDOW = 5 * MILLISECOND; // in which a core is seen to sleep or work
const REST = 40; // windows of sleep after which all work is done
const PACKET = 64;
const AVAILABLE = 1 << 10; // in a buffer control register

const options = process.argv.slice(2);
const realtime = take('--realtime', 0) !== undefined;
const traceFile = take('--trace', 1);
const [image] = options;
if (!image) {
  console.error('usage: node pico.js IMAGE.elf [--realtime] [--trace FILE]');
  process.exit(2);
}
const trace = traceFile && createWriteStream(traceFile);

const chip = new RP2040();
const { core, clock, usbCtrl: usb } = chip;
chip.logger = {
  debug() {},
  info() {},
  warn() {},
  error: (name, text) => console.error(`${name}: ${text}`),
};

const input = []; // bytes that the chip has not asked for yet
let inputEnded = false;
let waiting = null; // the endpoint on which the chip waits for bytes
let connected = false;
let restWindows = 0; // how long the core has slept, and said nothing
let ended = false;
const unfinished = { in: '', out: '' }; // lines of the trace

load(readFileSync(image));
plugIn();
chip.peripherals[0x40058].onWatchdogTrigger = restarted;
process.stdin.on('data', (bytes) => {
  for (const byte of bytes) input.push(byte);
  mark('in', bytes);
  restWindows = 0;
  offer();
  wake();
});
process.stdin.on('end', () => (inputEnded = true));
process.stdout.on('error', () => process.exit(0));

let timer = null;
let lead = -Infinity; // the wall clock's on a chip that is never late
run();

/** Removes an option from the command line. */
function take(name, values) {
  const at = options.indexOf(name);
  return at < 0 ? undefined : options.splice(at, 1 + values).pop();
}

/** Puts the ELF file's segments where they belong, and begins there. */
function load(bytes) {
  const elf = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [table, size, count] = [
    elf.getUint32(28, true), elf.getUint16(42, true), elf.getUint16(44, true),
  ];
  for (let at = table; at < table + count * size; at += size) {
    const [type, from, , to, length] = [0, 4, 8, 12, 16].map((field) =>
      elf.getUint32(at + field, true));
    if (type === 1 && length > 0) {
      chip.flash.set(bytes.subarray(from, from + length), to - FLASH);
    }
  }
  core.VTOR = VECTORS;
  core.SP = chip.readUint32(VECTORS);
  core.PC = chip.readUint32(VECTORS + 4) & ~1;
}

/** Connects a USB host with a serial port. */
function plugIn() {
  const port = new USBCDC(usb);
  port.onDeviceConnected = () => (connected = true);
  port.onSerialData = (bytes) => {
    restWindows = 0;
    mark('out', bytes);
    process.stdout.write(Buffer.from(bytes));
  };
  // rp2040js takes the buffer from the chip as soon as there is one, and
  // fills it with nothing if there is nothing. A host with nothing to say
  // leaves the buffer where it is.
  const control = (endpoint) => 0x84 + endpoint * 8;
  const { usbDPRAMView: ram } = chip;
  usb.onEndpointRead = (endpoint) => {
    const value = ram.getUint32(control(endpoint), true);
    ram.setUint32(control(endpoint), value | AVAILABLE, true);
    if (endpoint === port.outEndpoint) {
      waiting = endpoint;
      offer();
    }
  };
  const finish = usb.finishRead.bind(usb);
  usb.finishRead = (endpoint, bytes) => {
    const value = ram.getUint32(control(endpoint), true);
    ram.setUint32(control(endpoint), value & ~AVAILABLE, true);
    finish(endpoint, bytes);
  };
}

/** Gives the chip a packet if it waits for one. */
function offer() {
  if (waiting === null || input.length === 0) return;
  usb.endpointReadDone(waiting, Uint8Array.from(input.splice(0, PACKET)));
  waiting = null;
}

/** Writes whole lines into the trace, with the time of their end. */
function mark(direction, bytes) {
  if (!trace) return;
  const text = unfinished[direction] + Buffer.from(bytes).toString('latin1');
  const lines = text.split('\n');
  unfinished[direction] = lines.pop();
  const time = Math.round(clock.nanos / 1000);
  for (const line of lines) {
    trace.write(`${direction} ${time} ${line.trimEnd()}\n`);
  }
}

/** Lets the chip work for a window of its time; has it slept for most? */
function runWindow() {
  const end = clock.nanos + WINDOW;
  let slept = 0;
  while (clock.nanos < end && !ended) {
    if (core.waiting) {
      const next = clock.nextAlarm ? clock.nanosToNextAlarm : MILLISECOND;
      const nap = Math.min(next, end - clock.nanos, MILLISECOND);
      clock.tick(nap);
      slept += nap;
    } else {
      clock.tick(core.executeInstruction() * CYCLE);
    }
  }
  return slept > WINDOW / 2;
}

function run() {
  timer = null;
  const start = performance.now();
  while (!ended) {
    const asleep = runWindow();
    const busy = !asleep || !connected || input.length > 0;
    restWindows = busy ? 0 : restWindows + 1;
    if (inputEnded && restWindows >= REST) return end(0);
    const now = performance.now();
    const chipTime = clock.nanos / MILLISECOND;
    lead = Math.max(lead, now - chipTime);
    const early = chipTime + lead - now;
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

/** The image has restarted the chip, or its watchdog has. */
function restarted() {
  if (ended) return;
  const timedOut = chip.peripherals[0x40058].reason === 1;
  const panicked = chip.readUint32(KEPT) === KEPT_MARK;
  if (panicked) {
    const text = chip.sram.subarray(KEPT + 12 - 0x20000000);
    const length = chip.readUint32(KEPT + 4);
    console.error(`panic: ${Buffer.from(text.subarray(0, length))}`);
  } else if (timedOut) {
    console.error('the watchdog was not fed');
  }
  end(panicked || timedOut ? 1 : 0);
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
