/** A command line as it was typed. */
export type Given = {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
};

/** Result of a command: text for people, and data for `--json`. */
export type Result = {
  readonly text: string;
  readonly data: unknown;
  /** A line for people that goes to the error stream: a pipe takes the text alone. */
  readonly note?: string;
  /** Printed like a success, but the exit code is 1: a part of the request failed. */
  readonly isFailure?: boolean;
};

export type Option = {
  readonly type: 'string' | 'boolean';
  readonly meaning: string;
  readonly isRequired?: boolean;
};

export type Command = {
  readonly summary: string;
  readonly positionals: readonly string[];
  /** True if positionals may be absent. */
  readonly hasOptionalPositionals?: boolean;
  readonly options: Readonly<Record<string, Option>>;
  readonly run: (given: Given) => Promise<Result | undefined>;
};

/** The command line was used wrongly: exit code 2. */
export class UsageError extends Error {}

/** The text given for an option, if it was given. */
export function textOf(given: Given, option: string): string | undefined {
  const value = given.values[option];
  return typeof value === 'string' ? value : undefined;
}

/** The text of an option that must be given. */
export function requiredText(given: Given, option: string): string {
  const text = textOf(given, option);
  if (text === undefined || text === '') throw new UsageError(`--${option} needs a value.`);
  return text;
}

/** One of several words, in any case. */
export function oneOf<const Word extends string>(
  given: Given,
  option: string,
  words: readonly Word[],
): Word | undefined {
  const text = textOf(given, option);
  if (text === undefined) return undefined;
  const found = words.find((word) => word === text.toUpperCase());
  if (found === undefined)
    throw new UsageError(`--${option} must be one of ${words.join(', ')}; it was "${text}".`);
  return found;
}

/** One of several words, of an option that must be given. */
export function requiredOneOf<const Word extends string>(
  given: Given,
  option: string,
  words: readonly Word[],
): Word {
  const word = oneOf(given, option, words);
  if (word === undefined) throw new UsageError(`--${option} needs a value.`);
  return word;
}

/** The command could not do what it was asked: exit code 1. */
export class CommandFailed extends Error {
  readonly data: unknown;
  constructor(message: string, data: unknown) {
    super(message);
    this.data = data;
  }
}
