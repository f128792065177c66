import type { Factor } from '../factor.ts';
import { writingsOf } from './material-index.ts';
import { coreKey, foldedName, stemsOf, wordKey } from './name-forms.ts';
import { withoutStates } from './part-words.ts';

/** Factors by the words of their own names: of the whole name, and of the thing before the first comma. */
export interface FactorNames {
  readonly byName: ReadonlyMap<string, readonly Factor[]>;
  readonly byHead: ReadonlyMap<string, readonly Factor[]>;
  /** Foods by each word of the thing: `goat` finds `Goat cheese from raw milk`. */
  readonly foodsByWord: ReadonlyMap<string, readonly NamedFood[]>;
}

interface NamedFood {
  readonly factor: Factor;
  readonly words: readonly string[];
}

/** Activities that make a thing which can be bought. */
const MADE = new Set([
  'material_production',
  'cradle_to_plate',
  'cradle_to_shop',
  'cradle_to_gate',
  'farm_gate',
]);

/** Sets whose rows are named by a path through their tables, not by a thing. */
const NAMED_BY_PATH = new Set(['Material use', 'Compositions']);

/** The names are indexed at the first question: most names are of the catalogue and never ask. */
export function createFactorNames(factors: readonly Factor[]): FactorNames {
  let indexed: FactorNames | undefined;
  const index = () => {
    indexed ??= indexNames(factors);
    return indexed;
  };
  return {
    get byName() {
      return index().byName;
    },
    get byHead() {
      return index().byHead;
    },
    get foodsByWord() {
      return index().foodsByWord;
    },
  };
}

function indexNames(factors: readonly Factor[]): FactorNames {
  const byName = new Map<string, Factor[]>();
  const byHead = new Map<string, Factor[]>();
  const foodsByWord = new Map<string, NamedFood[]>();
  for (const factor of factors) {
    if (!MADE.has(factor.activity) || NAMED_BY_PATH.has(factor.category)) continue;
    for (const name of namesOf(factor)) {
      for (const key of keysOf(name)) add(byName, key, factor);
      const [head = '', second = ''] = name.split(/[,|]/);
      const things = INVERTED.has(head.toLowerCase()) ? [second, `${second} ${head}`] : [];
      for (const thing of [...head.split(' or '), ...things]) {
        if (thing.length < name.length) for (const key of keysOf(thing)) add(byHead, key, factor);
      }
      if (FOODS.has(factor.activity)) addFood(foodsByWord, factor, stemsOf(foldedName(head)));
    }
  }
  return { byName, byHead, foodsByWord };
}

/** Names that begin with the kind: `Sauce, pesto`. */
const INVERTED = new Set(['sauce', 'seeds', 'soup', 'bread', 'wine', 'flour', 'sugar', 'vinegar']);

/** System boundaries that only foods have. */
const FOODS = new Set(['cradle_to_plate', 'cradle_to_shop', 'farm_gate']);

function addFood(map: Map<string, NamedFood[]>, factor: Factor, words: string[]): void {
  for (const word of new Set(words)) {
    const foods = map.get(word);
    if (foods === undefined) map.set(word, [{ factor, words }]);
    else foods.push({ factor, words });
  }
}

/** The factors that a name means: of the whole name, else of the thing, else of foods with its words. */
export function factorsNamed(names: FactorNames, name: string): readonly Factor[] {
  const writings = writingsOf(name);
  const keys = [...writings, ...writings.map(withoutStates)].flatMap((folded) => [
    wordKey(folded),
    coreKey(folded),
  ]);
  for (const index of [names.byName, names.byHead]) {
    for (const key of keys) {
      const found = key === '' ? undefined : index.get(key);
      if (found !== undefined) return found;
    }
  }
  return foodsWith(names, stemsOf(withoutStates(foldedName(name))));
}

/**
 * Foods whose thing has all the words, those with the fewest others: `goat cheese` is `Goat cheese
 * from raw milk`. One word alone must be the first: `tortilla` is no `Corn chips or tortilla chips`.
 */
function foodsWith({ foodsByWord }: FactorNames, wanted: readonly string[]): readonly Factor[] {
  const [first = '', ...others] = wanted;
  if (others.length === 0 && first.length < LEAST_LETTERS) return [];
  const found = (foodsByWord.get(first) ?? []).filter(({ words }) =>
    others.length === 0
      ? words[0] === first && !words.some((word) => COMBINING.has(word))
      : others.every((word) => words.includes(word)),
  );
  const fewest = Math.min(...found.map(({ words }) => words.length));
  const foods = found.filter(({ words }) => words.length === fewest);
  return [...new Set(foods.map(({ factor }) => factor))];
}

/** Words of a dish: `Couscous w meat` is no couscous. */
const COMBINING = new Set(['w', 'with', 'and', 'in']);

/** Shorter words alone mean too much: `bar`, `roll`. */
const LEAST_LETTERS = 5;

/** Its name, and the French one that the sets of ADEME carry in their note. */
function namesOf({ name, sourceNote }: Factor): string[] {
  const french = /^fr: ([^;]+)/.exec(sourceNote)?.[1];
  return french === undefined ? [name] : [name, french];
}

function keysOf(name: string): Set<string> {
  const folded = foldedName(name);
  const keys = new Set([wordKey(folded), coreKey(folded)]);
  keys.delete('');
  return keys;
}

function add(map: Map<string, Factor[]>, key: string, factor: Factor): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [factor]);
  else if (!known.includes(factor)) known.push(factor);
}
