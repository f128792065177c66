/** JSON that is known as text: an answer takes the text as it is, without making the values first. */
export class WrittenJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** For writers that know values alone. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** JSON of a value, which is known already or written now. */
export function jsonOf(value: unknown): string {
  return value instanceof WrittenJson ? value.text : JSON.stringify(value);
}
