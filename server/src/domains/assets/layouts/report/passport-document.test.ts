import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { shirtPassport } from '../../../../../../docs/example-passport.ts';
import { drawPages, type Picture } from '../../draw.ts';
import { ASSET_LOCALES, type AssetLocale } from '../../model.ts';
import { originOf } from '../../read-origin.ts';
import { render } from '../../render.ts';
import { loadTexts } from '../../words.ts';
import { assertFits, boxesOf } from './testing.ts';

const texts = await loadTexts();

function pictureOf(locale: AssetLocale): Picture {
  const facts = shirtPassport(locale);
  return { kind: 'PASSPORT_DOCUMENT', size: 'A4', locale, isPreview: false, facts };
}

test('a passport fits its pages in all 24 languages, with nothing outside or overlapping', () => {
  for (const locale of ASSET_LOCALES) {
    const pages = drawPages(pictureOf(locale), texts)?.pages ?? [];
    assert.ok(pages.length > 0, locale);
    for (const pieces of pages) assertFits(pieces, locale);
  }
});

test('the PDF has the passport attached, its symbol as a described figure, and its origin', async () => {
  const picture = pictureOf('el');
  const rendering = { picture, format: 'PDF', dotsPerInch: 300 } as const;
  const file = await render(rendering, texts);
  assert.equal((await render(rendering, texts)).sha256, file.sha256);
  const pdf = Buffer.from(file.bytes);
  const text = pdf.toString('latin1');
  for (const part of [
    '<pdfaid:conformance>A<',
    '/Lang (el)',
    '/S /Figure',
    '/AFRelationship /Source',
  ])
    assert.ok(text.includes(part), `${part} is missing`);
  const attached = [...text.matchAll(/\/Filter \/FlateDecode\n>>\nstream\n/g)].flatMap(
    ({ index, 0: head }) => {
      try {
        const stream = inflateSync(pdf.subarray(index + head.length)).toString();
        return stream.startsWith('{"') ? [JSON.parse(stream)] : [];
      } catch {
        return [];
      }
    },
  );
  assert.equal(attached.length, 1);
  assert.equal(attached[0].uniqueProductIdentifier, 'https://id.acme.example/01/09506000134352');
  assert.equal(attached[0].dppStatus, 'active');
  assert.equal(originOf(pdf)?.['hash'], 'a'.repeat(64));
});

test('a withdrawn passport shows its state and nothing else', () => {
  const facts = { ...shirtPassport('en'), states: ['This passport was withdrawn'], sections: [] };
  const picture: Picture = { ...pictureOf('en'), kind: 'PASSPORT_DOCUMENT', size: 'A4', facts };
  const pages = drawPages(picture, texts)?.pages ?? [];
  assert.equal(pages.length, 1);
  const said = pages.flatMap((pieces) =>
    pieces.flatMap(({ marks }) =>
      marks.flatMap((mark) => (mark.kind === 'TEXT' ? [mark.text.text] : [])),
    ),
  );
  assert.ok(said.includes('This passport was withdrawn'));
});

test('texts that are longer than a page, and texts of several lines, are printed whole', () => {
  const words = Array.from({ length: 1_600 }, (_, at) => `w${at}`);
  const long = words.join(' ');
  const section = { title: 'Care', paragraphs: [long], rows: [['Care', long] as const] };
  const facts = {
    ...shirtPassport('en'),
    sections: [section, { ...section, paragraphs: ['a\n\tb'] }],
  };
  const picture: Picture = { ...pictureOf('en'), kind: 'PASSPORT_DOCUMENT', size: 'A4', facts };
  const pages = drawPages(picture, texts)?.pages ?? [];
  for (const pieces of pages) assertFits(pieces, 'en');
  const lines = pages.flatMap((pieces) => boxesOf(pieces).map(({ text }) => text));
  const printed = Map.groupBy(lines.join(' ').split(' '), (word) => word);
  for (const word of words) assert.equal(printed.get(word)?.length, 3, word);
  assert.ok(lines.includes('a') && lines.includes('b'));
});
