import { isObject } from './json-object.ts';

/** Characters that are encoded together. */
const PIECE_CHARACTERS = 256 * 1024;
const encoder = new TextEncoder();

/**
 * JSON of a value as bytes, without ever having all of it as a text. A thread whose heap reaches its limit is ended, and the
 * work refused; but V8 gives it 16 MB beyond the limit to end with, and one text of more ends the whole process.
 */
export function encodeInPieces(value: unknown): Uint8Array<ArrayBuffer> {
  const encoded: Uint8Array[] = [];
  let piece = '';
  const end = () => {
    encoded.push(encoder.encode(piece));
    piece = '';
  };
  for (const part of partsOf(value)) {
    piece += part;
    if (piece.length >= PIECE_CHARACTERS) end();
  }
  end();
  // Not Buffer.concat, which takes small ones from the pool that others use.
  const json = new Uint8Array(encoded.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const each of encoded) {
    json.set(each, at);
    at += each.length;
  }
  return json;
}

/** JSON of each object of a list apart, at any depth. */
function* partsOf(value: unknown): Generator<string> {
  if (isListOfObjects(value)) {
    yield '[';
    for (const [at, item] of value.entries()) {
      if (at > 0) yield ',';
      yield* partsOf(item);
    }
    yield ']';
  } else if (holdsList(value)) {
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    yield '{';
    for (const [at, [name, member]] of members.entries()) {
      yield `${at > 0 ? ',' : ''}${JSON.stringify(name)}:`;
      yield* partsOf(member);
    }
    yield '}';
  } else yield JSON.stringify(value) ?? 'null';
}

function isListOfObjects(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && typeof value[0] === 'object';
}

function holdsList(value: unknown): value is object {
  return isObject(value) && Object.values(value).some(isListOfObjects);
}
