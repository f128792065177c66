import { type JsonBytes, jsonPiece } from '../json/index.ts';

/**
 * Writes the JSON of a value from its text in PostgreSQL; returns false, and writes nothing, if the text has an
 * unusual form.
 */
export type JsonCopier = (json: JsonBytes, bytes: Buffer, from: number, to: number) => boolean;

/** Types of PostgreSQL by their OIDs (pg_type.dat). */
export const TYPE_IDS = {
  boolean: 16,
  int: 23,
  text: 25,
  float8: 701,
  'text[]': 1009,
  timestamptz: 1184,
  uuid: 2950,
  jsonb: 3802,
} as const;

const COPIERS: ReadonlyMap<number, JsonCopier> = new Map<number, JsonCopier>([
  [TYPE_IDS.boolean, copyBoolean],
  [TYPE_IDS.int, copyJson],
  [TYPE_IDS.text, copyString],
  [TYPE_IDS.float8, copyFloat],
  [TYPE_IDS['text[]'], copyTexts],
  [TYPE_IDS.timestamptz, (json, bytes, from, to) => json.time(bytes, from, to)],
  [TYPE_IDS.jsonb, copyJson],
]);

/** Undefined if the JSON of the type's values does not follow from their text. */
export function copierOfType(typeId: number): JsonCopier | undefined {
  return COPIERS.get(typeId);
}

const [TRUE, FALSE, EMPTY_LIST] = [jsonPiece('true'), jsonPiece('false'), jsonPiece('[]')];
const [OPEN, CLOSE, BETWEEN] = [jsonPiece('["'), jsonPiece('"]'), jsonPiece('","')];
const [SPACE, QUOTE, COMMA, POINT, ZERO, NINE] = [0x20, 0x22, 0x2c, 0x2e, 0x30, 0x39];
const LETTER_T = 0x74;

function copyBoolean(json: JsonBytes, bytes: Buffer, from: number): boolean {
  json.put(bytes[from] === LETTER_T ? TRUE : FALSE);
  return true;
}

function copyJson(json: JsonBytes, bytes: Buffer, from: number, to: number): boolean {
  json.copy(bytes, from, to);
  return true;
}

/** Both write the shortest digits; they differ in exponents, in signs, and in values such as NaN. */
function copyFloat(json: JsonBytes, bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== POINT && (byte < ZERO || byte > NINE)) return false;
  }
  json.copy(bytes, from, to);
  return true;
}

function copyString(json: JsonBytes, bytes: Buffer, from: number, to: number): boolean {
  json.string(bytes, from, to);
  return true;
}

/** `{A,B}` if no item is quoted: then none has a quote, a backslash, a comma or a brace. */
function copyTexts(json: JsonBytes, bytes: Buffer, from: number, to: number): boolean {
  if (to - from === 2) {
    json.put(EMPTY_LIST);
    return true;
  }
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < SPACE || byte === QUOTE) return false;
  }
  let start = from + 1;
  json.put(OPEN);
  for (let at = start; at < to - 1; at += 1) {
    if (bytes[at] !== COMMA) continue;
    json.copy(bytes, start, at);
    json.put(BETWEEN);
    start = at + 1;
  }
  json.copy(bytes, start, to - 1);
  json.put(CLOSE);
  return true;
}
