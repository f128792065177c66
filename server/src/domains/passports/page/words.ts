import { readdirSync, readFileSync } from 'node:fs';
import { RECOMMENDATION_20_SYMBOLS } from '../../../../../dashboard/src/sentences/unit-symbols.ts';

const FOLDER = new URL('../../../../../data/passport-words/', import.meta.url);

export type PageLanguage = string;

/** Fixed texts of the page in one language. */
export type Words = {
  readonly language: PageLanguage;
  /** Languages of the content for its reader, the most wanted first: there may be others than the page has. */
  readonly readers: readonly string[];
  /** A text with the values of its placeholders. */
  readonly say: (name: string, values?: Readonly<Record<string, string | number>>) => string;
  /** The title of a field of a schema, or the words of a code, by the English ones. */
  readonly field: (english: string) => string;
  readonly country: (code: string) => string;
  readonly date: (date: Date | string) => string;
  /** At most three significant figures. */
  readonly number: (value: number) => string;
  /** A calculated amount with its three significant figures: 2.00, not 2. */
  readonly amount: (value: number) => string;
  /** A declared value as it is, with the symbol of its unit (UN/ECE Recommendation 20). */
  readonly measure: (value: number, unit: string) => string;
  readonly percent: (share: number) => string;
  /** The colon after a label; French has a space before it. */
  readonly colon: string;
};

const TEXTS = textsBelow('');
/** Titles of the fields of schemas and words of their codes, by the English ones. */
const FIELDS = textsBelow('fields/');

/** Languages of the page, in the order of their codes. */
export const PAGE_LANGUAGES: readonly PageLanguage[] = [...TEXTS.keys()];

/** By language, made at the first use: those of all languages take 40 ms of each start. */
const made = new Map<PageLanguage, Omit<Words, 'readers'>>();

export function wordsOf(language: PageLanguage, readers: readonly string[] = [language]): Words {
  const known = TEXTS.has(language) ? language : 'en';
  return { ...made.getOrInsertComputed(known, madeWords), readers };
}

/** The language's name in itself. */
export function nameOfLanguage(language: PageLanguage): string {
  return TEXTS.get(language)?.get('languageName') ?? language;
}

function madeWords(language: PageLanguage): Omit<Words, 'readers'> {
  const texts = TEXTS.get(language);
  const fields = FIELDS.get(language);
  const regions = new Intl.DisplayNames(language, { type: 'region' });
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const numbers = new Intl.NumberFormat(language, { maximumSignificantDigits: 3 });
  const amounts = new Intl.NumberFormat(language, {
    minimumSignificantDigits: 3,
    maximumSignificantDigits: 3,
  });
  const values = new Intl.NumberFormat(language, { maximumFractionDigits: 20 });
  const years = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'year',
    unitDisplay: 'long',
  });
  const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return {
    language,
    say: (name, values = {}) => {
      const text = texts?.get(name);
      if (text === undefined) throw new Error(`The words of ${language} lack ${name}.`);
      return text.replace(/\{(\w+)\}/g, (_, value: string) => String(values[value] ?? ''));
    },
    field: (english) => fields?.get(english) ?? english,
    country: (code) => (/^[A-Z]{2}$/.test(code) ? (regions.of(code) ?? code) : code),
    date: (date) => {
      const time = new Date(date);
      return Number.isNaN(time.getTime()) ? String(date) : dates.format(time);
    },
    number: (value) => numbers.format(value),
    amount: (value) => (value === 0 ? '0' : amounts.format(value)),
    measure: (value, unit) => {
      if (unit === 'ANN') return years.format(value);
      const symbol = RECOMMENDATION_20_SYMBOLS[unit] ?? unit;
      return symbol === '' ? values.format(value) : `${values.format(value)}\u{a0}${symbol}`;
    },
    percent: (share) => percents.format(share),
    colon: language === 'fr' ? '\u{a0}:' : ':',
  };
}

/** The texts of a folder by their language. */
function textsBelow(folder: string): ReadonlyMap<PageLanguage, ReadonlyMap<string, string>> {
  const files = readdirSync(new URL(folder, FOLDER)).filter((file) => file.endsWith('.json'));
  return new Map(
    files.sort().map((file) => {
      const texts: Readonly<Record<string, string>> = JSON.parse(
        readFileSync(new URL(`${folder}${file}`, FOLDER), 'utf8'),
      );
      return [file.slice(0, -'.json'.length), new Map(Object.entries(texts))];
    }),
  );
}
