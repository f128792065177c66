import { type MaterialIndex, namedBy, telling } from './material-index.ts';
import { foldedName } from './name-forms.ts';
import { NameList } from './nearest-names.ts';

/** The name with words that nobody knows as the nearest known word, at most one letter in four away; undefined without such. */
export function respelled(index: MaterialIndex, name: string): string | undefined {
  const words = foldedName(name).split(' ');
  const right = words.map((word) => (isKnown(index, word) ? word : nearestWord(index, word)));
  return right.every((word, at) => word === words[at]) ? undefined : right.join(' ');
}

/** A shorter word is near too many others: `bars`, `bass`, `brass`. */
const LEAST_LETTERS = 4;

function isKnown(index: MaterialIndex, word: string): boolean {
  const { vocabulary, words } = index;
  return (
    word.length < LEAST_LETTERS ||
    /\d/.test(word) ||
    vocabulary.has(word) ||
    words.all.has(word) ||
    namedBy(index, [word]) !== undefined ||
    telling(index, word).join(' ') !== word
  );
}

function nearestWord(index: MaterialIndex, word: string): string {
  return wordsByLetter(index).get(word.charAt(0))?.nearest(word) ?? word;
}

const known = new WeakMap<MaterialIndex, ReadonlyMap<string, NameList>>();

/** The first letter is rarely wrong, and leaves a twentieth of the words to compare with. */
function wordsByLetter(index: MaterialIndex): ReadonlyMap<string, NameList> {
  const found = known.get(index) ?? listWords(index);
  known.set(index, found);
  return found;
}

function listWords({ vocabulary, words }: MaterialIndex): ReadonlyMap<string, NameList> {
  const byLetter = Map.groupBy(new Set([...vocabulary, ...words.all]), (word) => word.charAt(0));
  return new Map(Array.from(byLetter, ([letter, list]) => [letter, new NameList(list)]));
}
