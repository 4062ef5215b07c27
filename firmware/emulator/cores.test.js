// Tests of the second core with small programs:
//
//   node --test

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RP2040 } from 'rp2040js';
import { Cores } from './cores.js';

const PROGRAMS = [0x20001000, 0x20002000]; // of core 0 and core 1
const HANDLER = 0x20003000;
const VECTORS = 0x20004000;
const STACKS = [0x20010000, 0x20012000];
const SPINLOCK = 0xd0000100;
const [CPUID, STATUS, WRITE, READ] = [0xd0000000, 0xd0000050, 0xd0000054, 0xd0000058];
const DIVIDEND = 0xd0000060;
const FORCE_OFF = 0x40010004;
const FORCE_OFF_SET = 0x40012004;
const FORCE_OFF_CLEAR = 0x40013004;
const CORE_1 = 1 << 16;
const ENABLE = 0xe000e100; // interrupts
const [VALID, READY] = [1, 2];

const [NOP, WFE, WFI, SEV, RETURN] = [0xbf00, 0xbf20, 0xbf30, 0xbf40, 0x4770];
const STOP = 0xe7fe; // b .
const COUNT = 0x3401; // adds r4, #1
const AGAIN = 0xe7fd; // b to the instruction before

/** A chip whose cores run these programs; the second is launched if it has one. */
function start(first, second, how) {
  const chip = new RP2040();
  chip.logger = { debug() {}, info() {}, warn: assert.fail, error: assert.fail };
  const cores = new Cores(chip, how);
  const put = (address, code) =>
    code.forEach((word, index) => chip.sramView.setUint16(
      address - 0x20000000 + index * 2, word, true));
  put(PROGRAMS[0], first);
  put(HANDLER, [COUNT, RETURN]);
  chip.core.PC = PROGRAMS[0];
  chip.core.SP = STACKS[0];
  if (second) {
    put(PROGRAMS[1], second);
    assert.deepEqual(launch(chip), [0, 0, ...SEQUENCE]);
  }
  return { chip, cores, half: cores.half };
}

const SEQUENCE = [0, 1, VECTORS, STACKS[1], PROGRAMS[1] | 1];

/** Sends words to core 1; what does it answer? */
function send(chip, ...words) {
  for (const word of words) chip.writeUint32(WRITE, word);
  const answer = [];
  while (chip.readUint32(STATUS) & VALID) answer.push(chip.readUint32(READ));
  return answer;
}

/** Puts core 1 into a reset; how often does it take a look? */
function switchOff(chip) {
  chip.writeUint32(FORCE_OFF_SET, CORE_1);
  let looks = 1;
  while (!(chip.readUint32(FORCE_OFF) & CORE_1)) {
    looks++;
    assert.ok(looks < 10);
  }
  return looks;
}

function launch(chip) {
  return [0, ...SEQUENCE].flatMap((word) => send(chip, word));
}

function steps(cores, count) {
  let cycles = 0;
  for (let i = 0; i < count && !cores.asleep; i++) cycles += cores.step();
  return cycles;
}

test('the boot ROM says that it is there, after every reset', () => {
  const { chip } = start([STOP]);
  assert.deepEqual(send(chip), [0]);
  assert.deepEqual(send(chip), []);
  assert.ok(switchOff(chip) > 1);
  assert.deepEqual(send(chip), []);
  chip.writeUint32(FORCE_OFF_CLEAR, CORE_1);
  assert.deepEqual(send(chip), [0]);
});

test('a reset that is not waited for is none', () => {
  const { chip } = start([STOP]);
  send(chip);
  chip.writeUint32(FORCE_OFF, CORE_1);
  assert.equal(chip.readUint32(FORCE_OFF), 0);
  chip.writeUint32(FORCE_OFF, 0);
  assert.deepEqual(send(chip), []);
});

test('a core that is dead says nothing, one that is deaf hears nothing', () => {
  for (const [how, said] of [[{ dead: true }, []], [{ deaf: true }, [0]]]) {
    const { chip, cores } = start([STOP], null, how);
    assert.deepEqual(send(chip), said);
    assert.deepEqual(SEQUENCE.flatMap((word) => send(chip, word)), []);
    assert.equal(cores.launched, false);
  }
});

test('a core that is held in reset answers nothing', () => {
  const { chip, cores } = start([STOP]);
  send(chip);
  switchOff(chip);
  assert.deepEqual(SEQUENCE.flatMap((word) => send(chip, word)), []);
  assert.equal(cores.launched, false);
});

test('the sequence launches core 1 with its stack and vectors', () => {
  const { chip, cores } = start([STOP]);
  send(chip);
  assert.deepEqual(SEQUENCE.flatMap((word) => send(chip, word)), SEQUENCE);
  assert.equal(cores.launched, true);
  assert.equal(cores.second.PC, PROGRAMS[1]);
  assert.equal(cores.second.SP, STACKS[1]);
  assert.equal(cores.second.VTOR, VECTORS);
  switchOff(chip);
  assert.equal(cores.launched, false);
});

test('an unexpected word begins the sequence again', () => {
  const { chip, cores } = start([STOP]);
  send(chip);
  assert.deepEqual(send(chip, 7), [0]);
  assert.deepEqual(send(chip, 1), [1]);
  assert.deepEqual(send(chip, VECTORS), [VECTORS]);
  assert.deepEqual(send(chip, 0), [0]);
  assert.deepEqual(send(chip, VECTORS), [0]);
  assert.equal(cores.launched, false);
  assert.deepEqual(SEQUENCE.flatMap((word) => send(chip, word)), SEQUENCE);
  assert.equal(cores.launched, true);
});

test('each core has its number, its divider and its end of the FIFOs', () => {
  const { chip, half } = start([STOP], [STOP]);
  assert.deepEqual([chip, half].map((side) => side.readUint32(CPUID)), [0, 1]);
  chip.writeUint32(DIVIDEND, 11);
  half.writeUint32(DIVIDEND, 22);
  assert.equal(chip.readUint32(DIVIDEND), 11);
  for (let word = 0; word < 8; word++) half.writeUint32(WRITE, word);
  assert.equal(half.readUint32(STATUS), 0);
  assert.equal(chip.readUint32(STATUS), VALID | READY);
  half.writeUint32(WRITE, 8);
  assert.equal(half.readUint32(STATUS), 4);
  assert.deepEqual(send(chip), [0, 1, 2, 3, 4, 5, 6, 7]);
  chip.readUint32(READ);
  assert.equal(chip.readUint32(STATUS), READY | 8);
});

test('a spinlock is held by one of them', () => {
  const { chip, half } = start([STOP], [STOP]);
  const lock = SPINLOCK + 4 * 31;
  assert.notEqual(chip.readUint32(lock), 0);
  assert.equal(half.readUint32(lock), 0);
  half.writeUint32(lock, 1);
  assert.notEqual(half.readUint32(lock), 0);
  assert.equal(chip.readUint32(lock), 0);
});

test('a word is an interrupt to the core that gets it', () => {
  const { chip, cores, half } = start([STOP], [STOP]);
  chip.sramView.setUint32(VECTORS - 0x20000000 + 4 * (16 + 16), HANDLER | 1, true);
  for (const side of [chip, half]) side.writeUint32(ENABLE, 3 << 15);
  chip.writeUint32(WRITE, 5);
  // It stays until the word is read: the handler does not, and is called again.
  steps(cores, 40);
  assert.ok(cores.second.registers[4] > 1);
  assert.equal(cores.first.PC, PROGRAMS[0]);
  assert.equal(half.readUint32(READ), 5);
  steps(cores, 40);
  const count = cores.second.registers[4];
  steps(cores, 40);
  assert.equal(cores.second.registers[4], count);
});

test('an event ends WFE on both cores, but not WFI', () => {
  for (const [sleep, wakes] of [[WFE, true], [WFI, false]]) {
    const { cores } = start([NOP, NOP, NOP, NOP, SEV, STOP], [sleep, COUNT, STOP]);
    steps(cores, 3);
    assert.equal(cores.second.waiting, true);
    steps(cores, 20);
    assert.equal(cores.second.waiting, !wakes);
    assert.equal(cores.second.registers[4], wakes ? 1 : 0);
    assert.equal(cores.first.eventRegistered, true);
  }
});

test('an event before WFE is kept', () => {
  const { cores } = start([SEV, STOP], [NOP, NOP, NOP, WFE, COUNT, WFE, STOP]);
  steps(cores, 40);
  assert.equal(cores.second.registers[4], 1);
  assert.equal(cores.second.waiting, true);
});

test('an instruction that is none is a fault of its core', () => {
  const { chip, cores } = start([STOP], [NOP, 0xde00, STOP]);
  chip.sramView.setUint32(VECTORS - 0x20000000 + 4 * 3, HANDLER | 1, true);
  for (let i = 0; i < 20 && cores.second.registers[4] === 0; i++) cores.step();
  assert.equal(cores.second.registers[4], 1);
  assert.equal(chip.readUint32(cores.second.SP + 24), PROGRAMS[1] + 2);
  assert.equal(cores.first.PC, PROGRAMS[0]);
});

test('an address where nothing is is a fault, and without a stack the last', () => {
  const STORE = 0x6008; // str r0, [r1]
  for (const locked of [false, true]) {
    const { chip, cores } = start([STOP], [STORE, STOP]);
    chip.sramView.setUint32(VECTORS - 0x20000000 + 4 * 3, HANDLER | 1, true);
    cores.second.registers[1] = 0x1ffffff0;
    if (locked) cores.second.SP = 0x20000010;
    steps(cores, 40);
    assert.equal(cores.second.registers[4], locked ? 0 : 1);
    assert.ok(Math.abs(cores.first.cycles) > 10);
  }
});

test('each core has the registers of an MPU', () => {
  const { chip, half } = start([STOP], [STOP]);
  half.writeUint32(0xe000ed94, 5);
  assert.equal(half.readUint32(0xe000ed94), 5);
  assert.equal(chip.readUint32(0xe000ed94), 0);
});

test('both stay level in cycles', () => {
  // A loop of three cycles against one that multiplies and loads as well.
  const { cores } = start(
    [COUNT, AGAIN], [COUNT, 0x9800 /* ldr r0, [sp] */, 0x9800, 0xe7fb]);
  const cycles = steps(cores, 10_000);
  const { first, second } = cores;
  assert.ok(Math.abs(first.cycles - second.cycles) <= 3);
  assert.equal(Math.min(first.cycles, second.cycles), cycles);
  assert.ok(first.registers[4] > 2 * second.registers[4]);
});

test('one works while the other sleeps, and time passes for both', () => {
  const { cores } = start([WFE, STOP], [COUNT, AGAIN]);
  const cycles = steps(cores, 1000);
  assert.equal(cores.first.waiting, true);
  assert.ok(cycles >= cores.second.cycles - 3);
  assert.equal(cores.asleep, false);
});

test('cores that only branch to themselves are stuck', () => {
  const { cores } = start([NOP, STOP]);
  assert.equal(cores.stuck, false);
  cores.step();
  assert.equal(cores.stuck, true);
  cores.first.interruptsUpdated = true;
  assert.equal(cores.stuck, false);
});

test('as long as one of two cores works, they are not stuck', () => {
  const { cores } = start([STOP], [NOP, WFE, NOP, STOP]);
  cores.step();
  assert.equal(cores.stuck, false);
  while (!cores.second.waiting) cores.step();
  assert.equal(cores.stuck, true);
  cores.second.waiting = false;
  assert.equal(cores.stuck, false);
  for (let i = 0; i < 8; i++) cores.step();
  assert.equal(cores.stuck, true);
  cores.first.waiting = cores.second.waiting = true;
  assert.equal(cores.stuck, false);
});
