import { isTurnOver, nextTurn } from '../../platform/concurrency/event-loop.ts';
import { ApiError } from '../../rules/errors/api-error.ts';

/** Levels of an answer that are walked; what lies below is written in one go. */
const WALKED_LEVELS = 8;
const PIECE_CHARACTERS = 64 * 1024;

/** UTF-8 of the texts of a large answer, written in slices with turns of other requests in between. */
export async function bytesInSlices(texts: Iterable<string>, mostBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  let text = '';
  const flush = (): void => {
    const piece = Buffer.from(text);
    bytes += piece.length;
    if (bytes > mostBytes) throw new AnswerTooLarge(mostBytes);
    pieces.push(piece);
    text = '';
  };
  for (const part of texts) {
    text += part;
    if (text.length < PIECE_CHARACTERS) continue;
    flush();
    if (isTurnOver()) await nextTurn();
  }
  flush();
  return Buffer.concat(pieces);
}

/** The JSON of an answer in parts, which joined are equal to that of `JSON.stringify`. */
export function partsOfJson(value: unknown): Generator<string> {
  return partsOf(value, WALKED_LEVELS);
}

export class AnswerTooLarge extends ApiError {
  constructor(mostBytes: number) {
    super(
      'QUERY_TOO_COMPLEX',
      `The answer has more than ${mostBytes / 1024 ** 2} MB. Ask for smaller pages or fewer fields.`,
      { maxBytes: mostBytes },
    );
  }
}

/** Pieces of the JSON of a value, in order. The members of an answer are plain data. */
function* partsOf(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null || 'toJSON' in value) {
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  let separator = '';
  if (Array.isArray(value)) {
    yield '[';
    for (const item of value) {
      yield separator;
      yield* partsOf(item, levels - 1);
      separator = ',';
    }
    yield ']';
    return;
  }
  yield '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    yield* partsOf(member, levels - 1);
    separator = ',';
  }
  yield '}';
}
