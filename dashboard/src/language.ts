import { IntlMessageFormat } from 'intl-messageformat';
import { createElement, Fragment, type ReactNode } from 'react';

/** The languages of the dashboard, by their own names. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français' } as const;

export type Language = keyof typeof LANGUAGES;
type Catalogue = Readonly<Record<string, string>>;
type Value = string | number;
type Part = (text: ReactNode) => ReactNode;

const KEY = 'language';

/** Language of this visit: as chosen, else the first of the browser's languages that the dashboard has. */
export const language: Language = languageOf([stored(), ...navigator.languages]);

/** Folders of pages. Each has a file of texts in each language; English is in the sources. */
export const AREAS = [
  'assets',
  'customers',
  'explorer',
  'factors',
  'home',
  'imports',
  'orders',
  'partners',
  'passports',
  'products',
  'scenarios',
  'settings',
  'sign-in',
  'supply-chains',
  'webhooks',
] as const;

/** The fields of passports are named as on their public pages. */
const FIELD_WORDS = {
  de: () => import('../../data/passport-words/fields/de.json'),
  fr: () => import('../../data/passport-words/fields/fr.json'),
} as const;

const catalogue: Record<string, string> = {};
let fieldWords: Catalogue = {};
const formats = new Map<string, IntlMessageFormat>();

/**
 * Loads the texts of the pages of an area, or those that several areas use and the names of enumerations. Modules with texts are
 * loaded after it, because some translate theirs at once.
 */
export async function loadTexts(area: (typeof AREAS)[number] | 'shared'): Promise<void> {
  if (language === 'en') return;
  const loading = import(`./languages/${language}/${area}.json`);
  if (area === 'passports') await loadFieldWords();
  const { default: texts }: { readonly default: Catalogue } = await loading;
  Object.assign(catalogue, texts);
}

/** Loads the names of the fields of passports. */
export async function loadFieldWords(): Promise<void> {
  if (language !== 'en') fieldWords = (await FIELD_WORDS[language]()).default;
}

/** Keeps the language of the next pages in this browser. */
export function keepLanguage(chosen: Language): void {
  localStorage.setItem(KEY, chosen);
}

/** A text in the chosen language. `text` is the English ICU message. */
export function t(text: string, values?: Readonly<Record<string, Value>>): string {
  const message = catalogue[text] ?? text;
  return values === undefined ? message : String(formatOf(message).format(values));
}

/** Translates a word that is not fixed in the sources, such as the value of an enumeration; unknown words stay English. */
export function word(english: string): string {
  return catalogue[english] ?? english;
}

/** As `word`, for the title of a field of a passport or the words of its code. */
export function fieldWord(english: string): string {
  return fieldWords[english] ?? word(english);
}

/** As `t`, for a text with elements in it: `<link>…</link>` is drawn by `link`, `{name}` may be an element. */
export function rich(
  text: string,
  values: Readonly<Record<string, Exclude<ReactNode, Promise<unknown>> | Part>>,
): ReactNode {
  const parts = formatOf(catalogue[text] ?? text).format<ReactNode>(values);
  return createElement(Fragment, {}, ...(Array.isArray(parts) ? parts : [parts]));
}

function formatOf(message: string): IntlMessageFormat {
  const known = formats.get(message);
  if (known !== undefined) return known;
  const format = new IntlMessageFormat(message, language);
  formats.set(message, format);
  return format;
}

/** The first language of a list of language tags that the dashboard has; English if it has none of them. */
export function languageOf(tags: readonly (string | null)[]): Language {
  for (const tag of tags) {
    const [primary] = (tag ?? '').toLowerCase().split('-');
    if (primary !== undefined && isLanguage(primary)) return primary;
  }
  return 'en';
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}

function stored(): string | null {
  // Tests import these modules in Node, whose localStorage needs a file.
  return navigator.userAgent.startsWith('Node.js') ? null : localStorage.getItem(KEY);
}
