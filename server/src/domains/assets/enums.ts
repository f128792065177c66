import { describedEnum } from '../../graphql/enums.ts';
import type { SymbolKind } from './drawing/symbol.ts';
import type { AssetFormat, AssetKind, AssetSize } from './model.ts';

export const AssetKindEnum = describedEnum<AssetKind>('AssetKind', 'Kinds of assets.', {
  CARBON_LABEL:
    'Label for a package: amount, range, phases, boundary, method, date, verification and a QR Code.',
  FIGURE_TAG: 'Small tag with amount, unit, range and address, for shelves and web pages.',
  QR_TAG: 'Symbol that leads to the product, with its human-readable identifiers.',
  EQUIVALENCY_CARD:
    'A footprint expressed by things that people know, such as kilometres by car, with the sources of the comparison. Needs an amount that gives 1 to 1,000 of one of them.',
  COMPARISON_CARD:
    'Two footprints of equal unit and boundary on one scale, with their ranges and how often one is lower in paired Monte Carlo. Below 90 of 100 runs it states that there is no clear difference. Needs `comparedWith` and FULL calculations.',
  FOOTPRINT_REPORT:
    'Report of a FULL calculation on A4 pages, as PDF or JSON: method, boundary, phases, contributions, uncertainty, data quality, assumptions, gaps, and the licences of the factors.',
  INFOGRAPHIC:
    'Amount, range, phases, largest contributions and equivalencies of a footprint, for a web page or a post.',
  SUPPLY_CHAIN_MAP:
    'Facilities of a supply chain by tier on an equal-area map, with its flows as arcs. Facilities without coordinates are placed at the middle of their country and marked so. The map shows land, and no borders.',
  PASSPORT_DOCUMENT:
    'The public part of a published passport on A4 pages, as PDF or JSON: materials, footprint, care, responsible company, documents, QR Code, hash. The PDF has the passport in the form of EN 18223 attached.',
});

export const AssetSizeEnum = describedEnum<AssetSize>('AssetSize', 'Sizes of assets.', {
  UPRIGHT: 'CARBON_LABEL of 50 × 82 mm.',
  WIDE: 'CARBON_LABEL of 82 × 50 mm.',
  SMALL: 'CARBON_LABEL of 40 × 66 mm, without bars.',
  TAG: 'FIGURE_TAG of 36 × 14 mm; QR_TAG of 30 × 44 mm.',
  ITEM: 'QR_TAG of 25 × 25 mm, for a single item.',
  CARD: 'EQUIVALENCY_CARD and COMPARISON_CARD of 100 × 74 mm.',
  A4: 'FOOTPRINT_REPORT and PASSPORT_DOCUMENT on pages of 210 × 297 mm.',
  PORTRAIT: 'INFOGRAPHIC of 216 × 270 mm: 1080 × 1350 pixels at 127 dpi, the default of its PNG.',
  LANDSCAPE: 'INFOGRAPHIC of 240 × 126 mm: 1200 × 630 pixels at 127 dpi, the default of its PNG.',
  MAP: 'SUPPLY_CHAIN_MAP of 180 × 135 mm.',
});

export const AssetFormatEnum = describedEnum<AssetFormat>('AssetFormat', 'Formats of files.', {
  SVG: 'Vector picture; text is outlines, and nothing external is loaded.',
  PNG: 'Pixels at a resolution.',
  PDF: 'Vector page of the exact size in millimetres: PDF/A-3b, tagged (PDF/UA-1). Of a FOOTPRINT_REPORT and a PASSPORT_DOCUMENT: PDF/A-3a with text in embedded fonts and the data attached as JSON.',
  JSON: 'The data that the picture shows.',
});

export const AssetSymbolEnum = describedEnum<SymbolKind>(
  'AssetSymbol',
  'Two-dimensional symbols.',
  {
    QR: 'QR Code, error correction level M.',
    DATA_MATRIX: 'Data Matrix ECC 200.',
  },
);
