// What the page uses of the Pico's emulator, which is plain JavaScript.

declare module '*/firmware/emulator/board.js' {
  export class Board {
    constructor(image: Uint8Array, before?: Board);
    readonly chip: object;
    readonly restarted: boolean;
    readonly failure: string | null;
    run(nanos: number): number;
  }
}

declare module '*/firmware/emulator/cable.js' {
  export class Cable {
    constructor(heard: (bytes: Iterable<number>) => void, faulty: boolean);
    readonly connected: boolean;
    connect(chip: object): void;
    send(bytes: Uint8Array): void;
  }
}
