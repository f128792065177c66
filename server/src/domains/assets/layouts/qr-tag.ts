import { type Drawing, PAPER, rule } from '../drawing/drawing.ts';
import type { SymbolKind } from '../drawing/symbol.ts';
import type { PictureChoices } from '../facts.ts';
import type { Words } from '../words.ts';
import { finishedDrawing } from './finished-drawing.ts';
import { METADATA_FORMAT } from './metadata.ts';
import { Sheet } from './sheet.ts';
import { paintSymbol } from './symbol-mark.ts';

const QR_TAG_SIZES = {
  TAG: { widthMm: 30, heightMm: 44 },
  ITEM: { widthMm: 25, heightMm: 25 },
} as const;
export type QrTagSize = keyof typeof QR_TAG_SIZES;

/** Facts about a product that its tag shows. */
export type TagFacts = {
  readonly productName: string;
  readonly url: string;
  readonly gtin14: string | null;
  readonly serial: string | null;
  readonly isSample: boolean;
};

const TEXT = { face: 'TEXT', sizeMm: 2.5, align: 'MIDDLE' } as const;

/** A symbol that leads to the product, with its human-readable identifiers. */
export function qrTag(
  facts: TagFacts,
  size: QrTagSize,
  words: Words,
  choices: PictureChoices & { readonly symbol: SymbolKind },
): Drawing {
  const { widthMm, heightMm } = QR_TAG_SIZES[size];
  const sheet = new Sheet(size, widthMm, heightMm);
  sheet.marks.push({
    kind: 'RECTANGLE',
    x: 0,
    y: 0,
    width: widthMm,
    height: heightMm,
    fill: PAPER,
  });
  if (size === 'TAG') paintTag(sheet, facts, words, choices.symbol);
  else paintItem(sheet, facts, choices.symbol);
  const { productName, url, gtin14, serial, isSample } = facts;
  const { locale, isPreview } = choices;
  const format = METADATA_FORMAT;
  const preview = isPreview ? { isPreview } : {};
  return finishedDrawing(sheet, facts, words, choices, {
    title: `${words.say('passport')}: ${productName}`,
    description: [url, ...identifiers(facts)].join('. '),
    metadata: {
      ...{ format, kind: 'QR_TAG', size, locale, url, gtin14, serial, isSample },
      ...preview,
    },
  });
}

function paintTag(sheet: Sheet, facts: TagFacts, words: Words, kind: SymbolKind): void {
  const margin = 2;
  const room = { widthMm: sheet.widthMm - 2 * margin, lines: 2, field: ['locale'] };
  const title = sheet.paragraph(
    words.say('passport'),
    { face: 'STRONG', sizeMm: 2.9, align: 'MIDDLE' },
    margin,
    room,
  );
  const symbol = symbolBlock(sheet, facts.url, kind, 18);
  const content = sheet.paragraph(words.say('passportContent'), TEXT, margin, room);
  const line = {
    heightMm: 0.3,
    paint: (top: number) => void sheet.marks.push(rule(3, top, 24, 0.12)),
  };
  const lines = hri(sheet, facts, margin);
  sheet.stack([title, symbol, content, ...(lines.length > 0 ? [line] : []), ...lines], {
    top: 1.6,
    bottom: sheet.heightMm - 1.2,
    mostGapMm: 1,
  });
}

function paintItem(sheet: Sheet, facts: TagFacts, kind: SymbolKind): void {
  const lines = hri(sheet, facts, 0.8);
  const symbol = symbolBlock(sheet, facts.url, kind, facts.serial === null ? 18 : 15);
  sheet.stack([symbol, ...lines], { top: 1.2, bottom: sheet.heightMm - 0.4, mostGapMm: 0.6 });
}

/** The symbol in the middle of the width. */
function symbolBlock(sheet: Sheet, url: string, kind: SymbolKind, sideMm: number) {
  const marginMm = 2.5;
  const probe = new Sheet('', 0, 0);
  const side = paintSymbol(probe, kind, url, { x: 0, y: 0, sideMm, marginMm });
  return {
    heightMm: side + 1.6,
    paint: (top: number) => {
      const x = (sheet.widthMm - side) / 2;
      paintSymbol(sheet, kind, url, { x, y: top + 0.8, sideMm, marginMm });
    },
  };
}

function hri(sheet: Sheet, facts: TagFacts, margin: number) {
  const room = { widthMm: sheet.widthMm - 2 * margin, lines: 1, field: ['serial'] };
  return identifiers(facts).map((text) => sheet.paragraph(text, TEXT, margin, room));
}

/** Human-readable interpretation: application identifiers in brackets. */
function identifiers({ gtin14, serial }: TagFacts): string[] {
  return [
    ...(gtin14 === null ? [] : [`(01) ${gtin14}`]),
    ...(gtin14 === null || serial === null ? [] : [`(21) ${serial}`]),
  ];
}
