// The USB cable and the computer at its other end, which opens the serial port
// that the chip offers, and what can happen to both.

import { USBCDC } from 'rp2040js';
import { FLASH_ID } from './board.js';

const PACKET = 64;
const AVAILABLE = 1 << 10; // in a buffer control register
const LENGTH = 0x3ff; // there, too
const BUFFERS = 0x100; // where packets lie, behind those registers
const SIE_STATUS = 0x50; // the state of the bus
const SUSPENDED = 1 << 4;
const SET_LINE_CODING = [0x21, 0x20, 0, 0, 0, 0, 7, 0];
const LINE_CODING = [0x80, 0x25, 0, 0, 0, 0, 8]; // 9,600 baud
const DEVICE = [0x80, 6, 0, 1, 0, 0, 18, 0]; // asks for a descriptor
const SERIAL_NUMBER = 16; // where it has the index of a string
const FAULT = 256; // added to the letter of a fault among the bytes
const PAUSE = 500e6; // nanoseconds

export class Cable {
  /**
   * `heard(bytes)` takes what the chip says, as fast as it comes or at no more
   * than `bauds` by the chip's clock.
   */
  constructor(heard, faulty, bauds = 0) {
    this.heard = heard;
    this.bauds = bauds;
    this.faulty = faulty;
    this.input = []; // bytes that the chip has not asked for yet, and faults
    this.escaped = false; // a byte 0 has been read
    this.plugged = true;
    this.reading = true;
  }

  /** Connects a chip that has just been started. */
  connect(chip) {
    this.chip = chip;
    this.usb = chip.usbCtrl;
    this.held = new Map(); // what the chip has sent and nobody has read
    this.control = null; // what the chip is to be told about the line
    this.waiting = null; // the endpoint on which the chip waits for bytes
    this.connected = false;
    this.pausedUntil = 0;
    this.readsAt = 0; // the time from which the computer takes text again
    this.alarm = chip.clock.createAlarm(() => {
      this.readsAt = 0;
      this.release();
    });
    this.correct();
    this.plugIn();
  }

  get isEmpty() {
    return this.input.length === 0;
  }

  /** Bytes that were typed. */
  send(bytes) {
    for (const byte of bytes) {
      if (this.faulty && !this.escaped && byte === 0) {
        this.escaped = true;
      } else {
        this.input.push(this.escaped ? FAULT + byte : byte);
        this.escaped = false;
      }
    }
    this.offer();
  }

  /** Gives the chip a packet if it waits for one, and lets faults happen. */
  offer() {
    const { input, chip } = this;
    while (input[0] >= FAULT && chip.clock.nanos >= this.pausedUntil) {
      this.happen(String.fromCharCode(input.shift() - FAULT));
    }
    const paused = chip.clock.nanos < this.pausedUntil;
    if (paused || !this.plugged || this.waiting === null || this.isEmpty) return;
    const fault = input.findIndex((byte) => byte >= FAULT);
    const count = fault < 0 ? PACKET : Math.min(fault, PACKET);
    this.usb.endpointReadDone(this.waiting, Uint8Array.from(input.splice(0, count)));
    this.waiting = null;
  }

  /** Makes rp2040js a USB host that waits, and that can stop reading. */
  correct() {
    // It takes the buffer from the chip as soon as there is one, and fills it
    // with nothing if there is nothing. A host with nothing to say leaves the
    // buffer where it is.
    const { chip, usb, chip: { usbDPRAMView: ram } } = this;
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
      const controls = offset >= 0x80 && offset < BUFFERS;
      const sends = controls && (offset & 4) === 0;
      const slow = chip.clock.nanos < this.readsAt;
      const deaf = !this.plugged || ((!this.reading || slow) && offset > 0x80);
      const packet = sends && value & AVAILABLE;
      if (packet && deaf) {
        this.held.set(offset, value);
      } else {
        if (packet && offset > 0x80) this.pace(value & LENGTH);
        updated(offset, value);
      }
    };
  }

  /** Connects a USB host with a serial port. */
  plugIn() {
    const { usb, chip: { usbDPRAMView: ram } } = this;
    const port = new USBCDC(usb);
    port.onDeviceConnected = () => (this.connected = true);
    port.onSerialData = this.heard;
    this.askNumber(port);
    usb.onEndpointRead = (endpoint) => {
      const at = 0x84 + endpoint * 8;
      ram.setUint32(at, ram.getUint32(at, true) | AVAILABLE, true);
      if (endpoint === 0 && this.control) {
        usb.endpointReadDone(0, Uint8Array.from(this.control));
        this.control = null;
      } else if (endpoint !== 0 && endpoint === port.outEndpoint) {
        this.waiting = endpoint;
        this.offer();
      }
    };
  }

  /** This number of bytes is on the line. */
  pace(count) {
    if (!this.bauds) return;
    const nanos = (10e9 * count) / this.bauds;
    this.readsAt = this.chip.clock.nanos + nanos;
    this.alarm.schedule(nanos);
  }

  /** The computer takes what has waited for it, if it reads. */
  release() {
    if (!this.reading) return;
    for (const [offset, value] of [...this.held]) {
      this.held.delete(offset);
      this.usb.DPRAMUpdated(offset, value);
    }
  }

  /**
   * Asks who the device is before its port is opened: two boards on one
   * computer are told apart by the flash chip's number.
   */
  askNumber(port) {
    const { usb } = this;
    const follow = usb.onEndpointWrite;
    const open = port.cdcSetControlLineState.bind(port);
    let asking = false;
    port.cdcSetControlLineState = () => {
      asking = true;
      port.initialized = true;
      usb.sendSetupPacket(Uint8Array.from(DEVICE));
    };
    usb.onEndpointWrite = (endpoint, bytes) => {
      if (endpoint !== 0 || !asking) {
        follow(endpoint, bytes);
      } else if (bytes[1] === 1) {
        const string = [0x80, 6, bytes[SERIAL_NUMBER], 3, 0x09, 0x04, 255, 0];
        usb.sendSetupPacket(Uint8Array.from(string));
      } else if (bytes[1] === 3) {
        checkNumber(bytes);
        asking = false;
        open();
      }
    };
  }

  /** Something happens to the cable, or to the computer at its other end. */
  happen(letter) {
    const { usb } = this;
    switch (letter) {
      case 'u':
        this.plugged = false;
        this.connected = false;
        this.waiting = null;
        usb.sieStatus |= SUSPENDED;
        usb.sieStatusUpdated();
        break;
      case 'p':
        this.plugged = true;
        this.waiting = null; // it may have asked once more without a cable
        this.held.clear();
        this.plugIn();
        usb.resetDevice();
        break;
      case 'd':
        this.reading = false;
        break;
      case 'l':
        this.reading = true;
        this.release();
        break;
      case 'b':
        this.control = LINE_CODING;
        usb.sendSetupPacket(Uint8Array.from(SET_LINE_CODING));
        break;
      case 'w':
        this.pausedUntil = this.chip.clock.nanos + PAUSE;
        break;
      default:
        throw new Error(`no fault is called ${letter}`);
    }
  }
}

/** Throws unless a string descriptor is the flash chip's number. */
export function checkNumber(descriptor) {
  const text = descriptor.slice(2, descriptor[0]);
  const found = new TextDecoder('utf-16le').decode(new Uint8Array(text));
  if (found !== FLASH_ID) {
    throw new Error(`the image's serial number is '${found}', which is not ` +
      `the flash chip's, ${FLASH_ID}`);
  }
}
