import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { draw, type Picture } from '../server/src/domains/assets/draw.ts';
import { svgOf } from '../server/src/domains/assets/drawing/to-svg.ts';
import type { FootprintFacts } from '../server/src/domains/assets/facts.ts';
import { loadTexts } from '../server/src/domains/assets/words.ts';

/**
 * The pictures of `docs/guides/assets.md`, made by the code itself. They are the golden files of the tests too:
 * `bin/node docs/asset-pictures.ts` writes them anew.
 */
export const PICTURES_FOLDER = join(import.meta.dirname, 'guides', 'assets');

export const SHIRT: FootprintFacts = {
  calculationId: 'calc_01h455vb4pex5vsknk084sn02q',
  snapshotHash: '5f2c9a41d07be3866a1d4f0c7b92e85530c4de18a97f6b2be4d1083c6f95a7d2',
  engineVersion: '0.3.0',
  detail: 'FULL',
  boundary: 'CRADLE_TO_GRAVE',
  co2eKg: 7.2449,
  range: { lowCo2eKg: 5.8123, highCo2eKg: 9.0231 },
  phases: [
    { phase: 'RAW_MATERIALS', co2eKg: 2.3149 },
    { phase: 'INBOUND_TRANSPORT', co2eKg: 0.094 },
    { phase: 'MANUFACTURING', co2eKg: 2.62 },
    { phase: 'PACKAGING', co2eKg: 0.066 },
    { phase: 'DISTRIBUTION', co2eKg: 0.54 },
    { phase: 'USE', co2eKg: 1.18 },
    { phase: 'END_OF_LIFE', co2eKg: 0.43 },
  ],
  missingPhases: [],
  isMissingMore: false,
  productName: 'Merino shirt, long sleeve',
  declaredUnit: { amount: 1, unit: 'PIECE' },
  organizationName: 'Halden Outdoor',
  calculatedOn: '2026-11-22',
  gwpSets: ['AR6'],
  verifier: null,
  url: 'https://id.halden.example/01/09506000134352',
  gtin14: '09506000134352',
  isSample: false,
  isOutdated: false,
};

const SHIRT_TAG = {
  productName: SHIRT.productName,
  url: 'https://id.halden.example/01/09506000134352/21/HO44710093817',
  gtin14: '09506000134352',
  serial: 'HO44710093817',
  isSample: false,
};

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
