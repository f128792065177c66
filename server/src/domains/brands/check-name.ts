import type { Problem } from '../../rules/api-error.ts';
import { type Path, textProblems } from '../../rules/problems.ts';
import { claimIn } from './claims.ts';

/** Controls, directional overrides, zero-width characters, private use and separators of lines. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;

const LONGEST_NAME = 100;

/** Problems of the name of a brand, whatever script it is in. */
export function problemsOfName(
  name: string | null | undefined,
  path: Path,
  refusedClaims: readonly string[],
): Problem[] {
  if (name == null) return [];
  const problems = textProblems(name, path, LONGEST_NAME);
  return problems.length > 0
    ? problems
    : problemsOfPrinted(name, ['input', ...path], refusedClaims);
}

/** Problems of a text that is printed: characters that nobody sees, and claims. */
export function problemsOfPrinted(
  text: string,
  path: Path,
  refusedClaims: readonly string[],
): Problem[] {
  const unprintable = UNPRINTABLE.exec(text);
  if (unprintable !== null) {
    const code = unprintable[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    const message = `The text has the unprintable character U+${code}: remove it.`;
    return [{ path, code: 'INVALID_TEXT', message }];
  }
  const claim = claimIn(text, refusedClaims);
  if (claim === undefined) return [];
  const message = `"${text}" makes the claim "${claim}". An asset states a calculated footprint; environmental claims that it does not prove, and neutrality by offsetting, are refused. Remove the claim.`;
  return [{ path, code: 'REFUSED_CLAIM', message }];
}
