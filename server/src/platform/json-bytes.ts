import { writeIdDigits } from './ids.ts';
import { decimalsOf } from './money.ts';

const START_BYTES = 64 * 1024;
/** Larger memory is given back after the answer that needed it. */
const MOST_KEPT_BYTES = 4 * 1024 * 1024;
/** From this length on the platform's copy is faster than a loop. */
const LONG_BYTES = 64;

const [QUOTE, BACKSLASH, SPACE, MINUS, POINT, ZERO] = [0x22, 0x5c, 0x20, 0x2d, 0x2e, 0x30];
const [LETTER_T, LETTER_Z] = [0x54, 0x5a];
const [TIME_AT, FRACTION_AT, MILLISECONDS] = [10, 19, 3];
/** Of a time in UTC. */
const OFFSET = Buffer.from('+00');
const ID_DIGITS = 26;
const AMOUNT = Buffer.from('{"amount":"');

/** Most bytes, and the error for more. */
type Bound = { readonly mostBytes: number; readonly refusal: () => Error };

/**
 * JSON as UTF-8 bytes, written piece by piece; values are copied from bytes where their form allows it. Given a bound, it
 * ends with the refusal before it has twice the bytes.
 */
export class JsonBytes {
  readonly #bound: Bound | undefined;
  #bytes: Buffer = Buffer.allocUnsafeSlow(START_BYTES);
  #length = 0;

  constructor(bound?: Bound) {
    this.#bound = bound;
  }

  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > MOST_KEPT_BYTES) this.#bytes = Buffer.allocUnsafeSlow(START_BYTES);
  }

  /** The bytes so far, one character each. */
  toLatin1(): string {
    return this.#bytes.toString('latin1', 0, this.#length);
  }

  get length(): number {
    return this.#length;
  }

  /** The bytes so far, until they are cleared. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Bytes that are JSON already. */
  put(piece: Uint8Array): void {
    this.copy(piece, 0, piece.length);
  }

  /** Text that is JSON already. */
  putText(json: string): void {
    // A character is at most three bytes in UTF-8.
    this.#reserve(3 * json.length);
    this.#length += this.#bytes.write(json, this.#length);
  }

  /** Part of bytes that is JSON already. */
  copy(source: Uint8Array, from: number, to: number): void {
    this.#reserve(to - from);
    const bytes = this.#bytes;
    if (to - from >= LONG_BYTES) {
      bytes.set(source.subarray(from, to), this.#length);
      this.#length += to - from;
      return;
    }
    let at = this.#length;
    for (let next = from; next < to; next += 1) bytes[at++] = source[next] ?? 0;
    this.#length = at;
  }

  /** A string from its UTF-8. */
  string(source: Buffer, from: number, to: number): void {
    this.#reserve(to - from + 2);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = QUOTE;
    for (let next = from; next < to; next += 1) {
      const byte = source[next] ?? 0;
      if (byte < SPACE || byte === QUOTE || byte === BACKSLASH) {
        this.putText(JSON.stringify(source.toString('utf8', from, to)));
        return;
      }
      bytes[at++] = byte;
    }
    bytes[at++] = QUOTE;
    this.#length = at;
  }

  /** The id whose quote, prefix and `_` are written, from the text of its uuid. */
  idDigits(uuid: Uint8Array, from: number): void {
    this.#reserve(ID_DIGITS + 1);
    writeIdDigits(uuid, from, this.#bytes, this.#length);
    this.#length += ID_DIGITS;
    this.#bytes[this.#length++] = QUOTE;
  }

  /**
   * A time from PostgreSQL's text, such as `2026-11-20 09:30:00.12+00`. Returns false for another form, of
   * which it writes nothing.
   */
  time(source: Uint8Array, from: number, to: number): boolean {
    const end = to - OFFSET.length;
    const digits = end - from - FRACTION_AT - 1;
    const hasFraction = digits > 0;
    if (digits > MILLISECONDS || digits === 0 || digits < -1) return false;
    if (source[from + TIME_AT] !== SPACE || (hasFraction && source[from + FRACTION_AT] !== POINT))
      return false;
    if (OFFSET.some((byte, at) => source[end + at] !== byte)) return false;
    this.#reserve(FRACTION_AT + MILLISECONDS + 4);
    const bytes = this.#bytes;
    let at = this.#length;
    bytes[at++] = QUOTE;
    for (let next = 0; next < FRACTION_AT; next += 1)
      bytes[at++] = next === TIME_AT ? LETTER_T : (source[from + next] ?? 0);
    bytes[at++] = POINT;
    for (let next = 1; next <= MILLISECONDS; next += 1)
      bytes[at++] = next <= digits ? (source[from + FRACTION_AT + next] ?? 0) : ZERO;
    bytes[at++] = LETTER_Z;
    bytes[at++] = QUOTE;
    this.#length = at;
    return true;
  }

  /** Money as `moneyJson` makes it, from the digits of its minor units. */
  money(minor: Uint8Array, from: number, to: number, currency: string): void {
    this.put(AMOUNT);
    this.#decimal(minor, from, to, decimalsOf(currency));
    this.putText(`","currencyCode":"${currency}"}`);
  }

  /** A whole number of the smallest units, as a number with decimals. */
  #decimal(source: Uint8Array, from: number, to: number, decimals: number): void {
    this.#reserve(to - from + decimals + 2);
    const bytes = this.#bytes;
    let at = this.#length;
    let next = from;
    if (source[next] === MINUS) {
      bytes[at++] = MINUS;
      next += 1;
    }
    for (let left = Math.max(to - next, decimals + 1); left > 0; left -= 1) {
      if (left === decimals) bytes[at++] = POINT;
      bytes[at++] = left > to - next ? ZERO : (source[next++] ?? 0);
    }
    this.#length = at;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    if (this.#bound !== undefined && this.#length > this.#bound.mostBytes)
      throw this.#bound.refusal();
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
