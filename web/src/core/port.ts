// A line to an engine, as bytes. WebAssembly, an emulated chip and a serial
// port are all this; what is spoken there is UGI.

export interface PortEvents {
  /** The engine has said something, cut anywhere. */
  bytes(bytes: Uint8Array): void;
  /** The line is gone: unplugged, ended, broken. For people. */
  closed(reason: string): void;
}

export interface Port {
  /** Opens the line. Rejects with a `PortError` that people can read. */
  open(events: PortEvents): Promise<void>;
  write(bytes: Uint8Array): void;
  /** Closes the line, also while it opens. Nothing is reported afterwards. */
  close(): Promise<void>;
}

/** A line that cannot be opened. Its message is for people. */
export class PortError extends Error {}
