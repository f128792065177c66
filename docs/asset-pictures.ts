import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { draw, type Picture } from '../server/src/domains/assets/draw.ts';
import { svgOf } from '../server/src/domains/assets/drawing/to-svg.ts';
import { useFonts } from '../server/src/domains/assets/drawing/use-fonts.ts';
import type { AssetLocale } from '../server/src/domains/assets/model.ts';
import { loadTexts } from '../server/src/domains/assets/words.ts';
import type { FontSettings } from '../server/src/platform/fonts.ts';
import {
  HALDEN_BRAND,
  SHIRT_COMPARISON,
  SHIRT_EQUIVALENCIES,
  SHIRT_INFOGRAPHIC,
} from './example-cards.ts';
import { SHIRT } from './example-footprint.ts';
import { SHIRT_MAP } from './example-map.ts';
import { shirtPassport } from './example-passport.ts';
import { SHIRT_REPORT } from './example-report.ts';

/**
 * The pictures of `docs/guides/assets.md`, made by the code itself. They are the golden files of the tests too:
 * `bin/node docs/asset-pictures.ts` writes them anew.
 */
export const PICTURES_FOLDER = join(import.meta.dirname, 'guides', 'assets');

/** Fonts that `TRACKWAY_FONTS` would name. */
export const EXAMPLE_FONTS: FontSettings = {
  folder: join(import.meta.dirname, 'example-fonts'),
  scripts: ['arabic', 'hebrew', 'japanese'],
};

const SHIRT_TAG = {
  productName: SHIRT.productName,
  url: 'https://id.halden.example/01/09506000134352/21/HO44710093817',
  gtin14: '09506000134352',
  serial: 'HO44710093817',
  isSample: false,
};

type Shown = Picture extends infer Each
  ? Each extends Picture
    ? Omit<Each, 'locale' | 'isPreview'>
    : never
  : never;

const FOOTPRINT = { facts: SHIRT } as const;
const TAG = { facts: SHIRT_TAG } as const;

const ARABIC_NAMES = {
  productName: 'قميص صوف ميرينو (2 قطعة) بأكمام طويلة',
  organizationName: 'شركة هالدن للملابس',
} as const;
const HEBREW_NAMES = {
  productName: 'חולצת צמר Merino דגם 2026 עם שרוולים ארוכים',
  organizationName: 'הלדן בע״מ',
} as const;
const JAPANESE_NAMES = {
  productName: 'メリノウールのロングスリーブTシャツ、ナチュラルカラー',
  organizationName: 'ハルデン・アウトドア',
} as const;

/** Each kind with the languages in which the guide shows it: three, one of them Greek. */
const SHOWN: Readonly<Record<string, readonly [picture: Shown, locales: readonly AssetLocale[]]>> =
  {
    'label-upright': [{ ...FOOTPRINT, kind: 'CARBON_LABEL', size: 'UPRIGHT' }, ['en']],
    'label-wide': [{ ...FOOTPRINT, kind: 'CARBON_LABEL', size: 'WIDE' }, ['de']],
    'label-small': [{ ...FOOTPRINT, kind: 'CARBON_LABEL', size: 'SMALL' }, ['el']],
    'figure-tag': [{ ...FOOTPRINT, kind: 'FIGURE_TAG', size: 'TAG' }, ['en', 'de', 'el']],
    'qr-tag': [{ ...TAG, kind: 'QR_TAG', size: 'TAG', symbol: 'QR' }, ['en', 'fr', 'el']],
    'data-matrix-tag': [{ ...TAG, kind: 'QR_TAG', size: 'ITEM', symbol: 'DATA_MATRIX' }, ['en']],
    equivalency: [
      { facts: SHIRT_EQUIVALENCIES, kind: 'EQUIVALENCY_CARD', size: 'CARD' },
      ['en', 'fr', 'el'],
    ],
    comparison: [
      { facts: SHIRT_COMPARISON, kind: 'COMPARISON_CARD', size: 'CARD' },
      ['en', 'fi', 'el'],
    ],
    'infographic-portrait': [
      { facts: SHIRT_INFOGRAPHIC, kind: 'INFOGRAPHIC', size: 'PORTRAIT' },
      ['en', 'el'],
    ],
    'infographic-landscape': [
      { facts: SHIRT_INFOGRAPHIC, kind: 'INFOGRAPHIC', size: 'LANDSCAPE' },
      ['de'],
    ],
    map: [{ facts: SHIRT_MAP, kind: 'SUPPLY_CHAIN_MAP', size: 'MAP' }, ['en', 'pl', 'el']],
    'label-arabic': [
      { facts: { ...SHIRT, ...ARABIC_NAMES }, kind: 'CARBON_LABEL', size: 'UPRIGHT' },
      ['en'],
    ],
    'label-hebrew': [
      { facts: { ...SHIRT, ...HEBREW_NAMES }, kind: 'CARBON_LABEL', size: 'UPRIGHT' },
      ['fr'],
    ],
    'label-japanese': [
      { facts: { ...SHIRT, ...JAPANESE_NAMES }, kind: 'CARBON_LABEL', size: 'UPRIGHT' },
      ['de'],
    ],
    'report-arabic': [
      { facts: { ...SHIRT_REPORT, ...ARABIC_NAMES }, kind: 'FOOTPRINT_REPORT', size: 'A4' },
      ['en'],
    ],
    report: [{ facts: SHIRT_REPORT, kind: 'FOOTPRINT_REPORT', size: 'A4' }, ['en', 'de', 'el']],
  };

/** Pictures that are shown with a brand. */
const BRANDED = new Set(['infographic-landscape-de', 'equivalency-fr', 'report-de']);

function passportIn(locale: AssetLocale): Picture {
  const facts = shirtPassport(locale);
  return { facts, kind: 'PASSPORT_DOCUMENT', size: 'A4', locale, isPreview: false };
}

/** File names and contents. */
export async function assetPictures(): Promise<Map<string, string>> {
  const texts = await loadTexts();
  useFonts(EXAMPLE_FONTS);
  const pictures = Object.entries(SHOWN).flatMap(([name, [picture, locales]]) =>
    locales.map((locale): [string, Picture] => [
      `${name}-${locale}`,
      { ...picture, locale, isPreview: false },
    ]),
  );
  const passports = (['en', 'fr', 'el'] as const).map((locale): [string, Picture] => [
    `passport-${locale}`,
    passportIn(locale),
  ]);
  return new Map(
    [...pictures, ...passports].map(([name, picture]) => [
      `${name}.svg`,
      svgOf(draw(picture, texts, BRANDED.has(name) ? HALDEN_BRAND : undefined)),
    ]),
  );
}

if (import.meta.main) {
  const folder = process.argv[2] ?? PICTURES_FOLDER;
  await mkdir(folder, { recursive: true });
  for (const [name, content] of await assetPictures()) await writeFile(join(folder, name), content);
}
