import { type MaterialIndex, namedBy, telling } from './material-index.ts';
import { foldedName } from './name-forms.ts';
import { nearestName } from './nearest-names.ts';

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
  const alike = wordsByLetter(index).get(word.charAt(0)) ?? [];
  return nearestName(word, alike) ?? word;
}

const known = new WeakMap<MaterialIndex, ReadonlyMap<string, readonly string[]>>();

/** The first letter is rarely wrong, and leaves a twentieth of the words to compare with. */
function wordsByLetter(index: MaterialIndex): ReadonlyMap<string, readonly string[]> {
  const found =
    known.get(index) ??
    Map.groupBy(new Set([...index.vocabulary, ...index.words.all]), (word) => word.charAt(0));
  known.set(index, found);
  return found;
}
