import type { Problem } from '../../rules/errors/api-error.ts';
import { type Path, problem, textProblems } from '../../rules/inputs/problems.ts';
import {
  ASSET_LOCALES,
  ASSET_SIZES,
  type AssetLocale,
  KIND_FORMATS,
  LINKED_KINDS,
} from './model.ts';
import type { AssetChoices } from './request.ts';

/** Checks of choices, whatever is shown: they need no library that draws. */

export const LONGEST_NAME = 200;
export const LONGEST_STUDY_TEXT = 1000;

/** Problems of the choices of a batch that every one of its products would have. */
export function problemsOfEach(choices: AssetChoices): Problem[] {
  const { locale, organizationName, verifier, goal, conclusions } = choices;
  return [
    ...localeProblems(locale, ['locale']),
    ...fileProblems(choices),
    ...studyProblems(choices),
    ...linkProblems(choices),
    ...textProblems(organizationName, ['organizationName'], LONGEST_NAME),
    ...textProblems(verifier, ['verifier'], LONGEST_NAME),
    ...textProblems(goal, ['goal'], LONGEST_STUDY_TEXT),
    ...textProblems(conclusions, ['conclusions'], LONGEST_STUDY_TEXT),
  ];
}

/** Problems of the size and the file that a kind does not have. */
export function fileProblems({
  kind,
  size,
  format,
  dotsPerInch,
  isPreview,
}: AssetChoices): Problem[] {
  const problems: Problem[] = [];
  const sizes: readonly string[] = ASSET_SIZES[kind];
  if (size !== undefined && !sizes.includes(size)) {
    const message = `The kind ${kind} has the sizes ${sizes.join(', ')} (got ${size}).`;
    problems.push(problem(['size'], 'NOT_ALLOWED', message));
  }
  const formats = KIND_FORMATS[kind];
  if (format !== undefined && !isPreview && !formats.includes(format)) {
    const message = `The kind ${kind} has the formats ${formats.join(', ')} (got ${format}).`;
    problems.push(problem(['format'], 'NOT_ALLOWED', message));
  }
  if (dotsPerInch === undefined) return problems;
  const wrong = resolutionProblems(dotsPerInch, ['dotsPerInch']);
  if (wrong.length === 0 && format !== 'PNG')
    wrong.push(problem(['dotsPerInch'], 'NOT_ALLOWED', 'Only a PNG has a resolution.'));
  return [...problems, ...wrong];
}

export const STUDY_TEXTS = ['goal', 'conclusions'] as const;

/** Problems of texts of a study that a kind does not print. */
export function studyProblems(choices: AssetChoices): Problem[] {
  if (choices.kind === 'FOOTPRINT_REPORT') return [];
  return STUDY_TEXTS.flatMap((field) =>
    choices[field] === undefined
      ? []
      : [problem([field], 'NOT_ALLOWED', `Only a FOOTPRINT_REPORT has ${field}.`)],
  );
}

/** Problems of an address, and of one that a kind does not have. */
export function linkProblems({ url, serial, kind }: AssetChoices): Problem[] {
  const wrong = url === undefined ? [] : addressProblems(url, ['url']);
  if (wrong.length > 0 || LINKED_KINDS.has(kind)) return wrong;
  if (url === undefined && serial === undefined) return [];
  const field = url === undefined ? 'serial' : 'url';
  return [problem([field], 'NOT_ALLOWED', `The kind ${kind} has no symbol.`)];
}

/** Language of the words: that of the tag, without its region. */
export function localeOf(tag: string): AssetLocale | undefined {
  const language = tag.toLowerCase().split('-')[0];
  return ASSET_LOCALES.find((locale) => locale === language);
}

export function localeProblems(tag: string, path: Path): Problem[] {
  if (localeOf(tag) !== undefined) return [];
  const message = `There are no words in "${tag}": use one of ${ASSET_LOCALES.join(', ')}.`;
  return [problem(path, 'INVALID_LANGUAGE', message)];
}

const DPI_RANGE = { least: 72, most: 1200 } as const;

export function resolutionProblems(dotsPerInch: number, path: Path): Problem[] {
  const { least, most } = DPI_RANGE;
  if (dotsPerInch >= least && dotsPerInch <= most) return [];
  const message = `The resolution is ${least} to ${most} dpi (got ${dotsPerInch}).`;
  return [problem(path, 'OUT_OF_RANGE', message)];
}

export function addressProblems(url: string, path: Path): Problem[] {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return [];
  return [problem(path, 'INVALID_FORMAT', 'The address begins with https:// or http://.')];
}
