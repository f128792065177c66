import { useQuery } from '@tanstack/react-query';
import { fieldWord, language, loadFieldWords } from '../../language.ts';
import {
  type SentenceTranslator,
  sentenceTranslator,
} from '../../sentences/sentence-translator.ts';
import { countryName, placeName } from '../texts/country.ts';
import { inSentence, wordsOf } from '../texts/format.ts';

const CATALOGUES = {
  de: () => import('../../sentences/de.json'),
  fr: () => import('../../sentences/fr.json'),
} as const;

/** Undefined in English, and until the sentences are there. */
let translator: SentenceTranslator | undefined;

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
  const [{ SENTENCES }, { NAMES_IN_LABELS, PHRASES }, { default: catalogue }] = await Promise.all([
    import('../../sentences/sentences.ts'),
    import('../../sentences/phrases.ts'),
    CATALOGUES[language](),
    loadFieldWords(),
  ]);
  translator = sentenceTranslator(
    { sentences: SENTENCES, phrases: PHRASES, namesInLabels: NAMES_IN_LABELS },
    {
      catalogue,
      memberName: (name) => inSentence(wordsOf(name)),
      fieldTitle: fieldWord,
      countryName,
      placeName,
      decimalSign: (0.5).toLocaleString(language).charAt(1),
    },
  );
  return true;
}

/** A text of the service in the language of the page; undefined in English and if one of its sentences is unknown. */
export function translationOf(text: string): string | undefined {
  return translator?.text(text);
}

/** The label of a contribution in the language of the page. Names that people gave stay as they are. */
export function translatedLabel(label: string): string {
  return translator?.phrase('label', label) ?? label;
}

/** The name of a change of a scenario; those that the service suggests are in the language of the page. */
export function translatedChange(name: string): string {
  return translator?.phrase('change', name) ?? name;
}

/** The value of an assumption in the language of the page. */
export function translatedValue(value: string): string {
  return translator?.phrase('value', value) ?? value.replace(NAMES_IN_VALUES, nameInWords);
}

/** Codes of places and names of enumerations in an English value: "GLO", "1200 km ROAD + 18000 km SEA". */
const NAMES_IN_VALUES = /^[A-Z_]+$|(?<= km )[A-Z_]+/g;

function nameInWords(name: string, at: number): string {
  const place = placeName(name);
  // Of the short names that stand alone, others than places are abbreviations.
  if (place !== name || (at === 0 && name.length <= 3)) return place;
  return inSentence(wordsOf(name));
}
