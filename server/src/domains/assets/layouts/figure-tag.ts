import type { Drawing } from '../drawing/drawing.ts';
import { shape } from '../drawing/typeface.ts';
import { boundaryWord, type FootprintFacts, type PictureChoices } from '../facts.ts';
import type { Words } from '../words.ts';
import { finishedDrawing } from './finished-drawing.ts';
import { headlineOf } from './headline.ts';
import { metadataOf } from './metadata.ts';
import { Sheet } from './sheet.ts';

export const FIGURE_TAG_SIZES = { TAG: { widthMm: 36, heightMm: 14 } } as const;

/** Amount, unit, range and the address that explains them, for a shelf or a web page (180 × 70 px). */
export function figureTag(
  facts: FootprintFacts,
  size: keyof typeof FIGURE_TAG_SIZES,
  words: Words,
  choices: PictureChoices,
): Drawing {
  const { widthMm, heightMm } = FIGURE_TAG_SIZES[size];
  const sheet = new Sheet(size, widthMm, heightMm);
  const { mass, unit, digits, text: headline } = headlineOf(facts, words);
  sheet.frame(0.3, 1.5);
  const left = 2.2;
  const room = { widthMm: widthMm - 2 * left, lines: 1 };
  const amount = shape('HEADLINE', digits, 5.2);
  sheet.line(amount, left, 5.4, 'START');
  const unitX = left + amount.widthMm + 1;
  let x = unitX;
  for (const [text, sizeMm, drop] of [
    [`${unit} CO`, 3.1, 0],
    ['2', 2.4, 0.5],
    ['e', 3.1, 0],
  ] as const) {
    const part = shape('HEADLINE', text, sizeMm);
    sheet.line(part, x, 5.4 + drop, 'START');
    x += part.widthMm;
  }
  const range =
    facts.range === null
      ? words.say('noRange')
      : `${mass(facts.range.lowCo2eKg)}\u2009–\u2009${mass(facts.range.highCo2eKg)}, ${facts.calculatedOn}`;
  sheet
    .paragraph(range, { face: 'TEXT', sizeMm: 2.5 }, left, { ...room, field: ['locale'] })
    .paint(6.7);
  const address = facts.url.replace(/^https?:\/\//, '');
  const [host = ''] = address.split('/');
  const isShort = shape('TEXT', address, 2.5).widthMm <= room.widthMm;
  const link = { ...room, field: ['url'] };
  sheet.paragraph(isShort ? address : host, { face: 'TEXT', sizeMm: 2.5 }, left, link).paint(9.7);
  const description = [facts.productName, words.say(boundaryWord(facts)), range, facts.url];
  return finishedDrawing(sheet, facts, words, choices, {
    title: `${words.say('title')}: ${headline}`,
    description: description.join('. '),
    metadata: metadataOf('FIGURE_TAG', size, facts, choices),
  });
}
