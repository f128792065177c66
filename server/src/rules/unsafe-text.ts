import type { Problem } from './api-error.ts';

type Path = readonly (string | number)[];

/**
 * The first thing in a value that no store can hold unchanged: a null byte (PostgreSQL refuses it), a
 * lone surrogate (UTF-8 has none), the key `__proto__`, or a list of more than `maxItems`.
 */
export function findUnsafeText(value: unknown, path: Path, maxItems: number): Problem | undefined {
  if (typeof value === 'string') return problemOfText(value, path);
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) && value.length > maxItems) {
    return {
      path,
      code: 'TOO_MANY',
      message: `A list may have at most ${maxItems} items; this one has ${value.length}.`,
    };
  }
  for (const [key, item] of Object.entries(value)) {
    const step = Array.isArray(value) ? Number(key) : key;
    const problem = problemOfKey(key, path) ?? findUnsafeText(item, [...path, step], maxItems);
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
