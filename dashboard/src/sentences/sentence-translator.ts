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
  /** Names of enumerations in words that labels are, or end with. */
  readonly namesInLabels: ReadonlySet<string>;
};

export type SentenceTranslator = {
  /** A text, sentence by sentence; undefined if one is unknown, because half a translation reads worse than none. */
  readonly text: (text: string) => string | undefined;
  /** A phrase of this name. Names that people gave stay as they are. */
  readonly phrase: (name: string, text: string) => string;
};

/** Values that are members of enumerations, in capitals or in words: `SEA`, "inland waterway". */
const MEMBERS = new Set(['boundary', 'method', 'mode', 'phase', 'phases', 'process', 'state']);
/** Values that may be codes of places, as factors have them. */
const PLACES = new Set(['from', 'to', 'used', 'wanted', 'place', 'country', 'region']);
/** Names of processes in their order. */
const PROCESSES = /^[A-Z]+(_[A-Z]+)+(, [A-Z]+(_[A-Z]+)*)*$/;

export function sentenceTranslator(tables: Tables, words: SentenceWords): SentenceTranslator {
  const text = (whole: string): string | undefined => {
    const parts = whole.split(/(?<=[.?!]) (?=["`\p{Lu}\d])/u);
    const translations = parts.map((sentence) => inPatterns(tables.sentences, sentence));
    // A value of the whole could hold the next sentence.
    return translations.includes(undefined)
      ? inPatterns(tables.sentences, whole)
      : translations.join(' ');
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
    if (name === 'modeName') return /^[A-Z_]+$/.test(value) ? membersIn(value) : undefined;
    if (MEMBERS.has(name)) return membersIn(value);
    return phrase(name, value);
  };

  const membersIn = (names: string): string => names.split(', ').map(words.memberName).join(', ');

  const phrase = (name: string, value: string): string =>
    inPatterns(tables.phrases[name] ?? [], value) ??
    (name === 'label' ? labelOf(value) : shownNames(value));

  /** Processes by their names; masses and prices with the decimal sign of the language. */
  const shownNames = (value: string): string =>
    PROCESSES.test(value)
      ? membersIn(value)
      : value.replace(/^(-?\d+)\.(\d+)(?= kg$|$)/, `$1${words.decimalSign}$2`);

  /** A name of an enumeration after the name of a part, such as "Yarn, inland waterway", or by itself. */
  const labelOf = (label: string): string => {
    const [, part = '', name = label] = /^(.*), (.*?)$/s.exec(label) ?? [];
    if (!tables.namesInLabels.has(name)) return label;
    const member = words.memberName(name);
    return part === '' ? member : `${phrase('label', part)}, ${member}`;
  };

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
