/** JSON of a value: texts that follow each other, so that a long one is not copied at each level of an answer. */
export type JsonText = string | readonly JsonText[];

/** Such a text, or the promise of it. */
export type Later = JsonText | Promise<JsonText>;

const PIECE_CHARACTERS = 16 * 1024;

export function isShort(text: JsonText | undefined): text is string {
  return typeof text === 'string' && text.length < PIECE_CHARACTERS;
}

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
    const isLong = !isShort(part);
    if (isLong || characters + part.length > PIECE_CHARACTERS) flush();
    if (isLong) pieces.push(part);
    else {
      short.push(part);
      characters += part.length;
    }
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

/** Joins texts as soon as all of them are there. */
export function whenComplete(parts: readonly Later[]): Later {
  return parts.every(isComplete) ? joined(parts) : Promise.all(parts).then(joined);
}

function isComplete(part: Later): part is JsonText {
  return !(part instanceof Promise);
}
