import { isAscii } from 'node:buffer';

/** Bytes that are written at a time. */
export const WORD_BYTES = 8;

/** JSON that is written often, as words: written byte by byte, the names of its members take a third of the time of a row. */
export type JsonPiece = { readonly words: Float64Array; readonly length: number };

/** Eight characters of ASCII are never NaN, whose bits may change when they are copied. */
export function jsonPiece(text: string): JsonPiece {
  const bytes = Buffer.alloc(Math.ceil(text.length / WORD_BYTES) * WORD_BYTES, 0);
  if (!isAscii(Buffer.from(text))) throw new RangeError(`${text} is not ASCII.`);
  bytes.write(text, 'latin1');
  const words = Float64Array.from({ length: bytes.length / WORD_BYTES }, (_, at) =>
    bytes.readDoubleLE(at * WORD_BYTES),
  );
  return { words, length: text.length };
}
