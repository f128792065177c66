/** Words of a language for the sentences of the service. */
export type SentenceWords = {
  /** Translations of sentences and phrases. */
  readonly catalogue: Readonly<Record<string, string>>;
  /** A member of an enumeration within a sentence. */
  readonly memberName: (name: string) => string;
  /** The title of a field of a passport. */
  readonly fieldTitle: (title: string) => string;
  /** Undefined for what is no code of a country. */
  readonly countryName: (code: string) => string | undefined;
  readonly placeName: (code: string) => string;
  readonly decimalSign: string;
};

/** Sentences and phrases with a name in place of each value, as in `sentences.ts`. */
type Tables = {
  readonly sentences: readonly string[];
  readonly phrases: Readonly<Record<string, readonly string[]>>;
};

export type SentenceTranslator = {
  /** A text, sentence by sentence; undefined if one is unknown, because half a translation reads worse than none. */
  readonly text: (text: string) => string | undefined;
  /** A phrase of this name. Names that people gave stay as they are. */
  readonly phrase: (name: string, text: string) => string;
};

/** Values that are members of enumerations, in capitals or in words: `SEA`, "inland waterway". */
const MEMBERS = new Set(['boundary', 'energy', 'method', 'mode', 'phase', 'phases', 'state']);
/** Values that may be codes of places, as factors have them. */
const PLACES = new Set(['from', 'to', 'used', 'wanted']);

export function sentenceTranslator(tables: Tables, words: SentenceWords): SentenceTranslator {
  const text = (whole: string): string | undefined => {
    const translation = inPatterns(tables.sentences, whole);
    if (translation !== undefined) return translation;
    const parts = whole.split(/(?<=[.?!]) (?=["`\p{Lu}\d])/u);
    if (parts.length === 1) return undefined;
    const translations = parts.map((sentence) => inPatterns(tables.sentences, sentence));
    return translations.includes(undefined) ? undefined : translations.join(' ');
  };

  const inPatterns = (patterns: readonly string[], sentence: string): string | undefined => {
    for (const pattern of patterns) {
      const values = valuesIn(pattern, sentence);
      if (values === undefined) continue;
      const shown = new Map(
        Object.entries(values).map(([name, value]) => [name, shownValue(name, value)]),
      );
      if ([...shown.values()].includes(undefined)) continue;
      const message = words.catalogue[pattern] ?? pattern;
      return message.replace(/\{(\w+)\}/g, (place, name) => shown.get(name) ?? place);
    }
    return undefined;
  };

  /** A value as it is shown; undefined for a sentence that cannot be translated. */
  const shownValue = (name: string, value: string): string | undefined => {
    if (name === 'said') return text(value);
    if (name === 'title') return words.fieldTitle(value);
    if (name === 'destination') return words.countryName(value);
    if (PLACES.has(name))
      return inPatterns(tables.phrases[name] ?? [], value) ?? words.placeName(value);
    if (MEMBERS.has(name)) return value.split(', ').map(words.memberName).join(', ');
    return phrase(name, value);
  };

  /** Masses and prices have the decimal sign of the language. */
  const phrase = (name: string, value: string): string =>
    inPatterns(tables.phrases[name] ?? [], value) ??
    value.replace(/^(-?\d+)\.(\d+)(?= kg$|$)/, `$1${words.decimalSign}$2`);

  return { text, phrase };
}

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
