// Runs a Raspberry Pi Pico's ELF file, with the player's serial port (USB)
// on standard input and output:
//
//   node pico.js IMAGE.elf [--realtime] [--trace FILE] [--faults]
//
// The chip's clock is counted in cycles of 125 MHz. A core that works is
// emulated as fast as it goes, a core that sleeps keeps pace with the wall
// clock and costs nothing; `--realtime` never runs ahead of the wall clock.
// `--trace` writes every line with the chip's time in microseconds.
//
// With `--faults`, a byte 0 on standard input is no text: the letter behind
// it says what happens to the cable, in order with what is sent.
//
//   u  it is unplugged        d  the computer reads nothing
//   p  it is plugged in       l  the computer reads again
//   b  another baud rate      w  half a second passes
//
// The program ends when the image restarts the chip, which it does after
// `quit`, and when standard input has ended and all work is done.

import { createWriteStream, readFileSync } from 'node:fs';
import { RP2040, USBCDC } from 'rp2040js';

const FLASH = 0x10000000;
const XIP_CONTROL = 0x14000000;
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
const faulty = take('--faults', 0) !== undefined;
const realtime = take('--realtime', 0) !== undefined;
const traceFile = take('--trace', 1);
const [image] = options;
if (!image) {
  console.error('usage: node pico.js IMAGE.elf [--realtime] [--trace FILE] [--faults]');
  process.exit(2);
}
const trace = traceFile && createWriteStream(traceFile);

const chip = new RP2040();
const { core, clock, usbCtrl: usb } = chip;
chip.logger = {
  debug() {},
  // rp2040js only logs the instruction SEV. It is to end the next WFE.
  info(name, text) {
    if (text === 'SEV') core.eventRegistered = true;
  },
  warn() {},
  error: (name, text) => console.error(`${name}: ${text}`),
};

const FAULT = 256; // added to the letter of a fault among the bytes
const PAUSE = 500 * MILLISECOND;
const SIE_STATUS = 0x50; // the state of the bus
const SUSPENDED = 1 << 4;
const SET_LINE_CODING = [0x21, 0x20, 0, 0, 0, 0, 7, 0];
const LINE_CODING = [0x80, 0x25, 0, 0, 0, 0, 8]; // 9,600 baud

const input = []; // bytes that the chip has not asked for yet, and faults
const held = new Map(); // what the chip has sent and the computer has not read
let plugged = true;
let reading = true;
let control = null; // what the chip is to be told about the line
let pausedUntil = 0;
let escaped = false; // a byte 0 has been read
let inputEnded = false;
let waiting = null; // the endpoint on which the chip waits for bytes
let connected = false;
let restWindows = 0; // how long the core has slept, and said nothing
let ended = false;
const unfinished = { in: '', out: '' }; // lines of the trace

addFlash();
load(readFileSync(image));
correctUsb();
plugIn();
chip.peripherals[0x40058].onWatchdogTrigger = restarted;
process.stdin.on('data', (bytes) => {
  for (const byte of bytes) {
    if (faulty && !escaped && byte === 0) {
      escaped = true;
    } else {
      input.push(escaped ? FAULT + byte : byte);
      escaped = false;
    }
  }
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

/**
 * Adds what the image needs to read the flash chip's number: a boot ROM with
 * `memcpy44`, and functions to switch the flash's mode that do nothing.
 */
function addFlash() {
  const rom = new Uint16Array(chip.bootrom.buffer);
  const put = (address, ...code) => rom.set(code, address / 2);
  put(0x18, 0x21); // where the look-up of a function begins
  put(0x20,
    0x4a03, 0x4291, 0xd101, // ldr r2, tag; cmp r1, r2; bne other
    0x2035, 0x4770, // movs r0, #memcpy44; bx lr
    0x2029, 0x4770, 0, // other: movs r0, #(the bx lr above); bx lr
    0x3443, 0, // tag: memcpy44's
    0x3a04, 0x588b, 0x5083, 0xd1fb, 0x4770); // memcpy44: words, last to first
  // The flash's cache never streams: nothing to wait for.
  chip.peripherals[XIP_CONTROL >>> 12] = { readUint32: () => 0 };
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

/** Makes rp2040js a USB host that waits, and that can stop reading. */
function correctUsb() {
  // It takes the buffer from the chip as soon as there is one, and fills it
  // with nothing if there is nothing. A host with nothing to say leaves the
  // buffer where it is.
  const { usbDPRAMView: ram } = chip;
  const control = (endpoint) => 0x84 + endpoint * 8;
  const finish = usb.finishRead.bind(usb);
  usb.finishRead = (endpoint, bytes) => {
    const value = ram.getUint32(control(endpoint), true);
    ram.setUint32(control(endpoint), value & ~AVAILABLE, true);
    finish(endpoint, bytes);
  };
  // The chip takes note of a suspended bus by writing the bit, as it does
  // with others that rp2040js knows.
  const write = usb.writeUint32.bind(usb);
  usb.writeUint32 = (offset, value) => {
    const noted = offset === SIE_STATUS && usb.rawWriteValue & SUSPENDED;
    if (noted) usb.sieStatus &= ~SUSPENDED;
    write(offset, value);
  };
  const updated = usb.DPRAMUpdated.bind(usb);
  usb.DPRAMUpdated = (offset, value) => {
    const sends = offset >= 0x80 && (offset & 4) === 0;
    const deaf = !plugged || (!reading && offset > 0x80);
    if (sends && deaf && value & AVAILABLE) held.set(offset, value);
    else updated(offset, value);
  };
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
  const { usbDPRAMView: ram } = chip;
  usb.onEndpointRead = (endpoint) => {
    const at = 0x84 + endpoint * 8;
    ram.setUint32(at, ram.getUint32(at, true) | AVAILABLE, true);
    if (endpoint === 0 && control) {
      usb.endpointReadDone(0, Uint8Array.from(control));
      control = null;
    } else if (endpoint !== 0 && endpoint === port.outEndpoint) {
      waiting = endpoint;
      offer();
    }
  };
}

/** Gives the chip a packet if it waits for one, and lets faults happen. */
function offer() {
  while (input[0] >= FAULT && clock.nanos >= pausedUntil) {
    happen(String.fromCharCode(input.shift() - FAULT));
  }
  const paused = clock.nanos < pausedUntil;
  if (paused || !plugged || waiting === null || input.length === 0) return;
  const fault = input.findIndex((byte) => byte >= FAULT);
  const count = fault < 0 ? PACKET : Math.min(fault, PACKET);
  usb.endpointReadDone(waiting, Uint8Array.from(input.splice(0, count)));
  waiting = null;
}

/** Something happens to the cable, or to the computer at its other end. */
function happen(letter) {
  switch (letter) {
    case 'u':
      plugged = false;
      connected = false;
      waiting = null;
      usb.sieStatus |= SUSPENDED;
      usb.sieStatusUpdated();
      break;
    case 'p':
      plugged = true;
      waiting = null; // it may have asked once more without a cable
      held.clear();
      plugIn();
      usb.resetDevice();
      break;
    case 'd':
      reading = false;
      break;
    case 'l':
      reading = true;
      for (const [offset, value] of [...held]) {
        held.delete(offset);
        usb.DPRAMUpdated(offset, value);
      }
      break;
    case 'b':
      control = LINE_CODING;
      usb.sendSetupPacket(Uint8Array.from(SET_LINE_CODING));
      break;
    case 'w':
      pausedUntil = clock.nanos + PAUSE;
      break;
    default:
      console.error(`no fault is called ${letter}`);
      end(2);
  }
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
    if (faulty) offer();
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
