// A port to a chip on the desk, by the browser's Web Serial.

import { after, within } from '../core/overdue.ts';
import { PortError, type Port, type PortEvents } from '../core/port.ts';

/** As much of Web Serial as is used here. */
interface SerialDevice extends EventTarget {
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { baudRate: number; bufferSize?: number }): Promise<void>;
  close(): Promise<void>;
  getInfo?(): { readonly usbVendorId?: number; readonly usbProductId?: number };
}

interface Serial {
  requestPort(): Promise<SerialDevice>;
  getPorts(): Promise<SerialDevice[]>;
}

const BAUD = 115_200;
const PATIENCE = 10_000; // milliseconds for a port to open
const CLOSING = 2000; // milliseconds for it to close

/** Why there is no Web Serial, for people; empty if there is. */
export function whyNoSerial(): string {
  if ('serial' in navigator) return '';
  if (!isSecureContext) {
    return 'Web Serial works only over https, or from this computer itself.';
  }
  return 'This browser has no Web Serial, so it cannot talk to a chip. Chrome, Edge and Opera on a computer have it, and Firefox from version 151.';
}

/** Devices that are in use, so that two seats do not share one. */
const inUse = new Set<SerialDevice>();
/** Those of them that nobody wants any more, and that have not closed yet. */
const leaving = new Set<SerialDevice>();

export class SerialPort implements Port {
  private device: SerialDevice | null = null;
  private isOpen = false;
  private reader: ReadableStreamDefaultReader<Uint8Array> | null = null;
  private writer: WritableStreamDefaultWriter<Uint8Array> | null = null;
  /** Which opening it is; closing makes the next number. */
  private opening = 0;

  async open(events: PortEvents): Promise<void> {
    const whyNot = whyNoSerial();
    if (whyNot !== '') throw new PortError(whyNot);
    const opening = (this.opening += 1);
    const isWanted = () => opening === this.opening;
    const { serial } = navigator as unknown as { serial: Serial };
    const device = await this.choose(serial);
    if (!isWanted()) throw new PortError('The connection was closed.');
    if (inUse.has(device)) {
      throw new PortError(
        leaving.has(device)
          ? 'The port does not answer. Unplug the chip, plug it in and connect again.'
          : 'The other seat plays with this port. Choose another one.',
      );
    }
    inUse.add(device);
    try {
      await opened(device);
    } catch (error) {
      this.device = null;
      if (error instanceof PortError) throw error;
      inUse.delete(device);
      throw new PortError(
        `The port cannot be opened: another program, or another tab, may be using it, or, on Linux, you may not be allowed to use it. (${messageOf(error)})`,
      );
    }
    if (!isWanted()) {
      await within(CLOSING, closed(device, null, null));
      throw new PortError('The connection was closed.');
    }
    this.device = device;
    this.isOpen = true;
    this.writer = device.writable?.getWriter() ?? null;
    void this.listen(device, events, isWanted);
  }

  write(bytes: Uint8Array): void {
    // What cannot be written is noticed by the reader, who loses the line.
    this.writer?.write(bytes).catch(() => {});
  }

  async close(): Promise<void> {
    this.opening += 1;
    const { device, reader, writer } = this;
    if (!device || !this.isOpen) return;
    this.isOpen = false;
    this.reader = null;
    this.writer = null;
    await within(CLOSING, closed(device, reader, writer));
  }

  /** The device that was used before if it is there; else the user says which. */
  private async choose(serial: Serial): Promise<SerialDevice> {
    const { device } = this;
    if (device) {
      const there = (await serial.getPorts()).filter((one) => !inUse.has(one));
      if (there.includes(device)) return device;
      const [alike, another] = there.filter((one) => isAlike(one, device));
      if (alike && !another) return alike;
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

  private async listen(
    device: SerialDevice,
    events: PortEvents,
    isWanted: () => boolean,
  ): Promise<void> {
    let why = 'The chip was unplugged. The game stays: plug it in and connect again.';
    try {
      // A garbled byte ends a stream, and the device has another one.
      while (device.readable && isWanted()) {
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
    if (!isWanted()) return; // closed on purpose
    await this.close();
    events.closed(why);
  }
}

/** Closes a device; until it has, nobody else can use it. */
async function closed(
  device: SerialDevice,
  reader: ReadableStreamDefaultReader<Uint8Array> | null,
  writer: WritableStreamDefaultWriter<Uint8Array> | null,
): Promise<void> {
  leaving.add(device);
  await reader?.cancel().catch(() => {});
  writer?.releaseLock();
  await device.close().catch(() => {});
  leaving.delete(device);
  inUse.delete(device);
}

/** Opens a device. One that opens too late is closed again. */
async function opened(device: SerialDevice): Promise<void> {
  let forget = () => {};
  let isLate = false;
  const late = new Promise<never>((_, reject) => {
    forget = after(PATIENCE, () => {
      isLate = true;
      leaving.add(device);
      reject(new PortError('The port does not open. Unplug the chip, plug it in and connect again.'));
    });
  });
  const opening = device.open({ baudRate: BAUD, bufferSize: 4096 });
  void closeLate();
  await Promise.race([opening, late]).finally(() => forget());

  async function closeLate(): Promise<void> {
    await opening.catch(() => {});
    if (isLate) await closed(device, null, null);
  }
}

/** A board that was plugged in again may be another object. */
function isAlike(one: SerialDevice, other: SerialDevice): boolean {
  const [a, b] = [one.getInfo?.(), other.getInfo?.()];
  const isUsb = a?.usbVendorId !== undefined && a.usbProductId !== undefined;
  return isUsb && a.usbVendorId === b?.usbVendorId && a.usbProductId === b.usbProductId;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
