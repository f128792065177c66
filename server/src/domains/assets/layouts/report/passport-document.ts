import type { PassportOutline } from '../../../passports/index.ts';
import type { PagedDrawing } from '../../drawing/paged.ts';
import type { PictureChoices } from '../../facts.ts';
import type { Words } from '../../words.ts';
import { METADATA_FORMAT } from '../metadata.ts';
import { Sheet } from '../sheet.ts';
import { paintSymbol } from '../symbol-mark.ts';
import { crossing } from './crossing.ts';
import { Flow, PAGE_MM } from './flow.ts';

const SYMBOL_MM = 24;

/** The public part of a passport on A4 pages, in the order of its page on the web. */
export function passportDocument(
  facts: PassportOutline,
  words: Words,
  choices: PictureChoices,
): PagedDrawing {
  const { say } = words;
  const { name, operator, url, gtin, version, hash, publishedOn, isSample } = facts;
  const flow = new Flow();
  flow.heading('H1', name);
  flow.paragraph([say('passport'), operator].filter(Boolean).join(' · '), {
    face: 'STRONG',
    sizeMm: 3.9,
  });
  for (const state of facts.states) flow.paragraph(state, { face: 'STRONG', sizeMm: 3.9 });
  const symbol = new Sheet('A4', PAGE_MM.widthMm, PAGE_MM.heightMm);
  // The quiet zone reaches into the margin of the page.
  const box = { x: 0, y: 0, sideMm: SYMBOL_MM, marginMm: 6 };
  const side = paintSymbol(symbol, 'QR', facts.productUri, box);
  symbol.assertFits();
  flow.figure(facts.productUri, side, symbol.marks);
  flow.paragraph([...(gtin === null ? [] : [`(01) ${gtin}`]), url].join('  '));
  for (const { title, paragraphs, rows } of facts.sections) {
    if (title !== '') flow.heading('H2', title);
    for (const text of paragraphs) flow.paragraph(text);
    if (rows.length > 0)
      flow.table(
        COLUMNS,
        rows.map((cells) => ({ cells })),
      );
  }
  flow.foot(name, hash, (page, pages) => say('page', { page, pages }));
  flow.logo(choices.brand?.logo);
  const across = crossing(facts, words, choices);
  const { locale, isPreview } = choices;
  return {
    ...PAGE_MM,
    pages: flow.pages.map((pieces) => [...pieces, ...across]),
    title: `${say('passport')}: ${name}`,
    description: [operator, publishedOn, url].filter(Boolean).join('. '),
    language: locale,
    metadata: {
      ...{ format: METADATA_FORMAT, kind: 'PASSPORT_DOCUMENT', size: 'A4', locale },
      ...{ url, version, hash, publishedOn, isSample },
      ...(isPreview ? { isPreview } : {}),
    },
  };
}

const COLUMNS = [
  { head: '', share: 0.36 },
  { head: '', share: 0.64 },
] as const;
