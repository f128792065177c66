import type { Problem } from '../../rules/errors/api-error.ts';
import type { Path } from '../../rules/inputs/problems.ts';
import { problemsOfPrinted } from '../brands/index.ts';
import { type Face, missingCharacters, sentenceOnMissing } from './drawing/fonts.ts';

const MOST_CHARACTERS = 200;

/** Reasons why a text of a customer is not printed, each with a remedy. */
export function problemsOfText(
  path: Path,
  text: string,
  face: Face,
  refusedClaims: readonly string[],
  mostCharacters = MOST_CHARACTERS,
): Problem[] {
  const problem = (code: Problem['code'], message: string): Problem[] => [{ path, code, message }];
  if (text.trim() === '') return problem('EMPTY', 'The text is empty.');
  if (text.length > mostCharacters) {
    return problem(
      'TOO_LONG',
      `A text of an asset has at most ${mostCharacters} characters (got ${text.length}).`,
    );
  }
  const found = problemsOfPrinted(text, path, refusedClaims);
  if (found.length > 0) return found;
  const missing = missingCharacters(face, text);
  if (missing.length > 0) {
    const message = `${sentenceOnMissing(missing)} Give the name in one of these scripts.`;
    return problem('INVALID_TEXT', message);
  }
  return [];
}
