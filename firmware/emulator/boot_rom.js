// What the boot ROM does on core 1: it waits for a program, which core 0 sends
// through the FIFO, word by word: 0, 0, 1, the address of the vectors, the
// stack pointer, the first instruction. The ROM sends every word back. A word
// that it does not expect, and every 0, begins the sequence again.
//
// It takes no time here, and hears words without being woken by SEV.

const BEGIN = 1; // the word before the three addresses
const LENGTH = 4;

export class BootRom {
  /** `launch(vectors, stack, entry)` lets core 1 run. */
  constructor(port, launch) {
    this.port = port;
    this.launch = launch;
    this.waits = false; // for words
    this.words = [];
    this.unsent = null; // a word that found no room
  }

  /** Core 1 comes out of a reset. */
  start() {
    this.waits = true;
    this.beginAgain();
    this.listen();
  }

  /** Core 1 goes into a reset, or into its program. */
  stop() {
    this.waits = false;
    this.unsent = null;
  }

  /** There may be a word to read, or room for one. */
  listen() {
    if (this.waits && this.unsent !== null) this.send(this.unsent);
    while (this.waits && this.unsent === null && !this.port.incoming.empty) {
      this.hear(this.port.read());
    }
  }

  hear(word) {
    const expected = this.words.length > 0 ? word !== 0 : word === BEGIN;
    if (!expected) {
      this.beginAgain();
      return;
    }
    this.words.push(word);
    this.send(word);
    if (this.words.length === LENGTH) {
      const [, vectors, stack, entry] = this.words;
      this.stop();
      this.launch(vectors, stack, entry);
    }
  }

  beginAgain() {
    this.words = [];
    while (!this.port.incoming.empty) this.port.read();
    this.send(0);
  }

  send(word) {
    const full = this.port.outgoing.full;
    this.unsent = full ? word : null;
    if (!full) this.port.write(word);
  }
}
