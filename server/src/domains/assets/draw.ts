import type { PassportOutline } from '../passports/index.ts';
import type { Brand } from './brand.ts';
import type { Drawing } from './drawing/drawing.ts';
import { firstPage, type PagedDrawing } from './drawing/paged.ts';
import type { SymbolKind } from './drawing/symbol.ts';
import type { FootprintFacts, PictureChoices } from './facts.ts';
import { carbonLabel, type LabelSize } from './layouts/carbon-label.ts';
import { type ComparisonFacts, comparisonCard } from './layouts/comparison-card.ts';
import { type EquivalencyFacts, equivalencyCard } from './layouts/equivalency-card.ts';
import { type FIGURE_TAG_SIZES, figureTag } from './layouts/figure-tag.ts';
import { type InfographicFacts, type InfographicSize, infographic } from './layouts/infographic.ts';
import { type QrTagSize, qrTag, type TagFacts } from './layouts/qr-tag.ts';
import { footprintReport } from './layouts/report/footprint-report.ts';
import { passportDocument } from './layouts/report/passport-document.ts';
import { type MapFacts, supplyChainMap } from './layouts/supply-chain-map.ts';
import type { AssetLocale } from './model.ts';
import type { ReportFacts } from './report-facts.ts';
import type { Texts } from './words.ts';

/** Everything that a picture follows from, as plain data: equal pictures have equal bytes. */
export type Picture = { readonly locale: AssetLocale; readonly isPreview: boolean } & (
  | ReportContent
  | CardContent
  | {
      readonly kind: 'INFOGRAPHIC';
      readonly size: InfographicSize;
      readonly facts: InfographicFacts;
    }
  | { readonly kind: 'SUPPLY_CHAIN_MAP'; readonly size: 'MAP'; readonly facts: MapFacts }
  | { readonly kind: 'CARBON_LABEL'; readonly size: LabelSize; readonly facts: FootprintFacts }
  | {
      readonly kind: 'FIGURE_TAG';
      readonly size: keyof typeof FIGURE_TAG_SIZES;
      readonly facts: FootprintFacts;
    }
  | {
      readonly kind: 'QR_TAG';
      readonly size: QrTagSize;
      readonly facts: TagFacts;
      readonly symbol: SymbolKind;
    }
);

type CardContent =
  | { readonly kind: 'EQUIVALENCY_CARD'; readonly size: 'CARD'; readonly facts: EquivalencyFacts }
  | { readonly kind: 'COMPARISON_CARD'; readonly size: 'CARD'; readonly facts: ComparisonFacts };

type ReportContent =
  | { readonly kind: 'FOOTPRINT_REPORT'; readonly size: 'A4'; readonly facts: ReportFacts }
  | { readonly kind: 'PASSPORT_DOCUMENT'; readonly size: 'A4'; readonly facts: PassportOutline };

/** Draws a picture, or refuses what does not fit. */
export function draw(picture: Picture, texts: Texts, brand?: Brand): Drawing {
  const words = texts.wordsOf(picture.locale);
  const choices = choicesOf(picture, brand);
  switch (picture.kind) {
    case 'EQUIVALENCY_CARD':
      return equivalencyCard(picture.facts, words, choices);
    case 'COMPARISON_CARD':
      return comparisonCard(picture.facts, words, choices);
    case 'INFOGRAPHIC':
      return infographic(picture.facts, picture.size, words, choices);
    case 'SUPPLY_CHAIN_MAP':
      return supplyChainMap(picture.facts, words, choices);
    case 'PASSPORT_DOCUMENT':
      return firstPage(passportDocument(picture.facts, words, choices));
    case 'FOOTPRINT_REPORT':
      return firstPage(footprintReport(picture.facts, words, choices));
    case 'CARBON_LABEL':
      return carbonLabel(picture.facts, picture.size, words, choices);
    case 'FIGURE_TAG':
      return figureTag(picture.facts, picture.size, words, choices);
    case 'QR_TAG':
      return qrTag(picture.facts, picture.size, words, picture);
  }
}

/** Draws all pages of a document; undefined for a picture. */
export function drawPages(picture: Picture, texts: Texts, brand?: Brand): PagedDrawing | undefined {
  const words = texts.wordsOf(picture.locale);
  const choices = choicesOf(picture, brand);
  switch (picture.kind) {
    case 'FOOTPRINT_REPORT':
      return footprintReport(picture.facts, words, choices);
    case 'PASSPORT_DOCUMENT':
      return passportDocument(picture.facts, words, choices);
    default:
      return undefined;
  }
}

function choicesOf({ locale, isPreview }: Picture, brand: Brand | undefined): PictureChoices {
  return { locale, isPreview, brand };
}
