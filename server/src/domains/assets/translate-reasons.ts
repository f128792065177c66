import { readFile } from 'node:fs/promises';
import { englishOf, inSentenceOf } from '../../../../dashboard/src/sentences/names.ts';
import { NAMES_IN_LABELS, PHRASES } from '../../../../dashboard/src/sentences/phrases.ts';
import {
  type SentenceTranslator,
  sentenceTranslator,
} from '../../../../dashboard/src/sentences/sentence-translator.ts';
import { SENTENCES } from '../../../../dashboard/src/sentences/sentences.ts';

/** Languages that the dashboard translates the sentences of the engine into. */
const TRANSLATED = ['de', 'fr'] as const;

/** Regions of factors by their codes. */
const REGIONS: Readonly<Record<string, string>> = { GLO: 'World', RER: 'Europe' };

const DASHBOARD = new URL('../../../../dashboard/src/', import.meta.url);

/** Translators of the sentences of results, by language. */
export async function loadTranslators(): Promise<ReadonlyMap<string, SentenceTranslator>> {
  const loading = TRANSLATED.map(async (locale) => [locale, await translatorOf(locale)] as const);
  return new Map(await Promise.all(loading));
}

async function translatorOf(locale: string): Promise<SentenceTranslator> {
  const [catalogue, words] = await Promise.all([
    readCatalogue(`sentences/${locale}.json`),
    readCatalogue(`languages/${locale}/shared.json`),
  ]);
  const word = (english: string) => words[english] ?? english;
  const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  const countryName = (code: string) => (/^[A-Z]{2}$/.test(code) ? countries.of(code) : undefined);
  return sentenceTranslator(
    { sentences: SENTENCES, phrases: PHRASES, namesInLabels: NAMES_IN_LABELS },
    {
      catalogue,
      memberName: (name) => inSentenceOf(locale, word(englishOf(name))),
      fieldTitle: word,
      countryName,
      placeName: (code) => countryName(code) ?? word(REGIONS[code] ?? code),
      decimalSign: (0.5).toLocaleString(locale).charAt(1),
    },
  );
}

async function readCatalogue(path: string): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(new URL(path, DASHBOARD), 'utf8'));
}
