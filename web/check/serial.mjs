// Web Serial without a chip on the desk: `navigator.serial` is replaced, and
// what is written there goes to the emulated board, or to an engine that does
// something wrong.

import { spawn } from 'node:child_process';

/** Runs in the page, before its own scripts. */
function replaceSerial() {
  const ports = new Map(); // what was plugged in there last
  const granted = new Set(); // what is there, and may be used
  class Device extends EventTarget {
    constructor(number) {
      super();
      this.number = number;
      this.readable = null;
      this.writable = null;
      ports.set(number, this);
      granted.add(this);
    }

    /** All chips are of one kind. */
    getInfo() {
      return { usbVendorId: 0x2e8a, usbProductId: 10 };
    }

    async open() {
      if (this.readable) throw new DOMException('The port is already open.', 'InvalidStateError');
      this.readable = new ReadableStream({ start: (to) => { this.to = to; }, cancel: () => { this.readable = null; } });
      this.writable = window.serialMute ? null : new WritableStream({ write: (bytes) => window.serialWritten(this.number, [...bytes]) });
      try {
        await window.serialOpened(this.number);
      } catch (error) {
        this.readable = null;
        this.writable = null;
        throw error;
      }
    }

    async close() {
      if (this.readable?.locked || this.writable?.locked) throw new TypeError('Cannot close a locked stream');
      this.readable = null;
      this.writable = null;
      await window.serialClosed(this.number);
    }
  }
  window.serialSay = (number, bytes) => ports.get(number)?.to?.enqueue(Uint8Array.from(bytes));
  // A number of bytes, in lines of this length or without an end.
  window.serialFlood = (number, length, line = Infinity) => {
    const chunk = new Uint8Array(65536).map((_, at) => (at % line === line - 1 ? 10 : 65));
    for (let sent = 0; sent < length; sent += chunk.length) ports.get(number)?.to?.enqueue(chunk.slice());
    ports.get(number)?.to?.enqueue(Uint8Array.of(10));
  };
  /** Its line breaks. One that is gone is another one when it comes back. */
  window.serialUnplug = (number, stays = false) => {
    const device = ports.get(number);
    if (!stays) granted.delete(device);
    device.readable = null;
    device.to.error(new DOMException('The device has been lost.', 'NetworkError'));
  };
  window.serialPlug = (number) => {
    granted.delete(ports.get(number));
    new Device(number);
  };
  // A browser asks one question at a time, and only a person who has just
  // done something; here, each thing that is done allows one question.
  let choosing = false;
  window.serialClashes = 0;
  window.serialRequests = 0;
  /** The number of the port that a person chooses; else a new one. */
  window.serialChoice = null;
  let done = 0;
  let used = 0;
  for (const type of ['pointerdown', 'keydown']) {
    addEventListener(type, ({ isTrusted }) => { if (isTrusted) done += 1; }, true);
  }
  const serial = {
    getPorts: async () => [...granted],
    requestPort: async () => {
      window.serialRequests += 1;
      if (choosing) {
        window.serialClashes += 1;
        throw new DOMException('Another port is being chosen.', 'InvalidStateError');
      }
      if (!navigator.userActivation.isActive || used === done) {
        throw new DOMException('Must be handling a user gesture to show a permission request.', 'SecurityError');
      }
      used = done;
      choosing = true;
      await new Promise((resolve) => setTimeout(resolve, 80));
      choosing = false;
      return ports.get(window.serialChoice) ?? new Device(ports.size);
    },
  };
  Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
}

/**
 * Gives a page this Web Serial. `device` has `opened`, `written` and `closed`,
 * each with the number of the port; what it says goes by `say`.
 */
export async function addSerial(page, device) {
  await page.exposeFunction('serialOpened', (port) => device.opened?.(port));
  await page.exposeFunction('serialWritten', (port, bytes) => device.written(port, Buffer.from(bytes)));
  await page.exposeFunction('serialClosed', (port) => device.closed?.(port));
  await page.addInitScript(replaceSerial);
  device.say = (port, bytes) => page.evaluate(([at, list]) => window.serialSay(at, list), [port, [...Buffer.from(bytes)]]);
}

/** The board's image in its emulator, with a cable that can be pulled. */
export class EmulatedBoard {
  constructor(script, image) {
    this.command = [script, image];
    this.opens = 0;
    this.start();
  }

  /** Power comes: it says who it is to whoever opens the port. */
  start() {
    const child = spawn(process.execPath, this.command, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.child = child;
    this.plugged = false;
    this.early = [];
    child.stdout.on('data', (bytes) => {
      if (this.child !== child) return;
      if (this.plugged) this.say(0, bytes).catch(() => {});
      else this.early.push(bytes);
    });
  }

  opened() {
    this.opens += 1;
    this.plugged = true;
    const early = Buffer.concat(this.early);
    this.early = [];
    if (early.length > 0) this.say(0, early).catch(() => {});
  }

  written(port, bytes) {
    if (this.plugged) this.child.stdin.write(bytes);
  }

  /** Without its cable it has no power, and starts again. */
  async unplug(page) {
    this.child.kill();
    this.start();
    await page.evaluate(() => window.serialUnplug(0));
  }

  plug(page) {
    return page.evaluate(() => window.serialPlug(0));
  }

  end() {
    this.child.kill();
  }
}

const hello = (name) => `id name ${name}\n${['Rows', 'Columns', 'Block'].map((name) => `option name ${name} type string default 1\n`).join('')}ugiok\n`;

/** An engine that answers every `go` by what `go` gives. */
export class OddEngine {
  constructor(go, name = 'Odd') {
    this.go = go;
    this.name = name;
    this.text = '';
  }

  async written(port, bytes) {
    const lines = (this.text + bytes).split('\n');
    this.text = lines.pop();
    for (const line of lines) {
      if (line === 'ugi') await this.say(port, hello(this.name));
      else if (line === 'isready') await this.say(port, 'readyok\n');
      else if (line.startsWith('go')) await this.go(port, this);
    }
  }
}
