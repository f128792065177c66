import { type Drawing, INK, PAPER, rule } from '../drawing/drawing.ts';
import { shape } from '../drawing/typeface.ts';
import { boundaryWord, type PictureChoices, unitText } from '../facts.ts';
import { massText, massUnitFor } from '../numbers.ts';
import type { Words } from '../words.ts';
import {
  CARD_MARGIN_MM,
  CARD_STRONG,
  CARD_TEXT,
  type CardFacts,
  cardNotes,
  cardSheet,
  methodNotes,
  paintCardLogo,
} from './card.ts';
import { finishedDrawing } from './finished-drawing.ts';
import { metadataOf } from './metadata.ts';
import { type Block, joined, type Sheet } from './sheet.ts';

/** Two results with equal unit and boundary, and their difference by paired Monte Carlo. */
export type ComparisonFacts = CardFacts & {
  readonly other: Pick<
    CardFacts,
    'calculationId' | 'snapshotHash' | 'co2eKg' | 'range' | 'productName' | 'calculatedOn'
  >;
  readonly paired: {
    /** Probability that the first is lower than the second. */
    readonly probabilityBelow: number;
    readonly probabilityAbove: number;
    readonly p2_5Co2eKg: number;
    readonly p97_5Co2eKg: number;
    readonly iterations: number;
  };
};

/** Below this share of the runs a difference is not clear. */
const CLEAR = 0.9;

/** Two footprints on one scale, with their ranges and how often one is lower. */
export function comparisonCard(
  facts: ComparisonFacts,
  words: Words,
  choices: PictureChoices,
): Drawing {
  const sheet = cardSheet();
  const { say, locale } = words;
  const unit = massUnitFor(Math.max(Math.abs(facts.co2eKg), Math.abs(facts.other.co2eKg)));
  const mass = (kg: number) => massText(kg, unit, locale);
  const x = CARD_MARGIN_MM;
  const widthMm = sheet.widthMm - 2 * x;
  const { paired, other } = facts;
  const unitOf = (letter: string) => `${unitText(facts.declaredUnit, words)} ${letter}`;
  const scope = `${unitOf('A')}, ${unitOf('B')}, ${say(boundaryWord(facts))}, ${unit.symbol} CO2e`;
  const difference = say('difference', {
    low: mass(paired.p2_5Co2eKg),
    high: `${mass(paired.p97_5Co2eKg)} ${unit.symbol} CO2e`,
  });
  const sides = [
    { letter: 'A', ...sideOf(facts), amount: mass(facts.co2eKg) },
    { letter: 'B', ...sideOf(other), amount: mass(other.co2eKg) },
  ];
  const most = Math.max(...sides.map(({ co2eKg, high }) => Math.max(co2eKg, high)), 1e-30);
  const finding = findingOf(paired, words);
  const notes = [{ text: difference, field: 'locale' }, ...methodNotes(facts, words)];
  sheet.stack(
    [
      joined([
        sheet.paragraph(say('compareTitle'), { face: 'HEADLINE', sizeMm: 3.9 }, x, {
          widthMm: paintCardLogo(sheet, choices.brand?.logo),
          lines: 2,
          field: ['locale'],
        }),
        sheet.paragraph(scope, CARD_TEXT, x, { widthMm, lines: 2, field: ['locale'] }),
      ]),
      ...sides.map((side) => sideBlock(sheet, side, x, widthMm, most)),
      sheet.paragraph(finding, CARD_STRONG, x, { widthMm, lines: 3, field: ['locale'] }),
      cardNotes(sheet, notes),
    ],
    { top: x - 0.6, bottom: sheet.heightMm - x + 0.6, mostGapMm: 3.4, isLastAtBottom: true },
  );
  const shown = sides.map(
    ({ letter, name, amount }) => `${letter}: ${name} ${amount} ${unit.symbol} CO2e`,
  );
  const { calculationId, snapshotHash } = other;
  return finishedDrawing(sheet, facts, words, choices, {
    title: `${say('compareTitle')}: ${facts.productName} – ${other.productName}`,
    description: [scope, ...shown, finding, ...notes.map(({ text }) => text)].join('. '),
    metadata: {
      ...metadataOf('COMPARISON_CARD', 'CARD', facts, choices),
      comparedWith: { calculationId, snapshotHash },
    },
  });
}

/** States how often the lower one is lower; below 90 of 100 runs, that the difference is not clear. */
function findingOf(
  { probabilityBelow, probabilityAbove }: ComparisonFacts['paired'],
  { say }: Words,
) {
  const isFirst = probabilityBelow >= probabilityAbove;
  const probability = isFirst ? probabilityBelow : probabilityAbove;
  const values = { name: isFirst ? 'A' : 'B', count: String(Math.floor(probability * 100)) };
  return say(probability >= CLEAR ? 'lower' : 'noDifference', values);
}

type Side = {
  readonly name: string;
  readonly co2eKg: number;
  readonly low: number;
  readonly high: number;
};

function sideOf({ productName, co2eKg, range }: ComparisonFacts['other']): Side {
  const { lowCo2eKg = co2eKg, highCo2eKg = co2eKg } = range ?? {};
  return { name: productName, co2eKg, low: lowCo2eKg, high: highCo2eKg };
}

/** Name and amount above a bar from zero, whose whisker is the 95 % interval. */
function sideBlock(
  sheet: Sheet,
  side: Side & { readonly letter: string; readonly amount: string },
  x: number,
  widthMm: number,
  most: number,
): Block {
  const amount = shape('HEADLINE', side.amount, 4.4);
  const name = sheet.paragraph(`${side.letter}: ${side.name}`, CARD_STRONG, x, {
    widthMm: widthMm - amount.widthMm - 3,
    lines: 1,
    field: ['productName'],
  });
  const at = (kg: number) => x + (Math.max(0, kg) / most) * widthMm;
  return {
    heightMm: 9,
    paint: (top) => {
      name.paint(top + 0.6);
      sheet.line(amount, x + widthMm, top + 3.4, 'END');
      const y = top + 6.8;
      const bar = { x, y: y - 1.6, width: Math.max(0, at(side.co2eKg) - x), height: 3.2 };
      sheet.marks.push(
        { kind: 'RECTANGLE', ...bar, fill: PAPER, stroke: INK, strokeMm: 0.3 },
        rule(at(side.low), y, at(side.high) - at(side.low), 0.5),
        ...[side.low, side.high].map((kg) => ({
          ...({ kind: 'LINE', x1: at(kg), x2: at(kg), y1: y - 1, y2: y + 1 } as const),
          ...{ stroke: INK, strokeMm: 0.4 },
        })),
      );
    },
  };
}
