import type { Logo } from '../../brands/index.ts';
import { logoMarks } from '../drawing/logo-marks.ts';
import { isolated } from '../drawing/pieces.ts';
import { shape } from '../drawing/typeface.ts';
import { type FootprintFacts, methodText, missingTexts, verificationText } from '../facts.ts';
import type { Words } from '../words.ts';
import { type Block, joined, Sheet } from './sheet.ts';

/** Facts of a card: it has no symbol. */
export type CardFacts = Omit<FootprintFacts, 'url' | 'gtin14'>;

export const CARD_MARGIN_MM = 4;
export const CARD_TEXT = { face: 'TEXT', sizeMm: 2.6 } as const;
export const CARD_STRONG = { face: 'STRONG', sizeMm: 2.9 } as const;

const CARD_LOGO = { widthMm: 24, heightMm: 7.5 } as const;

/** Puts a logo into the upper right corner of a card; returns the width that it leaves for the first block. */
export function paintCardLogo(sheet: Sheet, logo: Logo | null | undefined): number {
  const right = sheet.widthMm - CARD_MARGIN_MM;
  const widthMm = right - CARD_MARGIN_MM;
  if (logo == null) return widthMm;
  sheet.marks.push(...logoMarks(logo, { right, top: CARD_MARGIN_MM, ...CARD_LOGO }));
  return widthMm - CARD_LOGO.widthMm - 2;
}

/** An empty card with its frame. */
export function cardSheet(): Sheet {
  const sheet = new Sheet('CARD', 100, 74);
  sheet.frame(0.35, 2);
  return sheet;
}

/** Paragraphs below each other over the width of a card, each of at most some lines. */
export function cardNotes(
  sheet: Sheet,
  notes: readonly { readonly text: string; readonly field: string }[],
): Block {
  const widthMm = sheet.widthMm - 2 * CARD_MARGIN_MM;
  return joined(
    notes.map(({ text, field }) =>
      sheet.paragraph(text, CARD_TEXT, CARD_MARGIN_MM, { widthMm, lines: 3, field: [field] }),
    ),
  );
}

/** Missing parts, method, date, owner and verification in a few sentences. */
export function methodNotes(
  facts: CardFacts,
  words: Words,
): { readonly text: string; readonly field: string }[] {
  const { say } = words;
  const { organizationName, isOutdated } = facts;
  const verification = verificationText(facts, words);
  return [
    ...missingTexts(facts, words).map((text) => ({ text, field: 'size' })),
    { text: methodText(facts, words), field: 'size' },
    { text: `${isolated(organizationName)}. ${verification}`, field: 'organizationName' },
    ...(isOutdated ? [{ text: `${say('outdated')}!`, field: 'locale' }] : []),
  ];
}

/** Widest of some texts, in millimetres. */
export function widestMm(
  texts: readonly string[],
  face: 'TEXT' | 'STRONG',
  sizeMm: number,
): number {
  return Math.max(0, ...texts.map((text) => shape(face, text, sizeMm).widthMm));
}
