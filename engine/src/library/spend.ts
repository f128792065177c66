import type { Factor } from '../factor.ts';
import { foldedName, stemsOf } from './name-forms.ts';
import type { NameWords } from './name-words.ts';

/** Mean rate of a year. */
export interface ExchangeRate {
  readonly currency: string;
  readonly year: number;
  readonly unitsPerUsd: number;
  readonly source: string;
}

/** Consumer prices of a currency area. */
export interface PriceIndex {
  readonly currency: string;
  readonly year: number;
  readonly index: number;
  readonly source: string;
}

/** An industry of NAICS with words that buyers use for it. */
export interface IndustryWords {
  readonly naics: string;
  readonly words: readonly string[];
}

export interface SpendTables {
  readonly rates: readonly ExchangeRate[];
  readonly prices: readonly PriceIndex[];
  readonly industries: readonly IndustryWords[];
}

/** Rates, prices and industries, ready to be asked. */
export interface Spend {
  readonly rates: ReadonlyMap<string, readonly ExchangeRate[]>;
  readonly prices: ReadonlyMap<string, readonly PriceIndex[]>;
  readonly industries: readonly Industry[];
  readonly words: NameWords;
}

interface Industry {
  readonly naics: string;
  /** Stems of each phrase; the title of the industry comes last. */
  readonly phrases: readonly (readonly string[])[];
  readonly factor: Factor;
  /** Factors of the same industry group by country of production. */
  readonly byCountry: ReadonlyMap<string, Factor>;
}

const NO_TABLES: SpendTables = { rates: [], prices: [], industries: [] };

export function createSpend(
  tables: SpendTables = NO_TABLES,
  factors: readonly Factor[],
  nameWords: NameWords,
): Spend {
  const words = new Map(tables.industries.map(({ naics, words }) => [naics, words]));
  const european = Map.groupBy(
    factors.filter(({ sourceId }) => FIGARO.test(sourceId)),
    ({ sourceId }) => FIGARO.exec(sourceId)?.[2] ?? '',
  );
  const industries = factors.flatMap((factor) => {
    const naics = EPA.exec(factor.sourceId)?.[1];
    if (naics === undefined) return [];
    const phrases = [
      ...(words.get(naics) ?? []),
      factor.name.replace(/\([^()]*\)|Manufacturing/g, ''),
    ];
    const group = NACE_BY_NAICS.find(([prefix]) => naics.startsWith(prefix))?.[1] ?? '';
    const byCountry = new Map((european.get(group) ?? []).map((own) => [own.geography, own]));
    const stems = phrases.map((phrase) => wordsOf(nameWords, phrase));
    return [{ naics, phrases: stems, factor, byCountry }];
  });
  return {
    rates: Map.groupBy(tables.rates, ({ currency }) => currency),
    prices: Map.groupBy(tables.prices, ({ currency }) => currency),
    industries,
    words: nameWords,
  };
}

const EPA = /^us-epa-sc-[\d.]+:(\d{6})$/;
const FIGARO = /^figaro-\d+:supply:([A-Z]{2}):(.+)$/;

/** Industry groups of FIGARO (NACE) for the beginnings of NAICS codes, the longest first. */
const NACE_BY_NAICS: readonly (readonly [naics: string, nace: string])[] = [
  ['5415', 'j62_63'],
  ['5418', 'm73'],
  ['311', 'c10t12'],
  ['312', 'c10t12'],
  ['313', 'c13t15'],
  ['314', 'c13t15'],
  ['315', 'c13t15'],
  ['316', 'c13t15'],
  ['321', 'c16'],
  ['322', 'c17'],
  ['323', 'c18'],
  ['325', 'c20'],
  ['326', 'c22'],
  ['327', 'c23'],
  ['331', 'c24'],
  ['332', 'c25'],
  ['333', 'c28'],
  ['334', 'c26'],
  ['335', 'c27'],
  ['337', 'c31_32'],
  ['339', 'c31_32'],
  ['484', 'h49'],
  ['485', 'h49'],
  ['488', 'h52'],
  ['491', 'h53'],
  ['492', 'h53'],
  ['493', 'h52'],
  ['518', 'j62_63'],
];

/** Amount of money in the prices of a year. */
export interface Money {
  readonly amount: number;
  readonly currency: string;
  readonly year: number | undefined;
}

/** Reads a unit as money: `EUR`, `EUR_2021`; undefined for other units and unknown currencies. */
export function currencyOf(
  spend: Spend,
  unit: string,
): { readonly currency: string; readonly year: number | undefined } | undefined {
  const [, currency = '', year] = /^([A-Z]{3})(?:_(\d{4}))?$/.exec(unit) ?? [];
  if (!spend.rates.has(currency)) return undefined;
  return { currency, year: year === undefined ? undefined : Number(year) };
}

/** The factor of the industry that makes or does what is bought, of its country where there is one. */
export function industryOf(
  { industries, words }: Spend,
  bought: string,
  country: string | undefined,
): Factor | undefined {
  const wanted = wordsOf(words, bought);
  const best = industries
    .map((industry) => ({ industry, fit: fitOf(industry, wanted) }))
    .filter(({ fit }) => fit >= LEAST_FIT)
    .sort((a, b) => b.fit - a.fit)[0]?.industry;
  if (best === undefined) return undefined;
  return (country === undefined ? undefined : best.byCountry.get(country)) ?? best.factor;
}

/** Half of the words in common, or a phrase of a buyer as a whole. */
const LEAST_FIT = 0.5;

/** Share of the words in common; the longest phrase of a buyer that occurs as a whole comes first. */
function fitOf({ phrases }: Industry, wanted: readonly string[]): number {
  let best = 0;
  for (const [at, phrase] of phrases.entries()) {
    const shared = phrase.filter((word) => wanted.includes(word)).length;
    if (shared === 0) continue;
    const isBuyers = at < phrases.length - 1;
    const isWhole = isBuyers && shared === phrase.length;
    best = Math.max(
      best,
      isWhole ? shared + shared / wanted.length : shared / Math.max(phrase.length, wanted.length),
    );
  }
  return best;
}

function wordsOf(names: NameWords, text: string): string[] {
  return stemsOf(names, foldedName(text)).filter((word) => word !== '' && !STOP_WORDS.has(word));
}

const STOP_WORDS = new Set('and or of the for a an in to with other all except service'.split(' '));

/** Money in the unit of a factor, such as `USD_2022_purchaser`, and the rates behind it. */
export interface ConvertedSpend {
  readonly amount: number;
  /** One sentence with the rate, the price indices and their sources. */
  readonly text: string;
}

/**
 * amount / rate(currency, year) · rate(factor's currency, year) · prices(factor's year) / prices(year),
 * prices of the factor's currency area. Undefined where a rate or a price of the time is not known.
 */
export function convertSpend(spend: Spend, money: Money, unit: string): ConvertedSpend | undefined {
  const [, currency = '', factorYear = ''] = /^([A-Z]{3})_(\d{4})(?:_|$)/.exec(unit) ?? [];
  const from = rateOf(spend, money.currency, money.year);
  const to = from && rateOf(spend, currency, from.year);
  const then = from && priceOf(spend, currency, from.year);
  const base = priceOf(spend, currency, Number(factorYear));
  if (!from || !to || from.year !== to.year || !then || !base) return undefined;
  const rate = to.unitsPerUsd / from.unitsPerUsd;
  const prices = base.index / then.index;
  const source = [...new Set([from.source, to.source].filter((name) => name !== 'unit'))].join(
    '; ',
  );
  return {
    amount: money.amount * rate * prices,
    text:
      `1 ${money.currency} of ${from.year} = ${rounded(rate)} ${currency}` +
      `${source === '' ? '' : ` (${source})`}; prices of ${base.year} / ${then.year} = ` +
      `${rounded(prices)} (${base.source}).`,
  };
}

/** The rate of the year, or the last one for a later year; a series that has ended has no later year. */
function rateOf({ rates }: Spend, currency: string, year: number | undefined) {
  const rows = rates.get(currency) ?? [];
  const newest = rates.get('USD')?.at(-1)?.year;
  return rows.at(-1)?.year === newest ? ofYear(rows, year) : rows.find((row) => row.year === year);
}

function priceOf({ prices }: Spend, currency: string, year: number | undefined) {
  return ofYear(prices.get(currency) ?? [], year);
}

function ofYear<Row extends { readonly year: number }>(
  rows: readonly Row[],
  year: number | undefined,
): Row | undefined {
  const last = rows.at(-1);
  if (last === undefined || year === undefined) return last;
  const isJustAfter = year > last.year && year <= last.year + MOST_YEARS_LATER;
  return isJustAfter ? last : rows.find((row) => row.year === year);
}

/** Statistics come late; older ones are no estimate of the present. */
const MOST_YEARS_LATER = 2;

function rounded(value: number): string {
  return String(Number(value.toPrecision(4)));
}
