import type { Problem } from '../../rules/errors/api-error.ts';
import { problem, textProblems } from '../../rules/inputs/problems.ts';
import { problemsOfPrinted } from '../brands/index.ts';
import { LONGEST_NAME } from './check-choices.ts';
import { type Face, missingCharacters, sentenceOnMissing } from './drawing/fonts.ts';

/** A text that an asset prints. */
export type PrintedText = {
  /** Field of the input that a problem is about. */
  readonly field: string;
  readonly text: string;
  readonly face: Face;
  readonly mostCharacters?: number;
};

/** Reasons why a text of a customer is not printed, each with a remedy. */
export function problemsOfText(
  { field, text, face, mostCharacters = LONGEST_NAME }: PrintedText,
  refusedClaims: readonly string[],
): Problem[] {
  const path = [field];
  const wrong = textProblems(text, path, mostCharacters);
  if (wrong.length > 0) return wrong;
  const found = problemsOfPrinted(text, path, refusedClaims);
  const missing = missingCharacters(face, text);
  if (found.length > 0 || missing.length === 0) return found;
  const message = `${sentenceOnMissing(missing)} Give the name in one of these scripts.`;
  return [problem(path, 'INVALID_TEXT', message)];
}
