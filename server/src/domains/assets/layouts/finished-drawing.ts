import type { Drawing } from '../drawing/drawing.ts';
import type { PictureChoices } from '../facts.ts';
import type { Words } from '../words.ts';
import { crossOut } from './cross-out.ts';
import type { Sheet } from './sheet.ts';

/** Returns the drawing of a painted sheet. Crosses out samples and previews; throws if a text does not fit. */
export function finishedDrawing(
  sheet: Sheet,
  facts: { readonly isSample: boolean },
  words: Words,
  choices: PictureChoices,
  origin: Pick<Drawing, 'title' | 'description' | 'metadata'>,
): Drawing {
  crossOut(sheet, facts, words, choices);
  sheet.assertFits();
  const { widthMm, heightMm, marks } = sheet;
  return { widthMm, heightMm, marks, language: words.locale, ...origin };
}
