// A Raspberry Pi Pico: an RP2040 with both cores, its flash, and what survives
// a restart. Time is counted in cycles of the system clock, at the speed that
// the image has set.

import { RP2040 } from 'rp2040js';
import { Cores } from './cores.js';

const FLASH = 0x10000000;
const RAM = 0x20000000;
const XIP_CONTROL = 0x14000000;
const VECTORS = 0x10000100; // behind the boot loader
const KEPT = 0x20002000; // where a panic leaves its message
const KEPT_MARK = 0x50414e49;
const WATCHDOG = 0x40058;
const TIMED_OUT = 1;
const MILLISECOND = 1e6;
const LOOK = 64; // steps after which it is seen that cores only branch to themselves
const POWER = 0x40010; // the power-on state machine
const SELECTED = 0x1fffc; // what the watchdog is to reset: all but oscillators
const SSI = 0x18000; // the line to the flash chip
const SSI_DATA = 0x60;
const READS_ANSWER = 3 << 8; // in SSI_CTRLR0: a command, then its answer
const READ_FLASH_ID = 0x4b;
const UF2 = 0x0a324655; // the first word of such a file
const UF2_BLOCK = 512;

/** The flash chip's number, which tells one Pico from another. */
export const FLASH_ID = 'E6614103E7452D2F';

export class Board {
  /**
   * Switches a board on, with an ELF or UF2 file in its flash; or on again,
   * with what the one `before` has left in its memory. With `oneCore`, core 1
   * gives no answer; with `deafCore`, it says that it waits for a program, and
   * hears nothing of it.
   */
  constructor(elf, { oneCore = false, deafCore = false, before = null } = {}) {
    const chip = new RP2040();
    this.elf = elf;
    this.chip = chip;
    this.clock = chip.clock;
    this.restarted = false;
    chip.logger = {
      debug() {},
      info() {},
      warn() {},
      error: (name, text) => console.error(`${name}: ${text}`),
    };
    addFlash(chip);
    load(chip, elf);
    this.watchdog = chip.peripherals[WATCHDOG];
    this.watchdog.onWatchdogTrigger = () => {
      // rp2040js would ring again and again without letting time pass.
      this.watchdog.timer.enable = false;
      this.restarted = true;
      const chosen = chip.peripherals[POWER].wdsel;
      if (chosen !== SELECTED) {
        throw new Error(`the image's watchdog resets ${hex(chosen)}, and ` +
          `all but the oscillators is ${hex(SELECTED)}`);
      }
    };
    if (before) {
      chip.sram.set(before.chip.sram);
      this.watchdog.reason = before.watchdog.reason;
      this.watchdog.scratchData.set(before.watchdog.scratchData);
    }
    this.cores = new Cores(chip, { dead: oneCore, deaf: deafCore });
    this.cycle = 1e9 / chip.clkSys; // in nanoseconds
    chip.addClockListener((hz) => (this.cycle = 1e9 / hz));
  }

  /**
   * Lets the board work for this number of nanoseconds, or until it restarts;
   * returns for how many it has slept.
   */
  run(nanos) {
    const { cores, clock } = this;
    const end = clock.nanos + nanos;
    let slept = 0;
    let steps = 0;
    while (clock.nanos < end && !this.restarted) {
      if (cores.asleep) {
        const nap = Math.min(this.untilNext, end - clock.nanos);
        clock.tick(nap);
        slept += nap;
      } else {
        const cycles = cores.step();
        if (cycles > 0) clock.tick(cycles * this.cycle);
        if (++steps % LOOK === 0 && cores.stuck) {
          clock.tick(Math.min(this.untilNext, end - clock.nanos));
        }
      }
    }
    return slept;
  }

  /** Nanoseconds until something may happen that no core does. */
  get untilNext() {
    const { clock } = this;
    const next = clock.nextAlarm ? clock.nanosToNextAlarm : MILLISECOND;
    return Math.max(0, Math.min(next, MILLISECOND));
  }

  /** Why the board restarts, if it should not have to. */
  get failure() {
    if (this.chip.readUint32(KEPT) === KEPT_MARK) {
      const text = this.chip.sram.subarray(KEPT + 12 - RAM);
      const length = this.chip.readUint32(KEPT + 4);
      return `panic: ${new TextDecoder().decode(text.slice(0, length))}`;
    }
    const timedOut = this.watchdog.reason === TIMED_OUT;
    return timedOut ? 'the watchdog was not fed' : null;
  }
}

function hex(number) {
  return `0x${number.toString(16)}`;
}

/**
 * Adds what the image needs to read the flash chip's number: a boot ROM with
 * `memcpy44`, and functions to switch the flash's mode that do nothing.
 */
function addFlash(chip) {
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
  const ssi = chip.peripherals[SSI];
  const [read, write] = [ssi.readUint32.bind(ssi), ssi.writeUint32.bind(ssi)];
  let answer = []; // what the flash chip has to say
  ssi.readUint32 = (offset) =>
    offset === SSI_DATA && answer.length > 0 ? answer.shift() : read(offset);
  ssi.writeUint32 = (offset, value) => {
    if (offset === SSI_DATA && (ssi.crtlr0 & READS_ANSWER) === READS_ANSWER &&
        (value & 0xff) === READ_FLASH_ID) {
      answer = [0, 0, 0, 0, ...bytesOf(FLASH_ID)];
    } else {
      write(offset, value);
    }
  };
}

/** The bytes of a number in hexadecimal digits. */
function bytesOf(digits) {
  return digits.match(/../g).map((byte) => parseInt(byte, 16));
}

/** Puts the file's contents where they belong, and begins there. */
function load(chip, bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const fill = view.getUint32(0, true) === UF2 ? loadUf2 : loadElf;
  fill(chip, bytes, view);
  chip.core.VTOR = VECTORS;
  chip.core.SP = chip.readUint32(VECTORS);
  chip.core.PC = chip.readUint32(VECTORS + 4) & ~1;
}

function loadUf2(chip, bytes, uf2) {
  for (let at = 0; at < bytes.length; at += UF2_BLOCK) {
    const [to, length] = [12, 16].map((field) => uf2.getUint32(at + field, true));
    chip.flash.set(bytes.subarray(at + 32, at + 32 + length), to - FLASH);
  }
}

function loadElf(chip, bytes, elf) {
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
}
