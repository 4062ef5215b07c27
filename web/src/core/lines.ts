// Bytes become lines. Whatever comes, no more than one line is kept.

/** The longest line that is read; longer ones are dropped as a whole. */
export const LINE_LIMIT = 4096;

export class LineReader {
  private text = '';
  private tooLong = false;

  constructor(
    private readonly line: (text: string) => void,
    /** A line was too long; told once for each. */
    private readonly dropped: () => void,
  ) {}

  /** What has come of a line that has no end yet. */
  get rest(): string {
    return this.text;
  }

  receive(bytes: Uint8Array): void {
    let start = 0;
    while (start < bytes.length) {
      const end = endOfLine(bytes, start);
      if (end < 0) {
        this.add(bytes.subarray(start));
        return;
      }
      this.add(bytes.subarray(start, end));
      if (!this.tooLong && this.text !== '') this.line(this.text);
      this.text = '';
      this.tooLong = false;
      start = end + 1;
    }
  }

  private add(bytes: Uint8Array): void {
    if (this.tooLong) return;
    if (this.text.length + bytes.length > LINE_LIMIT) {
      this.tooLong = true;
      this.text = '';
      this.dropped();
      return;
    }
    for (const byte of bytes) {
      const printable = byte >= 0x20 && byte < 0x7f;
      this.text += printable ? String.fromCharCode(byte) : '\ufffd';
    }
  }
}

/** Where the next CR or LF is. */
function endOfLine(bytes: Uint8Array, start: number): number {
  for (let at = start; at < bytes.length; at += 1) {
    if (bytes[at] === 10 || bytes[at] === 13) return at;
  }
  return -1;
}
