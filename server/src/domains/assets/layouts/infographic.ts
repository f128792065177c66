import { inLifeOrder } from '../../../../../dashboard/src/charts/phases.ts';
import type { Brand } from '../brand.ts';
import { type Drawing, INK, PAPER, rule } from '../drawing/drawing.ts';
import { logoMarks } from '../drawing/logo-marks.ts';
import { shape } from '../drawing/typeface.ts';
import { boundaryWord, largestPhases, type PictureChoices, phaseWord, unitText } from '../facts.ts';
import { declaredNumber } from '../numbers.ts';
import type { Words } from '../words.ts';
import { amountBlock } from './amount-block.ts';
import { methodNotes, widestMm } from './card.ts';
import { CARD_EQUIVALENCIES, type EquivalencyFacts } from './equivalency-card.ts';
import { finishedDrawing } from './finished-drawing.ts';
import { type Headline, headlineOf } from './headline.ts';
import { metadataOf } from './metadata.ts';
import { rangeBar } from './range-bar.ts';
import { type Block, joined, Sheet } from './sheet.ts';

/** At 127 dpi these are 1080 × 1350 and 1200 × 630 pixels, the sizes of posts and of link previews. */
const INFOGRAPHIC_SIZES = {
  PORTRAIT: { widthMm: 216, heightMm: 270 },
  LANDSCAPE: { widthMm: 240, heightMm: 126 },
} as const;
export type InfographicSize = keyof typeof INFOGRAPHIC_SIZES;

export type InfographicFacts = EquivalencyFacts & {
  /** Largest contributions, the largest first. */
  readonly contributors: readonly { readonly label: string; readonly co2eKg: number }[];
};

const MARGIN = 13;
const LEAST_BAR_MM = 30;
/** Room of the logo, at the end of the notes. */
const LOGO = { widthMm: 44, heightMm: 14 } as const;
const MOST_EQUIVALENCIES = 3;
export const MOST_CONTRIBUTORS = 4;

/** The amount with its range, phases and causes, for a web page or a post. */
export function infographic(
  facts: InfographicFacts,
  size: InfographicSize,
  words: Words,
  choices: PictureChoices,
): Drawing {
  const { widthMm, heightMm } = INFOGRAPHIC_SIZES[size];
  const sheet = new Sheet(size, widthMm, heightMm);
  const box = { x: 0, y: 0, width: widthMm, height: heightMm };
  sheet.marks.push({ kind: 'RECTANGLE', ...box, fill: PAPER });
  const picture = new Infographic(sheet, facts, words, choices.brand);
  if (size === 'PORTRAIT') picture.paintPortrait();
  else picture.paintLandscape();
  return finishedDrawing(sheet, facts, words, choices, {
    title: `${words.say('title')}: ${picture.headline.text}`,
    description: picture.sentences.join('. '),
    metadata: metadataOf('INFOGRAPHIC', size, facts, choices),
  });
}

type Row = { readonly name: string; readonly amount: string; readonly share?: number };

class Infographic {
  readonly headline: Headline;
  readonly sentences: string[] = [];
  readonly #sheet: Sheet;
  readonly #facts: InfographicFacts;
  readonly #words: Words;
  readonly #brand: Brand | undefined;

  constructor(sheet: Sheet, facts: InfographicFacts, words: Words, brand: Brand | undefined) {
    this.#sheet = sheet;
    this.#facts = facts;
    this.#words = words;
    this.#brand = brand;
    this.headline = headlineOf(facts, words);
  }

  paintPortrait(): void {
    const width = this.#sheet.widthMm - 2 * MARGIN;
    const blocks = [
      ...this.#head(width, 34),
      this.#section(this.#inUnit('stages'), this.#phaseRows(6), MARGIN, width, 8.4),
      this.#section(this.#inUnit('contributions'), this.#contributorRows(), MARGIN, width, 7.4),
      ...this.#equivalencies(width),
      this.#notes(width),
    ];
    this.#stack(blocks, this.#sheet.heightMm);
  }

  paintLandscape(): void {
    const [left, right] = [104, 100];
    const x = this.#sheet.widthMm - MARGIN - right;
    const notes = this.#notes(this.#sheet.widthMm - 2 * MARGIN);
    const bottom = this.#sheet.heightMm - notes.heightMm - 6;
    this.#stack(this.#head(left, 28), bottom);
    const phases = this.#section(this.#inUnit('stages'), this.#phaseRows(6), x, right, 9.6);
    this.#sheet.stack([phases], { top: 9.5, bottom, mostGapMm: 0 });
    notes.paint(bottom);
  }

  #stack(blocks: readonly Block[], bottomMm: number): void {
    const bottom = bottomMm - (bottomMm === this.#sheet.heightMm ? 9 : 0);
    this.#sheet.stack(blocks, { top: 9.5, bottom, mostGapMm: 6.5, isLastAtBottom: false });
  }

  /** A heading with the unit of its rows. */
  #inUnit(word: 'stages' | 'contributions'): string {
    return `${this.#words.say(word)}, ${this.headline.unit} CO2e`;
  }

  /** Name, amount, range and boundary. */
  #head(widthMm: number, largestMm: number): Block[] {
    const { say } = this.#words;
    const { declaredUnit, productName, range, co2eKg } = this.#facts;
    const name = `${unitText(declaredUnit, this.#words)} ${productName}`;
    const boundary = say(boundaryWord(this.#facts));
    const { text, range: interval } = this.headline;
    this.sentences.push(text, name, boundary, interval);
    const room = { widthMm, lines: 2, field: ['locale'] };
    const style = { face: 'TEXT', sizeMm: 5.4 } as const;
    const bar =
      range === null
        ? []
        : [rangeBar(this.#sheet, MARGIN, widthMm, [range.lowCo2eKg, co2eKg, range.highCo2eKg], 2)];
    return [
      joined([
        this.#sheet.paragraph(name, { face: 'HEADLINE', sizeMm: 8 }, MARGIN, {
          ...room,
          field: ['productName'],
        }),
        this.#sheet.paragraph(boundary, style, MARGIN, room),
      ]),
      amountBlock(this.#sheet, this.headline, { x: MARGIN, widthMm, largestMm }),
      joined([...bar, this.#sheet.paragraph(interval, style, MARGIN, room)]),
    ];
  }

  /** The largest phases in the order of life, then the sum of the others. */
  #phaseRows(count: number): Row[] {
    const phases = largestPhases(this.#facts, count);
    const shown = inLifeOrder(
      phases.flatMap(({ phase, co2eKg }) => (phase ? { phase, co2eKg } : [])),
    );
    const rest = phases.filter(({ phase }) => phase === null);
    const most = Math.max(...phases.map(({ co2eKg }) => co2eKg), 1e-30);
    return [
      ...shown.map(({ phase, co2eKg }) => ({ word: phaseWord(phase), co2eKg })),
      ...rest.map(({ co2eKg }) => ({ word: 'otherPhases' as const, co2eKg })),
    ].map(({ word, co2eKg }) => ({
      name: this.#words.say(word),
      amount: this.headline.mass(co2eKg),
      share: Math.max(0, co2eKg) / most,
    }));
  }

  #contributorRows(): Row[] {
    return this.#facts.contributors.map(({ label, co2eKg }) => ({
      name: label,
      amount: this.headline.mass(co2eKg),
    }));
  }

  #equivalencies(widthMm: number): Block[] {
    const { say, locale } = this.#words;
    const rows = this.#facts.equivalencies
      .slice(0, MOST_EQUIVALENCIES)
      .map(({ kind, roundedAmount }) => ({
        name: say(CARD_EQUIVALENCIES[kind]),
        amount: say('about', { n: declaredNumber(roundedAmount, locale) }),
      }));
    if (rows.length === 0) return [];
    return [this.#section(say('equivTitle'), rows, MARGIN, widthMm, 7.4)];
  }

  /** A heading above rows with a name, a bar if there is a share, and an amount. */
  #section(
    title: string,
    rows: readonly Row[],
    x: number,
    widthMm: number,
    pitchMm: number,
  ): Block {
    const sizeMm = 5.2;
    const gap = 3;
    const ink = this.#brand?.color ?? INK;
    const hasBars = rows.some(({ share }) => share !== undefined);
    const amountMm = widestMm(
      rows.map(({ amount }) => amount),
      'STRONG',
      sizeMm,
    );
    const nameMm = widthMm - amountMm - gap - (hasBars ? LEAST_BAR_MM + gap : 0);
    const names = rows.map(({ name }) =>
      this.#sheet.paragraph(name, { face: 'TEXT', sizeMm }, x, {
        widthMm: nameMm,
        lines: 1,
        field: ['size'],
      }),
    );
    const head = this.#sheet.paragraph(title, { face: 'HEADLINE', sizeMm: 6 }, x, {
      widthMm,
      lines: 2,
      field: ['locale'],
    });
    const widest = widestMm(
      rows.map(({ name }) => name),
      'TEXT',
      sizeMm,
    );
    const barX = x + Math.min(nameMm, widest) + gap;
    const barMm = x + widthMm - amountMm - gap - barX;
    this.sentences.push(
      `${title}: ${rows.map(({ name, amount }) => `${name} ${amount}`).join('; ')}`,
    );
    const headMm = head.heightMm + 3.4;
    return {
      heightMm: headMm + rows.length * pitchMm,
      paint: (top) => {
        this.#sheet.marks.push(rule(x, top, widthMm, 0.5));
        head.paint(top + 1.6);
        rows.forEach(({ amount, share = 0 }, at) => {
          const y = top + headMm + at * pitchMm;
          names[at]?.paint(y);
          this.#sheet.line(shape('STRONG', amount, sizeMm), x + widthMm, y + sizeMm * 0.86, 'END');
          const width = share * barMm;
          if (width < 0.1) return;
          const bar = { x: barX, y: y + 1.1, width, height: 4 };
          this.#sheet.marks.push({ kind: 'RECTANGLE', ...bar, fill: ink });
        });
      },
    };
  }

  #notes(widthMm: number): Block {
    const { say } = this.#words;
    const sets = this.#facts.equivalencies
      .slice(0, MOST_EQUIVALENCIES)
      .map(({ set, region }) => `${set} (${region})`);
    const hasSources = sets.length > 0 && this.#sheet.heightMm > this.#sheet.widthMm;
    const notes = [
      ...methodNotes(this.#facts, this.#words),
      ...(hasSources
        ? [{ text: `${say('source')}: ${[...new Set(sets)].join(', ')}`, field: 'size' }]
        : []),
    ];
    this.sentences.push(...notes.map(({ text }) => text));
    const logo = this.#brand?.logo ?? null;
    const roomMm = logo === null ? widthMm : widthMm - LOGO.widthMm - 4;
    const text = joined(
      notes.map(({ text, field }) =>
        this.#sheet.paragraph(text, { face: 'TEXT', sizeMm: 4.2 }, MARGIN, {
          widthMm: roomMm,
          lines: 3,
          field: [field],
        }),
      ),
    );
    if (logo === null) return text;
    const right = MARGIN + widthMm;
    return {
      heightMm: Math.max(text.heightMm, LOGO.heightMm),
      paint: (top) => {
        text.paint(top);
        this.#sheet.marks.push(...logoMarks(logo, { right, top, ...LOGO }));
      },
    };
  }
}
