export const ASSET_KINDS = [
  'CARBON_LABEL',
  'FIGURE_TAG',
  'QR_TAG',
  'EQUIVALENCY_CARD',
  'COMPARISON_CARD',
  'FOOTPRINT_REPORT',
  'INFOGRAPHIC',
  'SUPPLY_CHAIN_MAP',
  'PASSPORT_DOCUMENT',
] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

/** Sizes of each kind; the first one is taken by default. */
export const ASSET_SIZES = {
  CARBON_LABEL: ['UPRIGHT', 'WIDE', 'SMALL'],
  FIGURE_TAG: ['TAG'],
  QR_TAG: ['TAG', 'ITEM'],
  EQUIVALENCY_CARD: ['CARD'],
  COMPARISON_CARD: ['CARD'],
  FOOTPRINT_REPORT: ['A4'],
  INFOGRAPHIC: ['PORTRAIT', 'LANDSCAPE'],
  SUPPLY_CHAIN_MAP: ['MAP'],
  PASSPORT_DOCUMENT: ['A4'],
} as const satisfies Readonly<Record<AssetKind, readonly string[]>>;
export type AssetSize = (typeof ASSET_SIZES)[AssetKind][number];

export const ASSET_FORMATS = ['SVG', 'PNG', 'PDF', 'JSON'] as const;
export type AssetFormat = (typeof ASSET_FORMATS)[number];

/** Formats of each kind; the first one is taken by default. */
export const KIND_FORMATS: Readonly<Record<AssetKind, readonly AssetFormat[]>> = {
  CARBON_LABEL: ASSET_FORMATS,
  FIGURE_TAG: ASSET_FORMATS,
  QR_TAG: ASSET_FORMATS,
  EQUIVALENCY_CARD: ASSET_FORMATS,
  COMPARISON_CARD: ASSET_FORMATS,
  FOOTPRINT_REPORT: ['PDF', 'JSON'],
  INFOGRAPHIC: ASSET_FORMATS,
  SUPPLY_CHAIN_MAP: ASSET_FORMATS,
  PASSPORT_DOCUMENT: ['PDF', 'JSON'],
};

/** Languages of the fixed words: the official ones of the EU. */
export const ASSET_LOCALES = [
  ...(['bg', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fi', 'fr', 'ga', 'hr'] as const),
  ...(['hu', 'it', 'lt', 'lv', 'mt', 'nl', 'pl', 'pt', 'ro', 'sk', 'sl', 'sv'] as const),
] as const;
export type AssetLocale = (typeof ASSET_LOCALES)[number];

/** Kinds with a symbol or an address, which lead to the product. */
export const LINKED_KINDS: ReadonlySet<AssetKind> = new Set([
  'CARBON_LABEL',
  'FIGURE_TAG',
  'QR_TAG',
]);

/** Kinds that show something else than a product or its footprint. */
export const KINDS_WITHOUT_PRODUCT: ReadonlySet<AssetKind> = new Set([
  'SUPPLY_CHAIN_MAP',
  'PASSPORT_DOCUMENT',
]);

/** Media types and file extensions. */
export const FILE_TYPES = {
  SVG: { mediaType: 'image/svg+xml', ending: 'svg' },
  PNG: { mediaType: 'image/png', ending: 'png' },
  PDF: { mediaType: 'application/pdf', ending: 'pdf' },
  JSON: { mediaType: 'application/json', ending: 'json' },
} as const satisfies Readonly<Record<AssetFormat, unknown>>;

/** A rendered file. Only its visibility changes. */
export type Asset = {
  readonly id: string;
  readonly kind: AssetKind;
  readonly size: AssetSize;
  readonly format: AssetFormat;
  readonly locale: string;
  readonly productId: string | null;
  readonly calculationId: string | null;
  readonly supplyChainId: string | null;
  readonly dppId: string | null;
  readonly snapshotHash: string | null;
  readonly sha256: string;
  readonly fileBytes: number;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly description: string;
  readonly isPublic: boolean;
  readonly isOutdated: boolean;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};
