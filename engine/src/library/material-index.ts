import { type Memory, remembered } from '../remembered.ts';
import type { MaterialGroup } from '../vocabulary.ts';
import { wordsApart } from './compound-words.ts';
import { normalizedName } from './material-names.ts';
import { coreKey, foldedName, recycledBase, wordKey } from './name-forms.ts';
import type { NameWords } from './name-words.ts';
import { wordsWithoutMeasures } from './part-words.ts';

/** A material of the catalogue with the names that people use for it. */
export interface MaterialName {
  readonly material: string;
  /** Group at the end of its life. */
  readonly group: MaterialGroup;
  /** Its nearest relatives: `ferrous metals`, `engineering plastics`, `dairy`. */
  readonly family: string;
  /** Converts between mass and volume; undefined where materials of the name differ too much. */
  readonly kgPerM3: number | undefined;
  /** In any language; the first that claims a name has it. */
  readonly names: readonly string[];
  /** Number of English names, which come first; all if absent. */
  readonly english?: number;
}

/** Finds the material that a name means. */
export interface MaterialIndex {
  readonly entries: ReadonlyMap<string, MaterialName>;
  readonly keyByFolded: ReadonlyMap<string, string>;
  readonly keyByWords: ReadonlyMap<string, string>;
  /** All words of the names: none of them is a compound to be taken apart. */
  readonly vocabulary: ReadonlySet<string>;
  /** Folded names in English, where the thing comes last. */
  readonly english: ReadonlySet<string>;
  /** Words next to a material. */
  readonly words: NameWords;
}

export interface NamedMaterial {
  /** Normalized name of the material. */
  readonly key: string;
  /** The name itself asks for the recycled material. */
  readonly isRecycled: boolean;
}

export function createMaterialIndex(
  rows: readonly MaterialName[],
  words: NameWords,
): MaterialIndex {
  const folded = rows.map(({ material, names, english }) => ({
    key: normalizedName(material),
    material: foldedName(material),
    names: names.map(foldedName),
    english,
  }));
  const keyByFolded = new Map<string, string>();
  const claim = (name: string, key: string) => {
    if (name !== '' && !keyByFolded.has(name)) keyByFolded.set(name, key);
  };
  for (const { key, material } of folded) claim(material, key);
  // The names of one rank are claimed by all materials before those of the next: an English name
  // never loses to a foreign one that comes earlier in the table.
  let unclaimed = folded;
  for (let rank = 0; unclaimed.length > 0; rank++) {
    unclaimed = unclaimed.filter(({ names }) => rank < names.length);
    for (const { key, names } of unclaimed) claim(names[rank] ?? '', key);
  }
  let keyByWords: Map<string, string> | undefined;
  return {
    entries: new Map(rows.map((row) => [normalizedName(row.material), row])),
    keyByFolded,
    english: new Set(
      folded.flatMap(({ material, names, english }) => [material, ...names.slice(0, english)]),
    ),
    words,
    vocabulary: new Set([...keyByFolded.keys()].flatMap((name) => name.split(' '))),
    // At the first question: most names are as the catalogue has them. Of two names with the same words the first counts.
    get keyByWords() {
      keyByWords ??= new Map(
        [...keyByFolded].reverse().map(([name, key]) => [wordKey(words, name), key]),
      );
      return keyByWords;
    },
  };
}

/**
 * The material by one of its names: as written, in another order or number, without words that add
 * nothing, without or inside brackets, and behind `recycled`.
 */
export function namedMaterial(index: MaterialIndex, name: string): NamedMaterial | undefined {
  return namedBy(index, writingsOf(name));
}

/** The words of a folded name without measures, German and Dutch compounds taken apart. */
export function telling(index: MaterialIndex, folded: string): readonly string[] {
  const { words } = index;
  const isNamed = (word: string) => word.length > 2 && namedBy(index, [word]) !== undefined;
  return wordsWithoutMeasures(folded).flatMap((word) =>
    index.vocabulary.has(word) || words.isKnown(word) || words.isState(word)
      ? [word]
      : wordsApart(words, isNamed, word),
  );
}

/** Groups that parts are made of. */
export const SOLIDS: ReadonlySet<MaterialGroup> = new Set([
  'METAL',
  'PLASTIC',
  'GLASS',
  'WOOD',
  'PAPER',
  'TEXTILE',
  'RUBBER',
  'MINERAL',
]);

export function namedBy(
  index: MaterialIndex,
  writings: readonly string[],
): NamedMaterial | undefined {
  for (const folded of writings) {
    const key = keyOf(index, folded);
    if (key !== undefined) return { key, isRecycled: false };
  }
  for (const folded of writings) {
    const base = recycledBase(index.words, folded);
    const key = base === undefined ? undefined : keyOf(index, base);
    if (key !== undefined) return { key, isRecycled: true };
  }
  return undefined;
}

function keyOf(index: MaterialIndex, folded: string): string | undefined {
  const key = index.keyByFolded.get(folded);
  if (key !== undefined || folded.length > LONGEST_REMEMBERED)
    return key ?? keyOfWords(index, folded);
  return remembered(keys, index, folded, () => keyOfWords(index, folded));
}

/** Longer texts would fill the memory of a thread. */
const LONGEST_REMEMBERED = 100;

/** The words of an unknown name are looked up many times. */
const keys: Memory<MaterialIndex, string | undefined> = new WeakMap();

function keyOfWords({ keyByWords, words }: MaterialIndex, folded: string): string | undefined {
  return keyByWords.get(wordKey(words, folded)) ?? keyByWords.get(coreKey(words, folded));
}

/** Writings of `Polypropylene (PP)`: the whole, the part before the bracket, the part inside. */
export function writingsOf(name: string): string[] {
  const bracket = /^([^(]*)\(([^)]*)\)(.*)$/.exec(name);
  if (bracket === null) return [foldedName(name)];
  const [, before = '', inside = '', after = ''] = bracket;
  return [name, `${before} ${after}`, inside].map(foldedName).filter((text) => text !== '');
}
