// A core's end of the two FIFOs between the cores: FIFO_ST, FIFO_WR and FIFO_RD
// of its SIO, and the interrupt that the core gets from them.

import { FIFO } from 'rp2040js';

const DEPTH = 8; // words
const VALID = 1 << 0; // there is a word to read
const READY = 1 << 1; // there is room to write
const OVERFLOW = 1 << 2; // a word was written without room
const UNDERFLOW = 1 << 3; // a word was read where there was none

/** The ends of both FIFOs, the first core's and the second's. */
export function fifoPorts() {
  const queues = [new FIFO(DEPTH), new FIFO(DEPTH)];
  const ends = [0, 1].map((core) => new FifoPort(queues[core], queues[1 - core]));
  ends[0].other = ends[1];
  ends[1].other = ends[0];
  return ends;
}

class FifoPort {
  constructor(incoming, outgoing) {
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.other = null;
    this.errors = 0;
    /** Called with the interrupt's level whenever it may have changed. */
    this.onInterrupt = () => {};
    /** Called when the other core has read a word: there is room. */
    this.onRoom = () => {};
  }

  get status() {
    return (this.incoming.empty ? 0 : VALID) | (this.outgoing.full ? 0 : READY) | this.errors;
  }

  /** Whatever is written to the status clears the errors. */
  clearErrors() {
    this.errors = 0;
    this.changed();
  }

  write(word) {
    if (this.outgoing.full) {
      this.errors |= OVERFLOW;
      this.changed();
    } else {
      this.outgoing.push(word);
      this.other.changed();
    }
  }

  read() {
    if (this.incoming.empty) this.errors |= UNDERFLOW;
    const word = this.incoming.pull();
    this.changed();
    this.other.onRoom();
    return word;
  }

  reset() {
    this.incoming.reset();
    this.errors = 0;
    this.changed();
  }

  changed() {
    this.onInterrupt(!this.incoming.empty || this.errors !== 0);
  }
}
