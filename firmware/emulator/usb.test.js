// Tests of what the model of a Pico refuses:
//
//   node --test

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board, FLASH_ID } from './board.js';
import { Cable, checkNumber } from './cable.js';

const WDSEL = 0x40010008;
const WATCHDOG = 0x40058000;
const TRIGGER = 0x80000000;
const [SSI_CTRLR0, SSI_DATA] = [0x18000000, 0x18000060];

/** An ELF file with nothing in it. */
const EMPTY = new Uint8Array(52);

function string(text) {
  const data = Buffer.from(text, 'utf16le');
  return Uint8Array.from([2 + data.length, 3, ...data]);
}

function restart(mask) {
  const { chip } = new Board(EMPTY);
  chip.writeUint32(WDSEL, mask);
  chip.writeUint32(WATCHDOG, TRIGGER);
}

test('a restart resets all but the oscillators', () => {
  restart(0x1fffc);
  for (const mask of [0, 0x1ffff, 0x1fffc & ~(1 << 16), 0x1fffd]) {
    assert.throws(() => restart(mask), /watchdog resets 0x/, `${mask}`);
  }
});

test('the flash chip tells its number', () => {
  const { chip } = new Board(EMPTY);
  chip.writeUint32(SSI_CTRLR0, 3 << 8);
  chip.writeUint8(SSI_DATA, 0x4b);
  const answer = Array.from({ length: 12 }, () => chip.readUint8(SSI_DATA));
  assert.equal(Buffer.from(answer.slice(4)).toString('hex').toUpperCase(), FLASH_ID);
});

test('a slow computer takes text when the line has carried what was before', () => {
  const second = 1e9;
  const bulk = 0x90; // the control register of an endpoint that sends
  const AVAILABLE = 1 << 10;
  const { chip } = new Board(EMPTY);
  const taken = [];
  chip.usbCtrl.DPRAMUpdated = (offset) => taken.push(offset);
  const cable = new Cable(() => {}, false, 9600);
  cable.connect(chip);
  const send = () => chip.usbCtrl.DPRAMUpdated(bulk, AVAILABLE | 48);
  send(); // 48 bytes, which take 50 milliseconds
  assert.deepEqual(taken, [bulk], 'a line that is free carries at once');
  send();
  chip.clock.tick(0.049 * second);
  assert.deepEqual(taken, [bulk]);
  chip.clock.tick(0.002 * second);
  assert.deepEqual(taken, [bulk, bulk]);
});

test('a serial number is the flash chip\'s, or refused', () => {
  checkNumber(string(FLASH_ID));
  for (const other of ['', '1', FLASH_ID.slice(1)]) {
    assert.throws(() => checkNumber(string(other)), /is not the flash chip's/);
  }
});
