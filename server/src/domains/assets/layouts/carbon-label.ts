import { type Drawing, INK, PAPER, rule } from '../drawing/drawing.ts';
import { shape } from '../drawing/typeface.ts';
import {
  boundaryWord,
  type FootprintFacts,
  largestPhases,
  methodText,
  missingTexts,
  type PictureChoices,
  phaseWord,
  unitText,
  verificationText,
} from '../facts.ts';
import type { Words } from '../words.ts';
import { amountBlock } from './amount-block.ts';
import { finishedDrawing } from './finished-drawing.ts';
import { type Headline, headlineOf } from './headline.ts';
import { metadataOf } from './metadata.ts';
import { rangeBar } from './range-bar.ts';
import { type Block, joined, Sheet } from './sheet.ts';
import { paintSymbol } from './symbol-mark.ts';

const LABEL_SIZES = {
  UPRIGHT: { widthMm: 50, heightMm: 82 },
  WIDE: { widthMm: 82, heightMm: 50 },
  SMALL: { widthMm: 40, heightMm: 66 },
} as const;
export type LabelSize = keyof typeof LABEL_SIZES;

const TEXT = { face: 'TEXT', sizeMm: 2.5 } as const;
const STRONG = { face: 'STRONG', sizeMm: 2.5 } as const;
const LEAST_BAR_MM = 4.5;

/** Number of the largest phases, and whether the number of the stages that a result lacks replaces their names. */
type Content = { readonly phases: number; readonly isBrief: boolean };
/** A label has the first that fits its size in its language; its description names all stages. */
const CONTENTS = [
  { phases: 3, isBrief: false },
  { phases: 3, isBrief: true },
  { phases: 2, isBrief: true },
] as const;

/** The carbon label: one ink, no rank and no claim. */
export function carbonLabel(
  facts: FootprintFacts,
  size: LabelSize,
  words: Words,
  choices: PictureChoices,
): Drawing {
  const [whole, ...shorter] = CONTENTS;
  let label = paintedLabel(facts, size, words, whole);
  for (const content of shorter)
    if (!label.sheet.fits) label = paintedLabel(facts, size, words, content);
  return finishedDrawing(label.sheet, facts, words, choices, {
    title: `${words.say('title')}: ${label.headline.text}`,
    description: label.sentences.join('. '),
    metadata: metadataOf('CARBON_LABEL', size, facts, choices),
  });
}

function paintedLabel(
  facts: FootprintFacts,
  size: LabelSize,
  words: Words,
  content: Content,
): Label {
  const { widthMm, heightMm } = LABEL_SIZES[size];
  const sheet = new Sheet(size, widthMm, heightMm);
  sheet.frame(0.35, 2);
  const label = new Label(sheet, facts, words, content);
  if (size === 'WIDE') label.paintWide();
  else label.paintUpright(size === 'SMALL');
  return label;
}

class Label {
  readonly sheet: Sheet;
  readonly headline: Headline;
  readonly sentences: string[];
  readonly #facts: FootprintFacts;
  readonly #words: Words;
  readonly #content: Content;

  constructor(sheet: Sheet, facts: FootprintFacts, words: Words, content: Content) {
    this.sheet = sheet;
    this.#facts = facts;
    this.#words = words;
    this.#content = content;
    this.headline = headlineOf(facts, words);
    this.sentences = [this.headline.text];
  }

  paintUpright(isSmall: boolean): void {
    const { widthMm, heightMm } = this.sheet;
    const margin = isSmall ? 2.4 : 3;
    const width = widthMm - 2 * margin;
    const [titleMm, amountMm] = isSmall ? [3.2, 7.5] : [3.9, 12.5];
    const foot = this.#foot(margin, width, isSmall);
    const blocks = [
      this.#title(margin, width, titleMm),
      amountBlock(this.sheet, this.headline, {
        x: margin,
        widthMm: width,
        largestMm: amountMm,
      }),
      this.#subject(margin, width),
      ...this.#range(margin, width, !isSmall),
      this.#phases(margin, width, !isSmall),
      this.#notes(margin, width),
      foot,
    ];
    const [top, bottom] = [margin - 0.4, heightMm - margin];
    this.sheet.stack(blocks, { top, bottom, mostGapMm: 1.9, isLastAtBottom: true });
  }

  paintWide(): void {
    const { heightMm } = this.sheet;
    const [left, right, margin] = [3, 44, 2.6];
    const symbolMm = 14.4;
    const [leftWidth, rightWidth] = [37.5, 35];
    const bottom = heightMm - margin - symbolMm - 1.4;
    const head = [
      this.#title(left, leftWidth, 3.5),
      amountBlock(this.sheet, this.headline, {
        x: left,
        widthMm: leftWidth,
        largestMm: 9,
      }),
      this.#subject(left, leftWidth),
      ...this.#range(left, leftWidth, true),
    ];
    this.sheet.stack(head, { top: margin - 0.4, bottom, mostGapMm: 1.2 });
    const side = [this.#phases(right, rightWidth, true), this.#notes(right, rightWidth)];
    this.sheet.stack(side, { top: margin, bottom, mostGapMm: 1.2 });
    this.sheet.marks.push(rule(left, bottom + 0.5, 76, 0.15));
    const top = heightMm - margin - symbolMm;
    const box = { x: left, y: top, sideMm: symbolMm, marginMm: 2.2 };
    const sideMm = paintSymbol(this.sheet, 'QR', this.#facts.url, box);
    const textX = left + sideMm + 2.6;
    const textWidth = right - 1.5 - textX;
    const foot = { top: top - 0.3, bottom: heightMm - margin + 0.4, mostGapMm: 1 };
    this.sheet.stack([this.#scan(textX, textWidth), this.#owner(textX, textWidth)], foot);
    this.sheet.stack([this.#verification(right, rightWidth)], foot);
  }

  #title(x: number, widthMm: number, sizeMm: number): Block {
    const words = this.#words.say('title');
    // The longest languages take smaller letters, which are still the second largest of the label.
    const fitting = Math.min(sizeMm, widthMm / shape('HEADLINE', words, 1).widthMm);
    const room = { widthMm, lines: 1, field: ['locale'] };
    const title = this.sheet.paragraph(words, { face: 'HEADLINE', sizeMm: fitting }, x, room);
    return {
      heightMm: title.heightMm + 0.9,
      paint: (top) => {
        title.paint(top);
        this.sheet.marks.push(rule(x, top + title.heightMm + 0.6, widthMm, 0.3));
      },
    };
  }

  /** Amount and name of the product, and the boundary. */
  #subject(x: number, widthMm: number): Block {
    const { declaredUnit, productName } = this.#facts;
    const what = `${unitText(declaredUnit, this.#words)} ${productName}`;
    const boundary = this.#words.say(boundaryWord(this.#facts));
    this.sentences.push(what, boundary);
    const name = this.sheet.paragraph(what, STRONG, x, {
      widthMm,
      lines: 2,
      field: ['productName'],
    });
    const stages = this.sheet.paragraph(boundary, TEXT, x, {
      widthMm,
      lines: 2,
      field: ['locale'],
    });
    return joined([name, stages]);
  }

  #range(x: number, widthMm: number, hasBar: boolean): Block[] {
    const { range, co2eKg } = this.#facts;
    const room = { widthMm, lines: 2, field: ['locale'] };
    this.sentences.push(this.headline.range);
    const sentence = this.sheet.paragraph(this.headline.range, TEXT, x, room);
    if (range === null || !hasBar) return [sentence];
    const bar = rangeBar(this.sheet, x, widthMm, [range.lowCo2eKg, co2eKg, range.highCo2eKg]);
    return [bar, sentence];
  }

  /** The largest phases and the rest: name, bar and amount. */
  #phases(x: number, widthMm: number, isRoomy: boolean): Block {
    const pitch = isRoomy ? 3.5 : 2.95;
    const gap = 1.2;
    const rows = largestPhases(this.#facts, this.#content.phases).map(({ phase, co2eKg }) => {
      const name = this.#words.say(phase === null ? 'otherPhases' : phaseWord(phase));
      const amount = this.headline.mass(co2eKg);
      this.sentences.push(`${name} ${amount}`);
      return { name, amount: shape('STRONG', amount, 2.5), co2eKg, isRest: phase === null };
    });
    const amountMm = Math.max(0, ...rows.map(({ amount }) => amount.widthMm));
    const largest = Math.max(...rows.map(({ co2eKg }) => co2eKg), 0);
    const widestMm = Math.max(...rows.map(({ name }) => shape('TEXT', name, 2.5).widthMm), 0);
    const besideMm = widthMm - amountMm - gap;
    // Long names next to amounts with many digits leave no room for bars, which repeat the amounts.
    const hasBars = isRoomy && widestMm + gap + LEAST_BAR_MM <= besideMm;
    const room = { widthMm: besideMm, lines: 1, field: ['locale'] };
    const names = rows.map(({ name }) => this.sheet.paragraph(name, TEXT, x, room));
    const barX = x + widestMm + gap;
    const barMm = x + widthMm - amountMm - gap - barX;
    return {
      heightMm: rows.length * pitch,
      paint: (top) => {
        rows.forEach(({ amount, co2eKg, isRest }, at) => {
          const y = top + at * pitch;
          names[at]?.paint(y);
          this.sheet.line(amount, x + widthMm, y + 2.5 * 0.86, 'END');
          const width = largest > 0 ? (Math.max(0, co2eKg) / largest) * barMm : 0;
          if (!hasBars || width < 0.1) return;
          const bar = { kind: 'RECTANGLE', x: barX, y: y + 0.6, width, height: 1.6 } as const;
          this.sheet.marks.push(
            isRest ? { ...bar, stroke: INK, strokeMm: 0.2, fill: PAPER } : { ...bar, fill: INK },
          );
        });
      },
    };
  }

  /** Missing parts, method, GWP set, date. */
  #notes(x: number, widthMm: number): Block {
    const others = [
      methodText(this.#facts, this.#words),
      ...(this.#facts.isOutdated ? [`${this.#words.say('outdated')}!`] : []),
    ];
    this.sentences.push(...missingTexts(this.#facts, this.#words), ...others);
    const notes = [...missingTexts(this.#facts, this.#words, this.#content.isBrief), ...others];
    const room = { widthMm, lines: 3, field: ['size'] };
    return joined(notes.map((note) => this.sheet.paragraph(note, TEXT, x, room)));
  }

  /** The symbol with who calculated and who verified. */
  #foot(x: number, widthMm: number, isSmall: boolean): Block {
    const gap = 2.4;
    const symbolMm = isSmall ? 13.4 : 17.2;
    const probe = new Sheet('', 0, 0);
    const sideMm = paintSymbol(probe, 'QR', this.#facts.url, {
      x: 0,
      y: 0,
      sideMm: symbolMm,
      marginMm: gap,
    });
    const textX = x + sideMm + gap;
    const blocks = [
      // The smallest label has no room for the words that explain its symbol.
      ...(isSmall ? [] : [this.#scan(textX, widthMm - sideMm - gap)]),
      this.#owner(textX, widthMm - sideMm - gap),
      this.#verification(textX, widthMm - sideMm - gap),
    ];
    const textMm = blocks.reduce((sum, { heightMm }) => sum + heightMm, 0);
    const heightMm = Math.max(textMm, sideMm) + 1.4;
    return {
      heightMm,
      paint: (top) => {
        this.sheet.marks.push(rule(x, top, widthMm, 0.15));
        const bottom = top + heightMm;
        paintSymbol(this.sheet, 'QR', this.#facts.url, {
          x,
          y: bottom - sideMm,
          sideMm: symbolMm,
          marginMm: gap,
        });
        this.sheet.stack(blocks, { top: top + 1.2, bottom, mostGapMm: 0.9 });
      },
    };
  }

  #scan(x: number, widthMm: number): Block {
    const room = { widthMm, lines: 3, field: ['locale'] };
    return this.sheet.paragraph(this.#words.say('scan'), STRONG, x, room);
  }

  #owner(x: number, widthMm: number): Block {
    const { organizationName } = this.#facts;
    this.sentences.push(organizationName);
    const room = { widthMm, lines: 2, field: ['organizationName'] };
    return this.sheet.paragraph(organizationName, TEXT, x, room);
  }

  #verification(x: number, widthMm: number): Block {
    const text = verificationText(this.#facts, this.#words);
    this.sentences.push(text);
    const field = this.#facts.verifier === null ? ['locale'] : ['verifier'];
    return this.sheet.paragraph(text, TEXT, x, { widthMm, lines: 3, field });
  }
}
