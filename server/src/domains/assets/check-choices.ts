import type { Problem } from '../../rules/errors/api-error.ts';
import { type Path, problem } from '../../rules/inputs/problems.ts';
import { ASSET_LOCALES, type AssetLocale } from './model.ts';

/** Checks of single choices, whatever is shown: they need no library that draws. */

export const LONGEST_NAME = 200;
export const LONGEST_STUDY_TEXT = 1000;

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
