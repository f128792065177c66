import { isTurnOver, nextTurn } from '../concurrency/event-loop.ts';

/** A text of this length is parsed in about two milliseconds. */
const PIECE_CHARACTERS = 128 * 1024;
/** Objects that are read member by member; deeper ones are parsed whole, as items of arrays are. */
const DEEPEST = 3;

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Items of a list that may be long. */
export type Items<Item> = Iterable<Item> & {
  readonly length: number;
  slice(from: number, to: number): readonly Item[];
};

type JsonValue = ReturnType<typeof JSON.parse>;
/** A value, and the position behind it. */
type Read = { readonly value: JsonValue; readonly end: number };

const NONE: ReadonlySet<string> = new Set();

/**
 * The value of a text that `JSON.stringify` wrote, equal to that of `JSON.parse`. Other requests get their turns
 * between the pieces of a long one, which `JSON.parse` would read for tens of milliseconds. Of a long text the named lists
 * of the outermost object are `Items`, parsed as they are read.
 */
export async function parseInTurns<Value>(
  text: string,
  lists: ReadonlySet<string> = NONE,
): Promise<Value> {
  if (text.length <= PIECE_CHARACTERS) {
    const value: Value = JSON.parse(text);
    return value;
  }
  const pieces = readInPieces(text, 0, 0, lists);
  for (let next = pieces.next(); ; next = pieces.next()) {
    if (next.done === true) return next.value.value;
    if (isTurnOver()) await nextTurn();
  }
}

/** Reads the value that begins at a position; it stops between pieces. */
function* readInPieces(
  text: string,
  from: number,
  depth: number,
  lists = NONE,
): Generator<undefined, Read> {
  const first = text.charCodeAt(from);
  if (first === OPEN_LIST) return yield* readList(text, from + 1, depth);
  if (first === OPEN_OBJECT && depth < DEEPEST)
    return yield* readObject(text, from + 1, depth, lists);
  const end = endOfValue(text, from);
  return { value: JSON.parse(text.slice(from, end)), end };
}

function* readObject(
  text: string,
  from: number,
  depth: number,
  lists: ReadonlySet<string>,
): Generator<undefined, Read> {
  const members: [string, JsonValue][] = [];
  for (let at = from; text.charCodeAt(at) !== CLOSE_OBJECT; ) {
    const endOfKey = endOfString(text, at);
    const key: string = JSON.parse(text.slice(at, endOfKey));
    const start = endOfKey + ':'.length;
    const { value, end } =
      lists.has(key) && text.charCodeAt(start) === OPEN_LIST
        ? yield* findItems(text, start + 1)
        : yield* readInPieces(text, start, depth + 1);
    members.push([key, value]);
    if (text.charCodeAt(end) !== COMMA) return { value: Object.fromEntries(members), end: end + 1 };
    at = end + 1;
  }
  return { value: {}, end: from + 1 };
}

/** Reads items in batches; an item that is longer than a batch is read in pieces itself. */
function* readList(text: string, from: number, depth: number): Generator<undefined, Read> {
  const items: JsonValue[] = [];
  if (text.charCodeAt(from) === CLOSE_LIST) return { value: items, end: from + 1 };
  for (let start = from; ; ) {
    let end = endOfValue(text, start);
    if (end - start > PIECE_CHARACTERS && depth < DEEPEST) {
      items.push((yield* readInPieces(text, start, depth + 1)).value);
    } else {
      while (text.charCodeAt(end) === COMMA && end - start < PIECE_CHARACTERS)
        end = endOfValue(text, end + 1);
      for (const item of JSON.parse(`[${text.slice(start, end)}]`)) items.push(item);
    }
    if (text.charCodeAt(end) !== COMMA) return { value: items, end: end + 1 };
    start = end + 1;
    yield;
  }
}

/** A part of a list: its first item by its rank, and its text. */
type Part = { readonly rank: number; readonly from: number; readonly end: number };

/** About 20 flows of a result, parsed in a quarter of a millisecond. */
const PART_CHARACTERS = 16 * 1024;

function* findItems(text: string, from: number): Generator<undefined, Read> {
  const parts: Part[] = [];
  if (text.charCodeAt(from) === CLOSE_LIST) return { value: [], end: from + 1 };
  for (let [start, rank] = [from, 0]; ; yield) {
    let [end, next] = [endOfValue(text, start), rank + 1];
    for (; text.charCodeAt(end) === COMMA && end - start < PART_CHARACTERS; next += 1)
      end = endOfValue(text, end + 1);
    parts.push({ rank, from: start, end });
    if (text.charCodeAt(end) !== COMMA)
      return { value: new UnparsedItems(text, parts, next), end: end + 1 };
    [start, rank] = [end + 1, next];
  }
}

/** Keeps the text: parsed, a result of 6,000 flows takes several times as much, and ten of them are shown. */
class UnparsedItems implements Items<JsonValue> {
  readonly length: number;
  readonly #text: string;
  readonly #parts: readonly Part[];

  constructor(text: string, parts: readonly Part[], length: number) {
    this.#text = text;
    this.#parts = parts;
    this.length = length;
  }

  slice(from: number, to: number): readonly JsonValue[] {
    return this.#parts.flatMap((part, at) => {
      const { rank } = part;
      const nextRank = this.#parts[at + 1]?.rank ?? this.length;
      if (nextRank <= from || rank >= to) return [];
      return this.#parsed(part).slice(Math.max(0, from - rank), to - rank);
    });
  }

  *[Symbol.iterator](): Generator<JsonValue> {
    for (const part of this.#parts) yield* this.#parsed(part);
  }

  #parsed({ from, end }: Part): JsonValue[] {
    return JSON.parse(`[${this.#text.slice(from, end)}]`);
  }
}

/** The position behind the value that begins at a position. */
function endOfValue(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at) - 1;
        if (open === 0) return at + 1;
        break;
      case OPEN_LIST:
      case OPEN_OBJECT:
        open++;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        // A number or word ends where its container does.
        if (open === 0) return at;
        open--;
        if (open === 0) return at + 1;
        break;
      case COMMA:
        if (open === 0) return at;
        break;
      default:
    }
  }
  return text.length;
}

/** The position behind the string whose quote is at a position. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}
