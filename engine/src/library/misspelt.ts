import { type Memory, remembered } from '../remembered.ts';
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
    // The parts of a compound: `Eichenholz`, but not `Edellstahl`.
    telling(index, word).every((part) => part !== word && isKnown(index, part))
  );
}

function nearestWord(index: MaterialIndex, word: string): string {
  const letter = word.charAt(0);
  return remembered(lists, index, letter, () => wordsFrom(index, letter)).nearest(word) ?? word;
}

/** By first letter, which is rarely wrong and leaves a twentieth of the words to compare with. */
const lists: Memory<MaterialIndex, NameList> = new WeakMap();

function wordsFrom({ vocabulary, words }: MaterialIndex, letter: string): NameList {
  const all = new Set([...vocabulary, ...words.all]);
  return new NameList([...all].filter((word) => word.startsWith(letter)));
}
