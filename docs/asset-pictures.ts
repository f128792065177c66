import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { draw, type Picture } from '../server/src/domains/assets/draw.ts';
import { svgOf } from '../server/src/domains/assets/drawing/to-svg.ts';
import { loadTexts } from '../server/src/domains/assets/words.ts';
import { SHIRT_COMPARISON, SHIRT_EQUIVALENCIES } from './example-cards.ts';
import { SHIRT } from './example-footprint.ts';
import { SHIRT_REPORT } from './example-report.ts';

/**
 * The pictures of `docs/guides/assets.md`, made by the code itself. They are the golden files of the tests too:
 * `bin/node docs/asset-pictures.ts` writes them anew.
 */
export const PICTURES_FOLDER = join(import.meta.dirname, 'guides', 'assets');

const SHIRT_TAG = {
  productName: SHIRT.productName,
  url: 'https://id.halden.example/01/09506000134352/21/HO44710093817',
  gtin14: '09506000134352',
  serial: 'HO44710093817',
  isSample: false,
};

const REPORT = {
  kind: 'FOOTPRINT_REPORT',
  size: 'A4',
  isPreview: false,
  facts: SHIRT_REPORT,
} as const;
const EQUIVALENCIES = {
  kind: 'EQUIVALENCY_CARD',
  size: 'CARD',
  isPreview: false,
  facts: SHIRT_EQUIVALENCIES,
} as const;
const COMPARISON = {
  kind: 'COMPARISON_CARD',
  size: 'CARD',
  isPreview: false,
  facts: SHIRT_COMPARISON,
} as const;
const COMMON = { isPreview: false, facts: SHIRT } as const;

const PICTURES: Readonly<Record<string, Picture>> = {
  'label-upright-en': { ...COMMON, kind: 'CARBON_LABEL', size: 'UPRIGHT', locale: 'en' },
  'label-wide-de': { ...COMMON, kind: 'CARBON_LABEL', size: 'WIDE', locale: 'de' },
  'label-small-el': { ...COMMON, kind: 'CARBON_LABEL', size: 'SMALL', locale: 'el' },
  'figure-tag-el': { ...COMMON, kind: 'FIGURE_TAG', size: 'TAG', locale: 'el' },
  'qr-tag-en': {
    ...{ kind: 'QR_TAG', size: 'TAG', locale: 'en', symbol: 'QR' },
    ...{ facts: SHIRT_TAG, isPreview: false },
  },
  'data-matrix-tag-en': {
    ...{ kind: 'QR_TAG', size: 'ITEM', locale: 'en', symbol: 'DATA_MATRIX' },
    ...{ facts: SHIRT_TAG, isPreview: false },
  },
  'equivalency-en': { ...EQUIVALENCIES, locale: 'en' },
  'equivalency-fr': { ...EQUIVALENCIES, locale: 'fr' },
  'equivalency-el': { ...EQUIVALENCIES, locale: 'el' },
  'comparison-en': { ...COMPARISON, locale: 'en' },
  'comparison-fi': { ...COMPARISON, locale: 'fi' },
  'comparison-el': { ...COMPARISON, locale: 'el' },
  'report-en': { ...REPORT, locale: 'en' },
  'report-de': { ...REPORT, locale: 'de' },
  'report-el': { ...REPORT, locale: 'el' },
};

/** File names and contents. */
export async function assetPictures(): Promise<Map<string, string>> {
  const texts = await loadTexts();
  return new Map(
    Object.entries(PICTURES).map(([name, picture]) => [`${name}.svg`, svgOf(draw(picture, texts))]),
  );
}

if (import.meta.main) {
  const folder = process.argv[2] ?? PICTURES_FOLDER;
  await mkdir(folder, { recursive: true });
  for (const [name, content] of await assetPictures()) await writeFile(join(folder, name), content);
}
