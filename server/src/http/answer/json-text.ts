/** JSON of a value: texts that follow each other, so that a long one is not copied at each level of an answer. */
export type JsonText = string | readonly JsonText[];

const PIECE_CHARACTERS = 16 * 1024;

/** Joins short texts; long ones are kept as they are. */
export function joined(parts: readonly JsonText[]): JsonText {
  const pieces: JsonText[] = [];
  let short: string[] = [];
  let characters = 0;
  const flush = (): void => {
    if (short.length > 0) pieces.push(short.join(''));
    short = [];
    characters = 0;
  };
  for (const part of parts) {
    const isShort = typeof part === 'string' && part.length < PIECE_CHARACTERS;
    if (!isShort || characters + part.length > PIECE_CHARACTERS) flush();
    if (isShort) {
      short.push(part);
      characters += part.length;
    } else pieces.push(part);
  }
  flush();
  const [only = '', ...others] = pieces;
  return others.length === 0 ? only : pieces;
}

/** The texts in order. */
export function* textsOf(json: JsonText): Generator<string> {
  if (typeof json === 'string') yield json;
  else for (const part of json) yield* textsOf(part);
}
