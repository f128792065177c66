import { useQuery } from '@tanstack/react-query';
import { fieldWord, filled, language } from '../../language.ts';
import { countryName, placeName } from '../texts/country.ts';
import { inSentence, wordsOf } from '../texts/format.ts';

type Catalogue = Readonly<Record<string, string>>;

let sentences: readonly string[] = [];
let phrases: Readonly<Record<string, readonly string[]>> = {};
let catalogue: Catalogue = {};

const CATALOGUES = { de: () => import('./de.json'), fr: () => import('./fr.json') } as const;

/** Loads the sentences when a page first shows one, because they are a tenth of the scripts of the first page. Until then texts are English. */
export function useSentences(): void {
  useQuery({
    queryKey: ['sentences'],
    queryFn: loadSentences,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: language !== 'en',
  });
}

async function loadSentences(): Promise<true> {
  if (language === 'en') return true;
  const [tables, translations] = await Promise.all([
    import('./sentences.ts'),
    CATALOGUES[language](),
  ]);
  sentences = tables.SENTENCES;
  phrases = tables.PHRASES;
  catalogue = translations.default;
  return true;
}

/** Values that are members of enumerations, in capitals or in words: `SEA`, "inland waterway". */
const MEMBERS = new Set(['boundary', 'energy', 'method', 'mode', 'phase', 'phases', 'state']);
/** Values that may be codes of places, as factors have them. */
const PLACES = new Set(['from', 'to', 'used', 'wanted']);

/**
 * A text of the service in the language of the page, sentence by sentence; undefined in English and if one of its
 * sentences is unknown, because half a translation reads worse than none.
 */
export function translationOf(text: string): string | undefined {
  if (language === 'en') return undefined;
  const whole = translationIn(sentences, text);
  if (whole !== undefined) return whole;
  const parts = text.split(/(?<=[.?!]) (?=["`\p{Lu}\d])/u);
  if (parts.length === 1) return undefined;
  const translations = parts.map((sentence) => translationIn(sentences, sentence));
  return translations.includes(undefined) ? undefined : translations.join(' ');
}

/** The label of a contribution in the language of the page. Names that people gave stay as they are. */
export function translatedLabel(label: string): string {
  return language === 'en' ? label : shownPhrase('label', label);
}

/** The name of a change of a scenario; those that the service suggests are in the language of the page. */
export function translatedChange(name: string): string {
  return language === 'en' ? name : shownPhrase('change', name);
}

/** The value of an assumption in the language of the page. */
export function translatedValue(value: string): string {
  return language === 'en' ? value : shownPhrase('value', value);
}

function translationIn(patterns: readonly string[], text: string): string | undefined {
  for (const pattern of patterns) {
    const values = valuesIn(pattern, text);
    if (values === undefined) continue;
    const shown = Object.entries(values).map(([name, value]) => [name, shownValue(name, value)]);
    if (shown.some(([, value]) => value === undefined)) continue;
    return filled(catalogue[pattern] ?? pattern, Object.fromEntries(shown));
  }
  return undefined;
}

/** A value as the page shows it; undefined for a sentence that cannot be translated. */
function shownValue(name: string, value: string): string | undefined {
  if (name === 'said') return translationOf(value);
  if (name === 'title') return fieldWord(value);
  if (name === 'destination') return countryName(value);
  if (PLACES.has(name)) return placeName(value);
  if (MEMBERS.has(name))
    return value
      .split(', ')
      .map((member) => inSentence(wordsOf(member)))
      .join(', ');
  return shownPhrase(name, value);
}

/** Masses and prices have the decimal sign of the language. */
function shownPhrase(name: string, text: string): string {
  const phrase = translationIn(phrases[name] ?? [], text);
  return phrase ?? text.replace(/^(-?\d+)\.(\d+)(?= kg$|$)/, `$1${DECIMAL_SIGN}$2`);
}

const DECIMAL_SIGN = (0.5).toLocaleString(language).charAt(1);

/** The values of a pattern in a text; undefined if its words do not fit. Takes time in proportion to the text. */
export function valuesIn(pattern: string, text: string): Record<string, string> | undefined {
  const parts = pattern.split(/\{(\w+)\}/);
  const [start = '', end = ''] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return text === pattern ? {} : undefined;
  if (!text.startsWith(start) || !text.endsWith(end)) return undefined;
  const values: Record<string, string> = {};
  let from = start.length;
  for (let at = 1; at < parts.length; at += 2) {
    const [name = '', words = ''] = parts.slice(at);
    const isLast = at === parts.length - 2;
    const to = isLast ? text.length - end.length : text.indexOf(words, from + 1);
    if (to <= from) return undefined;
    values[name] = text.slice(from, to);
    from = to + words.length;
  }
  return values;
}
