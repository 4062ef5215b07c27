// The engine itself, as WebAssembly in Node: it says what the rules are.

import { readFileSync } from 'node:fs';

export class Oracle {
  constructor(wasm) {
    const module = new WebAssembly.Module(readFileSync(wasm));
    this.engine = new WebAssembly.Instance(module, {}).exports;
    this.engine.start(1, 0, 0);
    this.now = 0;
  }

  /** Sends a line and gives the answer. */
  ask(line) {
    const { engine } = this;
    let bytes = new TextEncoder().encode(`${line}\n`);
    let answer = '';
    const drain = () => {
      const length = engine.output_length();
      const text = new Uint8Array(engine.memory.buffer, engine.output(), length);
      answer += new TextDecoder().decode(text.slice());
      engine.consume(length);
    };
    do {
      const part = bytes.subarray(0, engine.input_size());
      new Uint8Array(engine.memory.buffer, engine.input(), part.length).set(part);
      bytes = bytes.subarray(engine.receive(part.length, this.now));
      drain();
    } while (bytes.length > 0);
    while (engine.think(1000, (this.now += 1))) drain();
    drain();
    return answer;
  }

  /** The stones after these moves, such as `x1,4`, and the result. */
  position({ rows, columns, block = 'none' }, moves) {
    const told = [
      `setoption name Rows value ${rows}`,
      `setoption name Columns value ${columns}`,
      `setoption name Block value ${block}`,
      `position startpos${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`,
    ].map((line) => this.ask(line)).join('');
    if (/^error/m.test(told)) throw new Error(`the engine refuses ${moves}: ${told}`);
    const fen = /^fen (\S+) [xo]$/m.exec(this.ask('d'))[1];
    const stones = [];
    fen.split('/').reverse().forEach((line, row) => {
      let column = 0;
      for (const [part] of line.matchAll(/\d+|./g)) {
        if (part === 'x' || part === 'o') stones.push(`${part}${row + 1},${column + 1}`);
        column += /\d/.test(part) ? Number(part) : 1;
      }
    });
    const result = /^response (\S+)$/m.exec(this.ask('query result'))[1];
    return { stones: stones.sort(), result };
  }
}
