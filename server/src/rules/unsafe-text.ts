import type { Problem } from './api-error.ts';

type Path = readonly (string | number)[];

export type ValueLimits = {
  /** Most items of a list. */
  readonly items: number;
  /** Most characters of a text; unlimited if absent. */
  readonly characters?: number | undefined;
};

/**
 * The first thing in a value that no store can hold unchanged, or that exceeds a limit: a null byte
 * (PostgreSQL refuses it), a lone surrogate (UTF-8 has none), the key `__proto__`, a long list or text.
 */
export function findUnsafeText(
  value: unknown,
  path: Path,
  limits: ValueLimits,
): Problem | undefined {
  if (typeof value === 'string')
    return tooLong(value, path, limits.characters) ?? problemOfText(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) && value.length > limits.items) {
    return {
      path,
      code: 'TOO_MANY',
      message: `A list may have at most ${limits.items} items; this one has ${value.length}.`,
    };
  }
  for (const [key, item] of Object.entries(value)) {
    const step = Array.isArray(value) ? Number(key) : key;
    const problem = problemOfKey(key, path) ?? findUnsafeText(item, [...path, step], limits);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** A key that would reach for the prototype of what it is written into, or no store can hold. */
export function problemOfKey(key: string, path: Path): Problem | undefined {
  if (key === '__proto__')
    return { path, code: 'INVALID_KEY', message: 'The key "__proto__" is not allowed.' };
  return problemOfText(key, path);
}

function tooLong(text: string, path: Path, characters = Infinity): Problem | undefined {
  if (text.length <= characters) return undefined;
  const message = `A text of a query may have at most ${characters} characters; this one has ${text.length}.`;
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
