import type { Piece } from '../../drawing/paged.ts';
import type { PictureChoices } from '../../facts.ts';
import type { Words } from '../../words.ts';
import { crossOut } from '../cross-out.ts';
import { Sheet } from '../sheet.ts';
import { PAGE_MM } from './flow.ts';

/** The word SAMPLE or PREVIEW over a page. */
export function crossing(
  facts: { readonly isSample: boolean },
  words: Words,
  choices: PictureChoices,
): Piece[] {
  const sheet = new Sheet('A4', PAGE_MM.widthMm, PAGE_MM.heightMm);
  crossOut(sheet, facts, words, choices);
  return sheet.marks.length === 0 ? [] : [{ tag: 'Artifact', marks: sheet.marks }];
}
