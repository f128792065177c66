import type { JsonObject } from '../../../platform/json/index.ts';
import type { PublicUrls } from '../../../rules/public-urls.ts';
import type { DppView, LocalizedText } from '../model.ts';
import { passportUrl, productUri } from '../projections/addresses.ts';
import { localizedIn, numberIn, objectIn, textIn } from '../projections/content.ts';
import { compressedPassport } from '../projections/en18223.ts';
import { methodText, phaseRows, rangeText, unitText } from './footprint-section.ts';
import { safeUrl } from './html.ts';
import { reasonIn, STATE_TITLES } from './passport-page.ts';
import {
  aboutFacts,
  careLines,
  documentsOf,
  materialsOf,
  moreFacts,
  stepsOf,
  substanceLines,
} from './sections.ts';
import { type PageLanguage, type Words, wordsOf } from './words.ts';

/** A part of a passport in words: paragraphs, and rows of texts whose first one is their name. */
type OutlineSection = {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

/** A passport in words of one language, as plain data from which a document is drawn. */
export type PassportOutline = {
  readonly language: PageLanguage;
  readonly name: string;
  readonly operator: string;
  readonly url: string;
  /** Content of the data carrier. */
  readonly productUri: string;
  readonly gtin: string | null;
  readonly version: number;
  readonly hash: string;
  /** `YYYY-MM-DD` in UTC. */
  readonly publishedOn: string;
  readonly isSample: boolean;
  /** State, if it is not that of the current version of a published passport. */
  readonly states: readonly string[];
  readonly sections: readonly OutlineSection[];
  /** The passport as EN 18223 names its parts. */
  readonly json: JsonObject;
};

/** The outline of a view that is masked already, in the order of the page. */
export function passportOutline(
  view: DppView,
  urls: PublicUrls,
  language: PageLanguage,
): PassportOutline {
  const words = wordsOf(language);
  const { content } = view;
  const name = localizedIn(content, 'name', words.readers);
  const url = passportUrl(urls, view);
  return {
    language,
    name: name?.text ?? words.say('passport'),
    operator: textIn(objectIn(content, 'economicOperator'), 'name') ?? '',
    url,
    productUri: productUri(urls, view),
    gtin: view.gtin,
    version: view.number,
    hash: view.integrity.hash,
    publishedOn: view.publishedAt.toISOString().slice(0, 10),
    isSample: view.scope.environment === 'SANDBOX',
    states: statesOf(view, words),
    sections: sectionsOf(view, words, url).filter(
      ({ paragraphs, rows }) => paragraphs.length > 0 || rows.length > 0,
    ),
    json: withoutUndefined(compressedPassport(view, urls)),
  };
}

/** The same JSON as it is read back from the database. */
function withoutUndefined(json: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(json));
}

function statesOf(view: DppView, words: Words): string[] {
  const { status, isSuperseded } = view;
  const reason = reasonIn(view, words);
  const title = STATE_TITLES[status];
  return [
    ...(isSuperseded ? [words.say('superseded')] : []),
    ...(title === undefined ? [] : [words.say(title)]),
    ...(status === 'SUSPENDED' ? [words.say('suspendedText')] : []),
    ...(reason === undefined ? [] : [reason]),
  ];
}

function sectionsOf(view: DppView, words: Words, url: string): OutlineSection[] {
  const { content, extent, withheld, number, publishedAt, validUntil, integrity } = view;
  const { say } = words;
  const about = section(say('about'), [], factsOf(aboutFacts(view, words)));
  if (extent === 'TOMBSTONE') return [];
  if (extent === 'HEADER') return [about];
  const { readers: languages } = words;
  const operator = textIn(objectIn(content, 'economicOperator'), 'name') ?? '';
  const end = objectIn(content, 'endOfLife');
  const verification = [
    say('version', { number, date: words.date(publishedAt) }),
    ...(validUntil === null ? [] : [say('validUntil', { date: words.date(validUntil) })]),
    ...(operator === '' ? [] : [say('signedBy', { name: operator })]),
    ...(withheld.length === 0 ? [] : [say('withheld', { name: operator })]),
  ];
  const materials = materialsOf(content, words).map(({ shareText, name, facts }) => [
    name,
    [shareText, facts].filter((each) => each !== '').join(', '),
  ]);
  const steps = stepsOf(content, words).map(({ name, country }) => [name, country]);
  const documents = documentsOf(content).map((document) => [document.title, document.url]);
  return [
    section('', textsOf([localizedIn(content, 'description', languages)]), []),
    section(say('madeOf'), [], materials),
    footprintOf(view, words),
    section(say('journey'), [], steps),
    section(
      say('careRepair'),
      textsOf(Object.values(careLines(content, words)).flat()),
      linkRows(say('repairLink'), textIn(objectIn(content, 'repair'), 'url')),
    ),
    section(
      say('passItOn'),
      textsOf([localizedIn(end, 'instructions', languages)]),
      linkRows(say('collectionLink'), textIn(end, 'collectionUrl')),
    ),
    about,
    section(say('substances'), substanceLines(view), []),
    section(say('moreData'), [], factsOf(moreFacts(view, words))),
    section(say('documents'), [], documents),
    section(say('verification'), verification, [
      [say('passport'), url],
      ['SHA-256', integrity.hash],
    ]),
  ];
}

/** The footprint: its number, its phases, and who calculated it. */
function footprintOf({ content }: DppView, words: Words): OutlineSection {
  const footprint = objectIn(content, 'footprint');
  const total = numberIn(footprint, 'co2eKg');
  const { say } = words;
  if (footprint === undefined || total === undefined) return section(say('footprint'), [], []);
  const facts = [unitText(footprint, words), rangeText(footprint, words)];
  return section(
    say('footprint'),
    [
      [`${words.amount(total)} kg CO2e`, ...facts].filter((fact) => fact !== undefined).join('. '),
      methodText(content, words),
    ],
    phaseRows(footprint).map(({ word, value }) => [say(word), `${words.amount(value)} kg CO2e`]),
  );
}

function section(
  title: string,
  paragraphs: readonly string[],
  rows: OutlineSection['rows'],
): OutlineSection {
  return { title, paragraphs, rows };
}

/** A row with an address that the page has as a link. */
function linkRows(name: string, address: string | undefined): OutlineSection['rows'] {
  const url = safeUrl(address);
  return url === undefined ? [] : [[name, url]];
}

function factsOf(facts: readonly (readonly [string, string | undefined])[]) {
  return facts.flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value]],
  );
}

function textsOf(texts: readonly (LocalizedText | string | undefined)[]): string[] {
  return texts.flatMap((text) => (typeof text === 'object' ? text.text : (text ?? [])));
}
