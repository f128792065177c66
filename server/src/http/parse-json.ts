import { ApiError } from '../rules/errors/api-error.ts';
import { REQUEST_LIMITS } from './limits/request-limits.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Parses JSON text and refuses what JSON.parse accepts: nesting beyond the ceiling, found before
 * parsing so that a deep bomb costs one pass; objects with very many keys; and duplicate keys,
 * which two readers could interpret differently.
 */
export function parseJson(text: string): unknown {
  assertWithinLimits(text);
  return parsed(text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError('BAD_REQUEST', 'The request body is not valid JSON.');
  }
}

function assertWithinLimits(text: string): void {
  const keysOfOpenObjects: (Set<string> | undefined)[] = [];
  let lastString = '';
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        lastString = text.slice(at + 1, end);
        at = end;
        break;
      }
      case COLON: {
        const keys = keysOfOpenObjects.at(-1);
        const key = unescaped(lastString);
        if (keys?.has(key)) {
          throw new ApiError(
            'BAD_REQUEST',
            `The request body has the key "${key.slice(0, 40)}" twice in one object.`,
          );
        }
        keys?.add(key);
        if (keys !== undefined && keys.size > REQUEST_LIMITS.objectKeys) {
          throw new ApiError(
            'BAD_REQUEST',
            `The request body has an object with more than ${REQUEST_LIMITS.objectKeys} keys.`,
          );
        }
        break;
      }
      case OPEN_OBJECT:
      case OPEN_LIST:
        if (keysOfOpenObjects.length === REQUEST_LIMITS.jsonDepth) {
          throw new ApiError(
            'BAD_REQUEST',
            `The request body nests deeper than ${REQUEST_LIMITS.jsonDepth} levels.`,
          );
        }
        keysOfOpenObjects.push(text.charCodeAt(at) === OPEN_OBJECT ? new Set() : undefined);
        break;
      case CLOSE_OBJECT:
      case CLOSE_LIST:
        keysOfOpenObjects.pop();
        break;
    }
  }
}

/** A key as its readers will see it: `qu\\u0065ry` is `query`. */
function unescaped(key: string): string {
  return key.includes('\\') ? String(parsed(`"${key}"`)) : key;
}

/** Position of the quote that ends the string begun at `start`. */
export function endOfString(text: string, start: number): number {
  let at = start;
  do {
    at = text.indexOf('"', at + 1);
    if (at === -1) return text.length;
  } while (isEscaped(text, at));
  return at;
}

/** A quote is escaped by an odd number of backslashes before it. */
function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
