// A port to a chip on the desk, by the browser's Web Serial.

import { PortError, type Port, type PortEvents } from '../core/port.ts';

/** As much of Web Serial as is used here. */
interface SerialDevice extends EventTarget {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { baudRate: number; bufferSize?: number }): Promise<void>;
  close(): Promise<void>;
  forget?(): Promise<void>;
}

interface Serial {
  requestPort(): Promise<SerialDevice>;
  getPorts(): Promise<SerialDevice[]>;
}

const BAUD = 115_200;

export function hasWebSerial(): boolean {
  return 'serial' in navigator;
}

export const NO_WEB_SERIAL =
  'This browser has no Web Serial, so it cannot talk to a chip. Chrome, Edge and Opera on a computer have it, and Firefox from version 151.';

/** Devices that are in use, so that two seats do not share one. */
const inUse = new Set<SerialDevice>();

export class SerialPort implements Port {
  private device: SerialDevice | null = null;
  private reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  private writer: WritableStreamDefaultWriter<Uint8Array> | null = null;

  async open(events: PortEvents): Promise<void> {
    if (!hasWebSerial()) throw new PortError(NO_WEB_SERIAL);
    const { serial } = navigator as unknown as { serial: Serial };
    const device = await this.choose(serial);
    if (inUse.has(device)) {
      throw new PortError('The other seat plays with this port. Choose another one.');
    }
    try {
      await device.open({ baudRate: BAUD, bufferSize: 4096 });
    } catch (error) {
      this.device = null;
      throw new PortError(
        `The port cannot be opened: another program, or another tab, may be using it. (${messageOf(error)})`,
      );
    }
    inUse.add(device);
    this.device = device;
    this.writer = device.writable?.getWriter() ?? null;
    void this.listen(device, events);
  }

  write(bytes: Uint8Array): void {
    // What cannot be written is noticed by the reader, who loses the line.
    this.writer?.write(bytes).catch(() => {});
  }

  async close(): Promise<void> {
    const { device, reader, writer } = this;
    if (!device) return;
    this.reader = null;
    this.writer = null;
    inUse.delete(device);
    await reader?.cancel().catch(() => {});
    writer?.releaseLock();
    await device.close().catch(() => {});
  }

  /** The device that was used before if it is there; else the user says which. */
  private async choose(serial: Serial): Promise<SerialDevice> {
    const { device } = this;
    if (device) {
      const known = await serial.getPorts();
      if (known.includes(device)) return device;
    }
    try {
      return await serial.requestPort();
    } catch (error) {
      const name = (error as DOMException).name;
      throw new PortError(
        name === 'NotFoundError'
          ? 'No port was chosen.'
          : name === 'SecurityError'
            ? 'Press “Connect” to choose the port of this chip.'
            : `No port can be chosen: ${messageOf(error)}`,
      );
    }
  }

  private async listen(device: SerialDevice, events: PortEvents): Promise<void> {
    let why = 'The chip was unplugged. The game stays: plug it in and connect again.';
    try {
      // A garbled byte ends a stream, and the device has another one.
      while (device.readable && this.device === device) {
        const reader = device.readable.getReader();
        this.reader = reader;
        try {
          for (;;) {
            const { value, done } = await reader.read();
            if (done) break;
            events.bytes(value);
          }
          break;
        } catch (error) {
          if ((error as DOMException).name === 'NetworkError') break;
          if (!device.readable) break;
        } finally {
          reader.releaseLock();
        }
      }
    } catch (error) {
      why = `The connection broke: ${messageOf(error)}`;
    }
    if (!this.writer) return; // closed on purpose
    await this.close();
    events.closed(why);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
