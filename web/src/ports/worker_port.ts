// A port to an engine that runs in a worker of the page.

import { PortError, type Port, type PortEvents } from '../core/port.ts';

/** What a worker posts: bytes, or that it is ready, or why it ended. */
export type FromWorker =
  | { readonly bytes: Uint8Array }
  | { readonly ready: true }
  | { readonly failed: string };

export class WorkerPort implements Port {
  private worker: Worker | null = null;
  /** Ends the opening that has not come to its end. */
  private refuse: ((error: PortError) => void) | null = null;

  constructor(private readonly script: string) {}

  open(events: PortEvents): Promise<void> {
    this.end();
    const worker = new Worker(new URL(this.script, document.baseURI), { type: 'module' });
    this.worker = worker;
    return new Promise((resolve, reject) => {
      let isReady = false;
      this.refuse = reject;
      const fail = (reason: string) => {
        if (this.worker !== worker) return;
        this.end(reason);
        if (isReady) events.closed(reason);
      };
      worker.onerror = (event) => {
        event.preventDefault();
        fail(`The engine in the page has stopped: ${event.message || 'it cannot be loaded'}.`);
      };
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (this.worker !== worker) return;
        if ('bytes' in data) {
          events.bytes(data.bytes);
        } else if ('ready' in data) {
          isReady = true;
          resolve();
        } else {
          fail(data.failed);
        }
      };
    });
  }

  write(bytes: Uint8Array): void {
    this.worker?.postMessage(bytes);
  }

  async close(): Promise<void> {
    this.end();
  }

  private end(reason = 'The connection was closed.'): void {
    this.worker?.terminate();
    this.worker = null;
    this.refuse?.(new PortError(reason));
    this.refuse = null;
  }
}
