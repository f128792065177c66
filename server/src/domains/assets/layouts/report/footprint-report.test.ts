import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { EXAMPLE_FONTS } from '../../../../../../docs/asset-pictures.ts';
import { SHIRT_REPORT } from '../../../../../../docs/example-report.ts';
import { drawPages, type Picture } from '../../draw.ts';
import type { Piece } from '../../drawing/paged.ts';
import { useFonts } from '../../drawing/use-fonts.ts';
import { ASSET_LOCALES, type AssetLocale } from '../../model.ts';
import { render } from '../../render.ts';
import type { ReportFacts } from '../../report-facts.ts';
import { loadTexts } from '../../words.ts';
import { assertFits, boxesOf } from './testing.ts';

const texts = await loadTexts();

function pictureOf(locale: AssetLocale, facts: ReportFacts = SHIRT_REPORT): Picture {
  return { kind: 'FOOTPRINT_REPORT', size: 'A4', locale, isPreview: false, facts };
}

function pagesOf(picture: Picture): readonly (readonly Piece[])[] {
  return drawPages(picture, texts)?.pages ?? [];
}

test('a report fits its pages in all 24 languages, with nothing outside or overlapping', () => {
  for (const locale of ASSET_LOCALES) {
    for (const pieces of pagesOf(pictureOf(locale))) assertFits(pieces, locale);
  }
});

test('a long report takes more pages, repeats the head of its table, and tears no row', () => {
  const [first] = SHIRT_REPORT.contributions;
  assert.ok(first !== undefined);
  const label = 'Organic cotton yarn, combed, ring-spun, dyed with reactive colours '.repeat(4);
  const contributions = Array.from({ length: 40 }, () => ({ ...first, label }));
  const pages = pagesOf(pictureOf('fi', { ...SHIRT_REPORT, contributions }));
  assert.ok(pages.length >= 4);
  const heads = pages.filter((pieces) => boxesOf(pieces).some(({ text }) => text === 'Osa'));
  assert.ok(heads.length >= 3, `${heads.length} pages have the head of the table`);
});

test('a number that was worked out for an assumption has three figures in the manner of the language', () => {
  const [first] = SHIRT_REPORT.assumptions;
  assert.ok(first !== undefined);
  const assumptions = [
    { ...first, value: 0.022222222222222227 },
    { ...first, value: 2024 },
  ];
  const texts = pagesOf(pictureOf('de', { ...SHIRT_REPORT, assumptions })).flatMap(boxesOf);
  assert.ok(texts.some(({ text }) => text === '0,0222'));
  assert.ok(
    texts.some(({ text }) => text === '2024'),
    'the year of a grid is not rounded',
  );
});

test('a result that rests on proxies is rated poor next to its better score', () => {
  const dataQuality = { ...SHIRT_REPORT.dataQuality, rating: 'POOR' as const };
  const texts = pagesOf(pictureOf('de', { ...SHIRT_REPORT, dataQuality })).flatMap(boxesOf);
  assert.ok(texts.some(({ text }) => text.startsWith('2,4, schlecht (TeR 2,1')));
});

test('amounts are in units that people read', () => {
  const [first] = SHIRT_REPORT.contributions;
  assert.ok(first !== undefined);
  const contributions = [
    { ...first, amount: 0.000072, unit: 't' },
    { ...first, amount: 9.76, unit: 't.km' },
    { ...first, amount: 1.2, unit: 'kWh_gross' },
    { ...first, amount: 0.25, unit: 'm3', share: 0.0004 },
  ];
  const texts = pagesOf(pictureOf('de', { ...SHIRT_REPORT, contributions })).flatMap(boxesOf);
  for (const amount of [
    '0,0720 kg',
    '9,76 t·km',
    '1,20 kWh gross',
    '0,250 m³',
    '<\u00a00,1\u00a0%',
  ])
    assert.ok(
      texts.some(({ text }) => text === amount),
      amount,
    );
});

test('the uncertainty has a row for the model, because the ranges of the parts do not explain that of the result', () => {
  const uncertainty = { ...SHIRT_REPORT.uncertainty, modelLogVariance: 0.25 };
  const facts = { ...SHIRT_REPORT, co2eKg: 112, uncertainty };
  const texts = pagesOf(pictureOf('en', facts)).flatMap((pieces) => boxesOf(pieces));
  const at = texts.findIndex(({ text }) => text === 'Model: choice of factors, defaults, boundary');
  // 112 kg, divided and multiplied by exp(1.96 · 0.5) = 2.6645.
  assert.equal(texts[at + 1]?.text, '42.0 – 298');
});

test('a report states what ISO 14067 asks for', () => {
  const said = pagesOf(pictureOf('en')).flatMap((pieces) =>
    boxesOf(pieces).map(({ text }) => text),
  );
  for (const part of [
    'Raw materials to end of life',
    'Following ISO 14067, GWP100 AR6 93\u00a0%, GWP100 AR5 7\u00a0%',
    'Functional unit',
    '1\u00a0× Merino shirt, long sleeve',
    'Per use, for 50 uses',
    'Per year, for 4 years',
    'Goal of the study',
    'To find what to change first in the shirt',
    'Conclusions',
    'The electricity of the mill and the wool are two thirds of the result',
    'Biogenic carbon in the product: 0.155 kg C (0.568 kg CO2)',
    'Cut-off criteria',
    'None: every declared flow is counted',
    'Co-products: as in the source of each factor',
    '2021 – 2025',
    'Aircraft (included above)',
    'Biogenic emissions (not summed)',
    'End of life',
    '(desnz-2025)',
    'Cut-off',
    'Not verified by a third party',
    'Electricity of the mill',
    'number of washes is not declared',
    'mass is not declared',
    '2.4, good (TeR 2.1, GeR 2.6, TiR 2.0, P 2.9)',
    'Beyond the system (not summed)',
    'not stated',
    'OGL-UK-3.0. Contains public sector information licensed under the Open Government',
  ]) {
    assert.ok(
      said.some((text) => text.includes(part)),
      `${part} is missing`,
    );
  }
});

test('a report without a goal says that none is stated, and has no empty conclusions', () => {
  const facts = { ...SHIRT_REPORT, goal: null, conclusions: null, biogenicCarbonContentKg: null };
  const said = pagesOf(pictureOf('en', facts)).flatMap((pieces) =>
    boxesOf(pieces).map(({ text }) => text),
  );
  assert.equal(said[said.indexOf('Goal of the study') + 1], 'not stated');
  assert.ok(said.includes('Biogenic carbon in the product: not stated'));
  assert.ok(!said.includes('Conclusions'));
});

test('the uncertainty states the interval of the headline, also when it was sampled', () => {
  const range = { lowCo2eKg: 5.5, highCo2eKg: 12.25 };
  const texts = pagesOf(pictureOf('en', { ...SHIRT_REPORT, range, iterations: 1000 })).flatMap(
    boxesOf,
  );
  const at = texts.findLastIndex(({ text }) => text.startsWith('95'));
  assert.deepEqual(
    texts.slice(at + 1, at + 3).map(({ text }) => text),
    ['Result', '5.50 – 12.3'],
  );
});

test('the gases of a report add up to its result, and those that are in others or apart say so', () => {
  // Without assumptions no page ends within the table.
  const texts = pagesOf(pictureOf('en', { ...SHIRT_REPORT, assumptions: [] }))
    .flatMap(boxesOf)
    .map(({ text }) => text);
  const at = texts.indexOf('Fossil CO2');
  assert.deepEqual(texts.slice(at, at + 18), [
    ...['Fossil CO2', '4.41', 'CH4', '1.52', 'N2O', '0.480', 'Not split by the source', '0.835'],
    ...['Result', '7.24', 'Land use change (included above)', 'not stated'],
    ...['Aircraft (included above)', '0', 'Biogenic emissions (not summed)', 'not stated'],
    ...['Biogenic removals (not summed)', 'not stated'],
  ]);
});

test('an assumption about no part of its own is named by its area, not by a field of the API', () => {
  const [first] = SHIRT_REPORT.assumptions;
  assert.ok(first !== undefined);
  const assumptions = [{ ...first, part: '', area: 'phaseDistribution' } as const];
  const texts = pagesOf(pictureOf('de', { ...SHIRT_REPORT, assumptions })).flatMap(boxesOf);
  const at = texts.findIndex(({ text }) => text === first.value);
  assert.equal(texts[at - 1]?.text, 'Vertrieb');
});

test('a report without gaps states what every footprint leaves out', () => {
  const said = pagesOf(pictureOf('en', { ...SHIRT_REPORT, gaps: [] }))
    .flatMap(boxesOf)
    .map(({ text }) => text);
  const at = said.indexOf('Not included');
  assert.ok(said[at + 1]?.startsWith('Capital goods (machines, buildings), overheads,'));
});

test('a gap that is a whole phase is named by the phase', () => {
  const gap = { part: '', phase: 'RETAIL', reason: 'Nothing was declared for it.' } as const;
  const boxes = pagesOf(pictureOf('en', { ...SHIRT_REPORT, gaps: [gap] })).flatMap(boxesOf);
  const at = boxes.findIndex(({ text }) => text === gap.reason);
  assert.equal(boxes[at - 1]?.text, 'Retail');
});

test('a cradle-to-gate report shows the phases of its boundary, a declared unit, and nothing per use', () => {
  const said = pagesOf(pictureOf('en', { ...SHIRT_REPORT, boundary: 'CRADLE_TO_GATE' }))
    .flatMap(boxesOf)
    .map(({ text }) => text);
  assert.ok(said.includes('Declared unit'));
  assert.ok(said.some((text) => text.includes('Partial carbon footprint')));
  assert.ok(!said.includes('Functional unit'));
  assert.ok(!said.some((text) => text.startsWith('Per use')));
  assert.ok(said.includes('Packaging'));
  assert.ok(!said.includes('Use') && !said.includes('End of life'));
});

test('the PDF is tagged, in its language, with embedded fonts, its origin, and its data attached', async () => {
  const file = await render({ picture: pictureOf('el'), format: 'PDF', dotsPerInch: 300 }, texts);
  const again = await render({ picture: pictureOf('el'), format: 'PDF', dotsPerInch: 300 }, texts);
  assert.equal(file.sha256, again.sha256);
  const pdf = Buffer.from(file.bytes).toString('latin1');
  for (const part of [
    '<pdfaid:part>3</pdfaid:part>',
    '<pdfaid:conformance>A</pdfaid:conformance>',
    '<pdfuaid:part>1</pdfuaid:part>',
    '/Lang (el)',
    '/Marked true',
    '/DisplayDocTitle true',
    '/AFRelationship /Source',
    SHIRT_REPORT.snapshotHash,
    ...['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD'].map((tag) => `/S /${tag}\n`),
  ]) {
    assert.ok(pdf.includes(part), `${part} is missing`);
  }
  const fonts = pdf.match(/\/Subtype \/CIDFontType2/g)?.length ?? 0;
  assert.ok(fonts >= 4);
  assert.equal(pdf.match(/\/FontFile2 /g)?.length, fonts, 'each font is embedded');
  assert.ok(!/\/Subtype \/Type1\b/.test(pdf), 'no font of the reader is used');
  const data = await render({ picture: pictureOf('el'), format: 'JSON', dotsPerInch: 300 }, texts);
  assert.ok(
    streamsOf(Buffer.from(file.bytes)).some((stream) => stream.equals(Buffer.from(data.bytes))),
    'the attachment is the JSON of the report',
  );
});

test('a PDF holds right-to-left text in its reading order, for readers that take text from it', async () => {
  useFonts(EXAMPLE_FONTS);
  after(() => useFonts({ folder: '', scripts: [] }));
  const productName = 'می\u200cخواهم (2) Merino';
  const picture = pictureOf('en', { ...SHIRT_REPORT, productName });
  const { bytes } = await render({ picture, format: 'PDF', dotsPerInch: 300 }, texts);
  const spans = streamsOf(Buffer.from(bytes)).flatMap((stream) =>
    [...stream.toString('latin1').matchAll(/\/ActualText \(((?:\\.|[^\\)])*)\)/gs)].map(
      ([, literal = '']) => textOfLiteral(literal),
    ),
  );
  assert.ok(spans.includes(productName), JSON.stringify(spans));
  const { bytes: latin } = await render(
    { picture: pictureOf('en'), format: 'PDF', dotsPerInch: 300 },
    texts,
  );
  const isMarked = streamsOf(Buffer.from(latin)).some((stream) => stream.includes('/ActualText'));
  assert.ok(!isMarked, 'other text says itself');
});

/** The text of a string of a PDF: UTF-16 after its byte order mark, some bytes behind a backslash. */
function textOfLiteral(literal: string): string {
  const named: Readonly<Record<string, string>> = {
    ...{ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' },
  };
  const bytes = literal.replace(/\\(.)/gs, (_, sign: string) => named[sign] ?? sign);
  return Buffer.from(bytes, 'latin1').subarray(2).swap16().toString('utf16le');
}

/** Streams of a PDF, inflated. */
function streamsOf(pdf: Buffer): Buffer[] {
  const text = pdf.toString('latin1');
  return [...text.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n/g)].flatMap(
    ({ index, 0: head }) => {
      try {
        return [inflateSync(pdf.subarray(index + head.length))];
      } catch {
        return [];
      }
    },
  );
}

test('JSON is the same whatever order the database gives the facts in', async () => {
  const reversed = Object.fromEntries(Object.entries(SHIRT_REPORT).reverse());
  const facts = { ...SHIRT_REPORT };
  for (const key of Object.keys(facts)) Reflect.deleteProperty(facts, key);
  Object.assign(facts, reversed);
  const one = await render({ picture: pictureOf('en'), format: 'JSON', dotsPerInch: 300 }, texts);
  const other = await render(
    { picture: pictureOf('en', facts), format: 'JSON', dotsPerInch: 300 },
    texts,
  );
  assert.equal(one.sha256, other.sha256);
});
