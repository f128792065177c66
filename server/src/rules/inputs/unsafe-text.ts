import type { Problem } from '../errors/api-error.ts';

type Path = readonly (string | number)[];

export type ValueLimits = {
  /** Most items of a list. */
  readonly items: number;
  /** Most characters of a text. */
  readonly characters: number;
  /** Most characters of a key. */
  readonly keyCharacters: number;
  /** Most levels of objects and lists. */
  readonly levels: number;
  /** True for the place of a text that carries a file, which has a limit of its own. */
  readonly isFile?: (path: Path) => boolean;
};

/** Values that a mutation or a row of a bulk file writes. */
export const WRITTEN_VALUES: ValueLimits = {
  items: 250,
  characters: 10_000,
  keyCharacters: 1_000,
  levels: 32,
};

/**
 * The first thing in a value that no store can hold unchanged, or that exceeds a limit: a null byte
 * (PostgreSQL refuses it), a lone surrogate (UTF-8 has none), the key `__proto__`, a long list, text or key.
 */
export function findUnsafeText(
  value: unknown,
  path: Path,
  limits: ValueLimits,
): Problem | undefined {
  return findUnsafeIn(value, [...path], limits, limits.levels);
}

/** `path` is one list for all values, and at a problem it is left as it is: a copy for each value costs more than its check. */
function findUnsafeIn(
  value: unknown,
  path: (string | number)[],
  limits: ValueLimits,
  levels: number,
): Problem | undefined {
  if (typeof value === 'string') return tooLong(value, path, limits) ?? problemOfText(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) {
    const message = `Objects and lists may be nested ${limits.levels} levels deep.`;
    return { path, code: 'TOO_DEEP', message };
  }
  if (Array.isArray(value) && value.length > limits.items) {
    return {
      path,
      code: 'TOO_MANY',
      message: `A list may have at most ${limits.items} items; this one has ${value.length}.`,
    };
  }
  for (const [step, item] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    const ofKey = typeof step === 'string' ? problemOfKey(step, path, limits) : undefined;
    if (ofKey !== undefined) return ofKey;
    path.push(step);
    const problem = findUnsafeIn(item, path, limits, levels - 1);
    if (problem !== undefined) return problem;
    path.pop();
  }
  return undefined;
}

/** A key that would reach for the prototype of what it is written into, that is too long, or no store can hold. */
export function problemOfKey(key: string, path: Path, limits: ValueLimits): Problem | undefined {
  if (key === '__proto__')
    return { path, code: 'INVALID_KEY', message: 'The key "__proto__" is not allowed.' };
  const { keyCharacters } = limits;
  if (key.length > keyCharacters) {
    const message = `A key may have at most ${keyCharacters} characters; this one has ${key.length}.`;
    return { path, code: 'TOO_LONG', message };
  }
  return problemOfText(key, path);
}

function tooLong(text: string, path: Path, limits: ValueLimits): Problem | undefined {
  const { characters, isFile } = limits;
  if (text.length <= characters || isFile?.(path)) return undefined;
  const message = `A text may have at most ${characters} characters here; this one has ${text.length}.`;
  return { path, code: 'TOO_LONG', message };
}

function problemOfText(text: string, path: Path): Problem | undefined {
  if (text.includes('\0')) {
    return { path, code: 'INVALID_TEXT', message: 'Text must not contain null bytes.' };
  }
  if (!text.isWellFormed()) {
    return {
      path,
      code: 'INVALID_TEXT',
      message: 'Text must be well-formed Unicode; this has half of a surrogate pair.',
    };
  }
  return undefined;
}
