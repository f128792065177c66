import type { Problem } from '../../rules/api-error.ts';
import type { Path } from '../../rules/problems.ts';
import { type Face, missingCharacters } from './drawing/typeface.ts';

/** Controls, directional overrides, zero-width characters, private use and separators of lines. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;
const MOST_CHARACTERS = 200;

/** Reasons why a text of a customer is not printed, each with what would do. */
export function problemsOfText(
  path: Path,
  text: string,
  face: Face,
  refusedClaims: readonly string[],
): Problem[] {
  const problem = (code: Problem['code'], message: string): Problem[] => [{ path, code, message }];
  if (text.trim() === '') return problem('EMPTY', 'The text is empty.');
  if (text.length > MOST_CHARACTERS) {
    return problem(
      'TOO_LONG',
      `A text of an asset has at most ${MOST_CHARACTERS} characters (got ${text.length}).`,
    );
  }
  const unprintable = UNPRINTABLE.exec(text);
  if (unprintable !== null) {
    const code = unprintable[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
    return problem('INVALID_TEXT', `The text has the unprintable character U+${code}: remove it.`);
  }
  const claim = claimIn(text, refusedClaims);
  if (claim !== undefined) {
    const message = `"${text}" makes the claim "${claim}". An asset states a calculated footprint; environmental claims that it does not prove, and neutrality by offsetting, are refused. Remove the claim.`;
    return problem('REFUSED_CLAIM', message);
  }
  const missing = missingCharacters(face, text);
  if (missing.length > 0) {
    const message = `The fonts do not have ${missing.slice(0, 5).join(' ')}: Latin, Greek, Cyrillic and Vietnamese letters are printed. Give the name in one of these scripts.`;
    return problem('INVALID_TEXT', message);
  }
  return [];
}

/** The first listed claim that a text makes, in any language. A `*` is the rest of a word. */
function claimIn(text: string, refusedClaims: readonly string[]): string | undefined {
  const words = ` ${normalizedClaim(text)} `;
  return refusedClaims.find((claim) => patternOf(claim).test(words));
}

const patterns = new Map<string, RegExp>();

function patternOf(claim: string): RegExp {
  const known = patterns.get(claim) ?? new RegExp(` ${claim.replaceAll('*', '\\p{L}*')} `, 'u');
  patterns.set(claim, known);
  return known;
}

/** Lower case without accents; words apart by single spaces. */
export function normalizedClaim(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ø/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/ħ/g, 'h')
    .replace(/ς/g, 'σ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
