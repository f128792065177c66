import { type Drawing, rule } from '../drawing/drawing.ts';
import { shape } from '../drawing/typeface.ts';
import { boundaryWord, type PictureChoices, unitText } from '../facts.ts';
import { declaredNumber } from '../numbers.ts';
import type { WordKey, Words } from '../words.ts';
import { amountBlock } from './amount-block.ts';
import {
  CARD_MARGIN_MM,
  CARD_STRONG,
  CARD_TEXT,
  type CardFacts,
  cardNotes,
  cardSheet,
  methodNotes,
  paintCardLogo,
  widestMm,
} from './card.ts';
import { finishedDrawing } from './finished-drawing.ts';
import { headlineOf } from './headline.ts';
import { metadataOf } from './metadata.ts';
import { type Block, joined, type Sheet } from './sheet.ts';

/** Comparisons that have words in all languages. */
export const CARD_EQUIVALENCIES = {
  CAR_KM: 'equivCar',
  TRAIN_KM: 'equivTrain',
  FLIGHT_KM: 'equivFlight',
  SMARTPHONE_CHARGE: 'equivPhone',
  HOUSEHOLD_ELECTRICITY_DAY: 'equivHome',
} as const satisfies Readonly<Record<string, WordKey>>;
export type CardEquivalencyKind = keyof typeof CARD_EQUIVALENCIES;

export type EquivalencyFacts = CardFacts & {
  readonly equivalencies: readonly {
    readonly kind: CardEquivalencyKind;
    /** With two significant figures. */
    readonly roundedAmount: number;
    readonly set: string;
    readonly region: string;
    readonly year: number;
    readonly source: string;
  }[];
};

/** A footprint expressed by things that people know, with the sources of the comparison. */
export function equivalencyCard(
  facts: EquivalencyFacts,
  words: Words,
  choices: PictureChoices,
): Drawing {
  const sheet = cardSheet();
  const { say, locale } = words;
  const headline = headlineOf(facts, words);
  const x = CARD_MARGIN_MM;
  const widthMm = sheet.widthMm - 2 * x;
  const subject = `${unitText(facts.declaredUnit, words)} ${facts.productName}`;
  const rows = facts.equivalencies.map(({ kind, roundedAmount }) => ({
    name: say(CARD_EQUIVALENCIES[kind]),
    amount: say('about', { n: declaredNumber(roundedAmount, locale) }),
  }));
  const sources = facts.equivalencies.map(({ set, region }) => `${set} (${region})`);
  const notes = [
    { text: `${say('source')}: ${[...new Set(sources)].join(', ')}`, field: 'size' },
    ...methodNotes(facts, words),
  ];
  const lines = { widthMm, lines: 2 };
  sheet.stack(
    [
      amountBlock(sheet, headline, {
        ...{ x, largestMm: 9.5 },
        widthMm: paintCardLogo(sheet, choices.brand?.logo),
      }),
      joined([
        sheet.paragraph(subject, CARD_STRONG, x, { ...lines, field: ['productName'] }),
        sheet.paragraph(`${say(boundaryWord(facts))}. ${headline.range}`, CARD_TEXT, x, {
          ...lines,
          field: ['locale'],
        }),
      ]),
      heading(sheet, say('equivTitle'), x, widthMm),
      rowsBlock(sheet, rows, x, widthMm),
      cardNotes(sheet, notes),
    ],
    { top: x - 0.6, bottom: sheet.heightMm - x + 0.6, mostGapMm: 2.4, isLastAtBottom: true },
  );
  return finishedDrawing(sheet, facts, words, choices, {
    title: `${say('title')}: ${headline.text}`,
    description: [
      subject,
      headline.range,
      `${say('equivTitle')}: ${rows.map(({ name, amount }) => `${name} ${amount}`).join('; ')}`,
      ...notes.map(({ text }) => text),
    ].join('. '),
    metadata: metadataOf('EQUIVALENCY_CARD', 'CARD', facts, choices),
  });
}

function heading(sheet: Sheet, text: string, x: number, widthMm: number): Block {
  const room = { widthMm, lines: 2, field: ['locale'] };
  const line = sheet.paragraph(text, { face: 'HEADLINE', sizeMm: 3.4 }, x, room);
  return {
    heightMm: line.heightMm + 1.6,
    paint: (top) => {
      sheet.marks.push(rule(x, top, widthMm, 0.3));
      line.paint(top + 1.2);
    },
  };
}

/** Names at the start of the lines, amounts at their end. */
function rowsBlock(
  sheet: Sheet,
  rows: readonly { readonly name: string; readonly amount: string }[],
  x: number,
  widthMm: number,
): Block {
  const pitch = 4.1;
  const sizeMm = 3;
  const amounts = rows.map(({ amount }) => amount);
  const room = {
    widthMm: widthMm - widestMm(amounts, 'STRONG', sizeMm) - 2,
    lines: 1,
    field: ['locale'],
  };
  const names = rows.map(({ name }) => sheet.paragraph(name, { face: 'TEXT', sizeMm }, x, room));
  return {
    heightMm: rows.length * pitch,
    paint: (top) => {
      rows.forEach(({ amount }, at) => {
        const y = top + at * pitch;
        names[at]?.paint(y);
        sheet.line(shape('STRONG', amount, sizeMm), x + widthMm, y + sizeMm * 0.86, 'END');
      });
    },
  };
}
