// The RP2040's two cores. rp2040js has one; the second is the core of a second
// RP2040 object that has its own SIO and its own interrupt controller, and
// shares everything else with the first.
//
// Both are level in cycles of the system clock, to the length of an
// instruction: of two that work, the one that is behind goes on.
//
// Not modelled: what the cores cost each other when both want the same memory,
// waiting for flash and its cache (the same code takes the same cycles from
// flash and from RAM), the MPU, which would guard the second core's stack (its
// registers keep what is written, it forbids nothing), faults other than an
// instruction that is none and an address where nothing is, the time that core 1 spends in the boot ROM. The
// interrupts of pins come to core 0 only. SysTick of core 1 goes on while the
// core is reset.

import { RP2040 } from 'rp2040js';
import { BootRom } from './boot_rom.js';
import { fifoPorts } from './fifo_port.js';

const CPUID = 0x00;
const FIFO_STATUS = 0x50;
const FIFO_WRITE = 0x54;
const FIFO_READ = 0x58;
const SIO_INTERRUPTS = [15, 16]; // one for each core
const PIN_INTERRUPT = 13;
const OWN_INTERRUPTS = (1 << 15) | (1 << 16) | (1 << PIN_INTERRUPT);
const POWER = 0x40010; // the power-on state machine
const FORCE_OFF = 0x04;
const OFF_AFTER = 3; // reads of it: before, a part is not off
const SIO_OFF = 1 << 14;
const CORE_1_OFF = 1 << 16;
const WFE = 0xbf20;
const BRANCH_TO_ITSELF = 0xe7fe;
const HARD_FAULT = 3;
const NOWHERE = /^(Write to undefined|Read from invalid memory) address: /;
const [RAM, RAM_END] = [0x20000000, 0x20042000];
const FRAME = 32; // bytes that an exception pushes
const LOCKED_UP = 1000; // cycles in which nothing is done
const MPU = [0xd94, 0xd98, 0xd9c, 0xda0]; // CTRL, RNR, RBAR, RASR
const OWN = new Set(['core', 'ppb', 'sio', 'logger']);
const SHARED_BY_SIOS = [
  'gpioValue', 'gpioOutputEnable', 'qspiGpioValue', 'qspiGpioOutputEnable', 'spinLock',
];

export class Cores {
  /**
   * Adds a second core, which waits in the boot ROM. One that is dead does not
   * say so, one that is deaf does and hears nothing.
   */
  constructor(chip, { dead = false, deaf = false } = {}) {
    this.chip = chip;
    this.half = new RP2040(chip.clock); // that of the second core
    for (const part of Object.keys(chip)) {
      if (!OWN.has(part)) this.half[part] = chip[part];
    }
    this.launched = false; // does core 1 run a program?
    this.lead = 0; // cycles that core 1 is ahead
    this.lost = null; // the half whose core has just missed an address
    this.connect();
    if (dead) this.rom.start = () => {};
    if (deaf) this.rom.hear = () => {};
    this.rom.start();
  }

  get first() {
    return this.chip.core;
  }

  get second() {
    return this.half.core;
  }

  /** Does what works do nothing but branch to itself, until an interrupt? */
  get stuck() {
    const { chip, half } = this;
    const second = this.launched && !half.core.waiting;
    return (!chip.core.waiting || second) &&
      (chip.core.waiting || branchesToItself(chip.core)) &&
      (!second || branchesToItself(half.core));
  }

  /** Is there nothing to execute until something wakes a core? */
  get asleep() {
    return this.chip.core.waiting && !(this.launched && !this.half.core.waiting);
  }

  /**
   * Executes an instruction of the core that is behind; how many cycles have
   * passed for both? Not to be called if both are asleep.
   */
  step() {
    const cycles = this.stepOne();
    if (this.lost) {
      busFault(this.lost.core);
      this.lost = null;
    }
    return cycles;
  }

  stepOne() {
    const first = this.chip.core;
    if (!this.launched || this.half.core.waiting) {
      this.lead = 0;
      return first.executeInstruction();
    }
    if (first.waiting) {
      this.lead = 0;
      return this.half.core.executeInstruction();
    }
    const before = this.lead;
    if (before >= 0) {
      const cycles = first.executeInstruction();
      this.lead = before - cycles;
      return Math.min(cycles, before);
    }
    const cycles = this.half.core.executeInstruction();
    this.lead = before + cycles;
    return Math.min(cycles, -before);
  }

  connect() {
    const { chip, half } = this;
    const ports = fifoPorts();
    [chip, half].forEach((side, number) => {
      connectSio(side.sio, number, ports[number]);
      addMpu(side.ppb);
      side.onBreak = () => fault(side.core);
      side.logger = this.logger(side, chip.logger);
      ports[number].onInterrupt = (level) =>
        side.core.setInterrupt(SIO_INTERRUPTS[number], level);
    });
    for (const name of SHARED_BY_SIOS) {
      Object.defineProperty(half.sio, name, {
        get: () => chip.sio[name],
        set: (value) => (chip.sio[name] = value),
      });
    }
    // Every other interrupt comes to both; each core has its own enabled.
    chip.setInterrupt = (irq, level) => {
      chip.core.setInterrupt(irq, level);
      if (irq !== PIN_INTERRUPT) half.core.setInterrupt(irq, level);
    };
    half.setInterrupt = chip.setInterrupt;
    chip.addClockListener((hz) => (half.ppb.systickTimer.frequency = hz));

    this.rom = new BootRom(ports[1], (...start) => this.launch(...start));
    const interrupt = ports[1].onInterrupt;
    ports[1].onInterrupt = (level) => {
      interrupt(level);
      this.rom.listen();
    };
    ports[1].onRoom = () => this.rom.listen();

    const power = chip.peripherals[POWER];
    const read = power.readUint32.bind(power);
    const write = power.writeUint32.bind(power);
    let wanted = 0; // what is to be off
    let reads = 0; // after which it is
    const settle = (off) => {
      const before = power.frceOff;
      write(FORCE_OFF, off);
      this.switch(before, power.frceOff, ports);
    };
    power.readUint32 = (offset) => {
      if (offset === FORCE_OFF && reads > 0 && --reads === 0) settle(wanted);
      return read(offset);
    };
    power.writeUint32 = (offset, value) => {
      if (offset !== FORCE_OFF) return write(offset, value);
      wanted = value;
      reads = OFF_AFTER;
      settle(power.frceOff & value);
    };
  }

  /** Parts of the chip are reset, or let go. */
  switch(before, off, ports) {
    if (off & SIO_OFF) {
      this.chip.sio.spinLock = 0;
      for (const port of ports) port.reset();
    }
    if (off & CORE_1_OFF) {
      this.launched = false;
      this.rom.stop();
    } else if (before & CORE_1_OFF) {
      this.rom.start();
    }
  }

  launch(vectors, stack, entry) {
    const core = new this.half.core.constructor(this.half);
    core.pendingInterrupts = this.chip.core.pendingInterrupts & ~OWN_INTERRUPTS;
    core.VTOR = vectors;
    core.SP = stack;
    core.PC = entry & ~1;
    this.half.core = core;
    this.lead = 0;
    this.launched = true;
  }

  /**
   * rp2040js only logs the instruction SEV, which is an event to both cores, and
   * an address where nothing is, which is a fault.
   */
  logger(side, logger) {
    return {
      ...logger,
      warn: (name, text) => {
        if (NOWHERE.test(text)) this.lost = side;
        else logger.warn(name, text);
      },
      info: (name, text) => {
        if (text === 'SEV') {
          signal(this.chip.core);
          signal(this.half.core);
        } else {
          logger.info(name, text);
        }
      },
    };
  }
}

function branchesToItself(core) {
  const here = core.PC & ~1;
  const inMemory = here >>> 28 === 1 || here >>> 28 === 2;
  return !core.interruptsUpdated && inMemory && core.readUint16(here) === BRANCH_TO_ITSELF;
}

/** Ends a core's WFE, the one that it sleeps in or else the next one. */
function signal(core) {
  if (core.waiting && core.readUint16((core.PC & ~1) - 2) === WFE) {
    core.waiting = false;
  } else {
    core.eventRegistered = true;
  }
}

/** An instruction that is none, or a breakpoint without a debugger. */
function fault(core) {
  core.PC -= core.breakRewind;
  core.exceptionEntry(HARD_FAULT);
}

/** A fault that finds no room for what it pushes locks the core up. */
function busFault(core) {
  if (core.SP - FRAME >= RAM && core.SP <= RAM_END) {
    core.exceptionEntry(HARD_FAULT);
  } else {
    core.executeInstruction = () => LOCKED_UP;
  }
}

/** Gives a core the registers of its MPU. */
function addMpu(ppb) {
  const registers = new Map(MPU.map((offset) => [offset, 0]));
  const read = ppb.readUint32.bind(ppb);
  const write = ppb.writeUint32.bind(ppb);
  ppb.readUint32 = (offset) => registers.get(offset) ?? read(offset);
  ppb.writeUint32 = (offset, value) => {
    if (registers.has(offset)) registers.set(offset, value);
    else write(offset, value);
  };
}

/** Gives a core's SIO its number and its end of the FIFOs. */
function connectSio(sio, number, port) {
  const read = sio.readUint32.bind(sio);
  const write = sio.writeUint32.bind(sio);
  sio.readUint32 = (offset) => {
    switch (offset) {
      case CPUID:
        return number;
      case FIFO_STATUS:
        return port.status;
      case FIFO_READ:
        return port.read();
      case FIFO_WRITE:
        return 0;
      default:
        return read(offset);
    }
  };
  sio.writeUint32 = (offset, value) => {
    if (offset === FIFO_STATUS) port.clearErrors();
    else if (offset === FIFO_WRITE) port.write(value);
    else write(offset, value);
  };
}
