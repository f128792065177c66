import type { Problem } from '../../rules/errors/api-error.ts';
import { type Path, problem, textProblems } from '../../rules/inputs/problems.ts';
import { claimIn } from './claims.ts';

/** Controls, directional overrides, zero-width characters, private use and separators of lines. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;

/**
 * Arabic letters that never join the letter after them, and those that join neither side (Joining_Type of the Unicode
 * Character Database).
 */
const NOT_JOINING_ON =
  '\\u0621-\\u0625\\u0627\\u0629\\u062f-\\u0632\\u0648\\u0671-\\u0677\\u0688-\\u0699\\u06c0\\u06c3-\\u06cb\\u06cd\\u06cf\\u06d2-\\u06d5\\u06ee\\u06ef';
/** The non-joiner between two Arabic letters that would join: everybody sees it (RFC 5892, A.1). */
const SEEN_NON_JOINER = new RegExp(
  `(?<=(?![${NOT_JOINING_ON}])(?:(?=\\p{L})\\p{Script=Arabic})\\p{M}*)\\u200c(?=(?![\\u0621\\u0674])(?=\\p{L})\\p{Script=Arabic})`,
  'gu',
);

export const LONGEST_NAME = 100;

/** Problems of the name of a brand, whatever script it is in. */
export function problemsOfName(
  name: string | null | undefined,
  path: Path,
  refusedClaims: readonly string[],
): Problem[] {
  if (name == null) return [];
  const problems = textProblems(name, path, LONGEST_NAME);
  return problems.length > 0 ? problems : problemsOfPrinted(name, path, refusedClaims);
}

/** Problems of a text that is printed: characters that nobody sees, and claims. */
export function problemsOfPrinted(
  text: string,
  path: Path,
  refusedClaims: readonly string[],
): Problem[] {
  const unprintable = UNPRINTABLE.exec(text.replace(SEEN_NON_JOINER, ''));
  if (unprintable !== null) {
    const code = unprintable[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    const message = `The text has the unprintable character U+${code}: remove it.`;
    return [problem(path, 'INVALID_TEXT', message)];
  }
  const claim = claimIn(text, refusedClaims);
  if (claim === undefined) return [];
  const message = `"${text}" makes the claim "${claim}". An asset states a calculated footprint; environmental claims that it does not prove, and neutrality by offsetting, are refused. Remove the claim.`;
  return [problem(path, 'REFUSED_CLAIM', message)];
}
