import { isUtf8 } from 'node:buffer';

/** One line of a file, without its end. */
export type Line = {
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** The byte after the line and its end. */
  readonly end: number;
  /** Reason why it cannot be read; `text` is then its beginning. */
  readonly problem: string | null;
};

const MAX_LINE_BYTES = 1024 * 1024;
const SHOWN_BYTES = 1000;
const [NEWLINE, RETURN] = [0x0a, 0x0d];
const NOT_UTF8 = 'The line is not UTF-8. Spreadsheets save it as "CSV UTF-8".';
const BYTE_ORDER_MARK = '\u{feff}';

/**
 * Cuts a file into lines as it comes, with what has to be remembered to go on in its middle. It never
 * holds more than one line, and of one that is too long only the beginning.
 */
export class LineSplitter {
  #number: number;
  #end: number;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(after: { readonly line: number; readonly byte: number } = { line: 0, byte: 0 }) {
    this.#number = after.line;
    this.#end = after.byte;
  }

  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, start)) {
      lines.push(this.#lineEndingIn(chunk.subarray(start, at), 1));
      start = at + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
    return lines;
  }

  /** The last line, when the file does not end with a line end. */
  end(): Line[] {
    return this.#heldBytes === 0 ? [] : [this.#lineEndingIn(Buffer.alloc(0), 0)];
  }

  #hold(piece: Buffer): void {
    if (this.#heldBytes <= MAX_LINE_BYTES) this.#held.push(piece);
    this.#heldBytes += piece.length;
  }

  #lineEndingIn(piece: Buffer, endBytes: number): Line {
    const size = this.#heldBytes + piece.length;
    const bytes = this.#held.length === 0 ? piece : Buffer.concat([...this.#held, piece]);
    this.#held = [];
    this.#heldBytes = 0;
    this.#end += size + endBytes;
    this.#number += 1;
    const place = { number: this.#number, end: this.#end };
    if (size > MAX_LINE_BYTES) {
      const text = bytes.toString('utf8', 0, SHOWN_BYTES);
      return { ...place, text, problem: 'The line is longer than 1 MB.' };
    }
    const text = this.#textOf(bytes);
    return { ...place, text, problem: isUtf8(bytes) ? null : NOT_UTF8 };
  }

  #textOf(bytes: Buffer): string {
    const text = bytes.toString('utf8', 0, bytes.length - (bytes.at(-1) === RETURN ? 1 : 0));
    return this.#number === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  }
}
