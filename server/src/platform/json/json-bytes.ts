import { writeIdDigits } from '../ids.ts';
import { decimalsOf } from '../money.ts';
import { type JsonPiece, jsonPiece, WORD_BYTES } from './json-words.ts';

const START_BYTES = 64 * 1024;
/** Larger memory is given back after the answer that needed it. */
const MOST_KEPT_BYTES = 4 * 1024 * 1024;
/** From this length on the platform's copy is faster than a loop. */
const LONG_BYTES = 96;

const [QUOTE, BACKSLASH, SPACE, MINUS, POINT, ZERO] = [0x22, 0x5c, 0x20, 0x2d, 0x2e, 0x30];
/** Words of four bytes: each byte has its lowest bit, its highest bit, or that character. */
const [LOWEST_BITS, HIGHEST_BITS] = [0x01010101, 0x80808080];
const [SPACES, QUOTES, BACKSLASHES] = [0x20202020, 0x22222222, 0x5c5c5c5c];
const [LETTER_T, LETTER_Z] = [0x54, 0x5a];
const [TIME_AT, FRACTION_AT, MILLISECONDS] = [10, 19, 3];
/** Of a time in UTC. */
const OFFSET = Buffer.from('+00');
const ID_DIGITS = 26;
const AMOUNT = jsonPiece('{"amount":"');

const released: JsonBytes[] = [];

/** Most bytes, and the error for more. */
type Bound = { readonly mostBytes: number; readonly refusal: () => Error };

/**
 * JSON as UTF-8 bytes, written piece by piece; values are copied from bytes where their form allows it. Given a bound, it
 * ends with the refusal before it has twice the bytes.
 */
export class JsonBytes {
  readonly #bound: Bound | undefined;
  #bytes: Buffer = Buffer.allocUnsafeSlow(START_BYTES);
  #view = viewOf(this.#bytes);
  #length = 0;
  /** The bytes that were copied from last, and a view of them. */
  #source: Uint8Array = this.#bytes;
  #sourceView = this.#view;

  constructor(bound?: Bound) {
    this.#bound = bound;
  }

  /** Bytes that were released, or new ones. With new ones for each use, V8 looks through the whole heap more often. */
  static take(): JsonBytes {
    return released.pop() ?? new JsonBytes();
  }

  release(): void {
    this.clear();
    released.push(this);
  }

  clear(): void {
    this.#length = 0;
    [this.#source, this.#sourceView] = [this.#bytes, this.#view];
    if (this.#bytes.length > MOST_KEPT_BYTES) this.#hold(Buffer.allocUnsafeSlow(START_BYTES));
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

  put({ words, length }: JsonPiece): void {
    this.#reserve(length);
    const view = this.#view;
    let at = this.#length;
    this.#length += length;
    for (let word = 0; word < words.length; word += 1) {
      view.setFloat64(at, words[word] ?? 0, true);
      at += WORD_BYTES;
    }
  }

  /** Text that is JSON already. */
  putText(json: string): void {
    // A character is at most three bytes in UTF-8.
    this.#reserve(3 * json.length);
    this.#length += this.#bytes.write(json, this.#length);
  }

  /** Part of bytes that is JSON already. */
  copy(source: Buffer, from: number, to: number): void {
    this.#reserve(to - from);
    const start = this.#length;
    if (to - from >= LONG_BYTES) {
      source.copy(this.#bytes, start, from, to);
    } else {
      const [view, words] = [this.#view, this.#viewOf(source)];
      const shift = start - from;
      let next = from;
      for (; next + 4 <= to; next += 4) view.setInt32(next + shift, words.getInt32(next));
      for (; next < to; next += 1) view.setUint8(next + shift, words.getUint8(next));
    }
    this.#length = start + to - from;
  }

  /** A string from its UTF-8. */
  string(source: Buffer, from: number, to: number): void {
    this.#reserve(to - from + 2);
    const [view, words] = [this.#view, this.#viewOf(source)];
    const start = this.#length + 1;
    const shift = start - from;
    // Has the highest bit of a byte if it, or one before it in its word, is a control character, a quote or a backslash
    // (S. E. Anderson, Bit Twiddling Hacks, "Determine if a word has a byte less than n").
    let escaped = 0;
    let next = from;
    for (; next + 4 <= to; next += 4) {
      const word = words.getInt32(next);
      view.setInt32(next + shift, word);
      const [quote, backslash] = [word ^ QUOTES, word ^ BACKSLASHES];
      escaped |=
        ((word - SPACES) & ~word) |
        ((quote - LOWEST_BITS) & ~quote) |
        ((backslash - LOWEST_BITS) & ~backslash);
    }
    let isEscaped = (escaped & HIGHEST_BITS) !== 0;
    for (; next < to; next += 1) {
      const byte = words.getUint8(next);
      isEscaped ||= byte < SPACE || byte === QUOTE || byte === BACKSLASH;
      view.setUint8(next + shift, byte);
    }
    if (isEscaped) {
      this.putText(JSON.stringify(source.toString('utf8', from, to)));
      return;
    }
    view.setUint8(start - 1, QUOTE);
    view.setUint8(next + shift, QUOTE);
    this.#length = next + shift + 1;
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

  /** Money as `moneyJson` makes it, from the digits of its minor units and the letters of its currency. */
  money(source: Uint8Array, from: number, to: number, currencyFrom: number): void {
    const { decimals, end } = currencyAt(source, currencyFrom);
    this.put(AMOUNT);
    this.#decimal(source, from, to, decimals);
    this.put(end);
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
    const needed = this.#length + more + WORD_BYTES;
    if (needed <= this.#bytes.length) return;
    if (this.#bound !== undefined && this.#length > this.#bound.mostBytes)
      throw this.#bound.refusal();
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#hold(larger);
  }

  #hold(bytes: Buffer): void {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
  }

  /** Rows come many to a source. */
  #viewOf(source: Uint8Array): DataView {
    if (source !== this.#source) {
      this.#source = source;
      this.#sourceView = viewOf(source);
    }
    return this.#sourceView;
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

type Currency = { readonly decimals: number; readonly end: JsonPiece };

/** By the codes of their letters, so that no text is made for each amount. */
const currencies = new Map<number, Currency>();

function currencyAt(source: Uint8Array, at: number): Currency {
  const codes = [source[at] ?? 0, source[at + 1] ?? 0, source[at + 2] ?? 0] as const;
  const key = (codes[0] << 16) | (codes[1] << 8) | codes[2];
  const known = currencies.get(key);
  if (known !== undefined) return known;
  const code = String.fromCharCode(...codes);
  const currency = { decimals: decimalsOf(code), end: jsonPiece(`","currencyCode":"${code}"}`) };
  currencies.set(key, currency);
  return currency;
}
