import { isList, isObject } from '../content/mask.ts';
import type { DppContent, Json, LocalizedText } from '../model.ts';

/** Languages of texts in the order of a reader's preference; English and then any other follow. */
export type Languages = readonly string[];

/** The text of a field; undefined if it is absent or not a text. */
export function textIn(content: DppContent | undefined, name: string): string | undefined {
  const value = content?.[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberIn(content: DppContent | undefined, name: string): number | undefined {
  const value = content?.[name];
  return typeof value === 'number' ? value : undefined;
}

export function objectIn(content: DppContent | undefined, name: string): DppContent | undefined {
  const value = content?.[name];
  return isObject(value) ? value : undefined;
}

/** The objects of a list; empty if it is absent. */
export function objectsIn(content: DppContent | undefined, name: string): readonly DppContent[] {
  return listIn(content, name).filter(isObject);
}

/** The providers of the back-up copy that a passport names. */
export function backupProvidersIn(content: DppContent): readonly DppContent[] {
  return objectsIn(content, 'responsibleParties').filter(
    (party) => textIn(party, 'role') === 'BACKUP_PROVIDER',
  );
}

export function textsIn(content: DppContent | undefined, name: string): readonly string[] {
  return listIn(content, name).filter((item) => typeof item === 'string');
}

function listIn(content: DppContent | undefined, name: string): readonly Json[] {
  const value = content?.[name];
  return isList(value) ? value : [];
}

/** All translations of a text. */
function translationsIn(content: DppContent | undefined, name: string): readonly LocalizedText[] {
  return objectsIn(content, name).flatMap((item) => {
    const [language, text] = [textIn(item, 'language'), textIn(item, 'text')];
    return language === undefined || text === undefined ? [] : [{ language, text }];
  });
}

/** A text in the best language that it has, with that language. */
export function localizedIn(
  content: DppContent | undefined,
  name: string,
  languages: Languages = [],
): LocalizedText | undefined {
  const translations = translationsIn(content, name);
  for (const wanted of [...languages, 'en']) {
    const found = translations.find(({ language }) => isLanguage(language, wanted));
    if (found !== undefined) return found;
  }
  return translations[0];
}

/** True if a language tag is a language or one of its variants, such as `pt-BR` of `pt`. */
function isLanguage(tag: string, wanted: string): boolean {
  const [a, b] = [tag.toLowerCase(), wanted.toLowerCase()];
  return a === b || a.startsWith(`${b}-`) || b.startsWith(`${a}-`);
}
