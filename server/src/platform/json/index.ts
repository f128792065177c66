export { JsonBytes } from './json-bytes.ts';
export { isObject, type JsonObject } from './json-object.ts';
export { type JsonPiece, jsonPiece } from './json-words.ts';
export {
  byteaText,
  packJson,
  packLargeJson,
  unpackJson,
  unpackJsonInTurns,
  unpackText,
  unpackWithoutItems,
} from './packed-json.ts';
export { type Items, parseInTurns } from './parse-in-turns.ts';
export { stableJson } from './stable-json.ts';
export { jsonOf, WrittenJson } from './written-json.ts';
