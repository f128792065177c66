import type { Factor } from '../factor.ts';
import { writingsOf } from './material-index.ts';
import { coreKey, foldedName, stemsOf, wordKey } from './name-forms.ts';
import type { NameWords } from './name-words.ts';
import { withoutStates } from './part-words.ts';

/** Factors by the words of their own names: of the whole name, and of the thing before the first comma. */
export interface FactorNames {
  readonly byName: ReadonlyMap<string, readonly Factor[]>;
  readonly byHead: ReadonlyMap<string, readonly Factor[]>;
  /** Foods by each word of the thing: `goat` finds `Goat cheese from raw milk`. */
  readonly foodsByWord: ReadonlyMap<string, readonly NamedFood[]>;
  readonly words: NameWords;
}

interface NamedFood {
  readonly factor: Factor;
  /** Stems of the thing, the part before the first comma. */
  readonly head: readonly string[];
  /** Stems of the whole name. */
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
export function createFactorNames(factors: readonly Factor[], words: NameWords): FactorNames {
  let indexed: FactorNames | undefined;
  const index = () => {
    indexed ??= indexNames(factors, words);
    return indexed;
  };
  return {
    words,
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

function indexNames(factors: readonly Factor[], words: NameWords): FactorNames {
  const byName = new Map<string, Factor[]>();
  const byHead = new Map<string, Factor[]>();
  const foodsByWord = new Map<string, NamedFood[]>();
  for (const factor of factors) {
    if (!MADE.has(factor.activity) || NAMED_BY_PATH.has(factor.category)) continue;
    for (const name of namesOf(factor)) {
      for (const key of keysOf(words, name)) add(byName, key, factor);
      const [head = '', second = ''] = name.split(/[,|]/);
      const things = words.has('inverted', head.toLowerCase()) ? [second, `${second} ${head}`] : [];
      for (const thing of [...head.split(' or '), ...things]) {
        if (thing.length < name.length)
          for (const key of keysOf(words, thing)) add(byHead, key, factor);
      }
      if (FOODS.has(factor.activity))
        addFood(foodsByWord, {
          factor,
          head: foodStems(words, head),
          words: foodStems(words, name),
        });
    }
  }
  return { byName, byHead, foodsByWord, words };
}

/** System boundaries that only foods have. */
const FOODS = new Set(['cradle_to_plate', 'cradle_to_shop', 'farm_gate']);

function addFood(map: Map<string, NamedFood[]>, food: NamedFood): void {
  for (const word of new Set(food.head)) {
    const foods = map.get(word);
    if (foods === undefined) map.set(word, [food]);
    else foods.push(food);
  }
}

/** The factors that a name means: of the whole name, else of the thing, else of foods with its words. */
export function factorsNamed(names: FactorNames, name: string): readonly Factor[] {
  const writings = writingsOf(name);
  const keys = [
    ...writings,
    ...writings.map((folded) => withoutStates(names.words, folded)),
  ].flatMap((folded) => [wordKey(names.words, folded), coreKey(names.words, folded)]);
  for (const index of [names.byName, names.byHead]) {
    for (const key of keys) {
      const found = key === '' ? undefined : index.get(key);
      if (found !== undefined) return found;
    }
  }
  return foodsWith(names, name);
}

/** A factor bears exactly this name: the name means no other. */
export function isFactorName({ byName, words }: FactorNames, name: string): boolean {
  return byName.has(wordKey(words, foldedName(name)));
}

/**
 * Foods that have all telling words, those with the fewest others: `goat cheese` is `Goat cheese from raw milk`,
 * `smoked salmon slices` is `Salmon, smoked`. If a word is not of the thing itself, the whole thing must be named.
 * One word alone must be the first: `tortilla` is no `Corn chips or tortilla chips`.
 */
function foodsWith(names: FactorNames, name: string): readonly Factor[] {
  const { foodsByWord } = names;
  const words = foodStems(names.words, name);
  const telling = words.filter((word) => !names.words.isFoodDetail(word));
  const wanted = telling.length > 0 ? telling : words;
  const [first = '', ...others] = wanted;
  if (others.length === 0 && first.length < LEAST_LETTERS) return [];
  const candidates = new Set(wanted.flatMap((word) => foodsByWord.get(word) ?? []));
  let fewest = Number.POSITIVE_INFINITY;
  let foods: Factor[] = [];
  for (const food of candidates) {
    const surplus = surplusOf(names.words, food, wanted, words);
    if (surplus === undefined || surplus > fewest) continue;
    if (surplus < fewest) foods = [];
    fewest = surplus;
    foods.push(food.factor);
  }
  return [...new Set(foods)];
}

/** The words of a food that the name does not have, those of the thing before others; undefined if it is no such food. */
function surplusOf(
  names: NameWords,
  { head, words }: NamedFood,
  wanted: readonly string[],
  all: readonly string[],
): number | undefined {
  const isInHead = wanted.every((word) => head.includes(word));
  if (
    wanted.length === 1 &&
    (head[0] !== wanted[0] || head.some((word) => names.has('combining', word)))
  )
    return undefined;
  const unnamed = head.filter(
    (word) => !all.includes(word) && !names.isFoodDetail(word) && !STORED.has(word),
  );
  if (wanted.length === 1 && all.length > 1 && unnamed.length > 0) return undefined;
  if (!isInHead && (unnamed.length > 0 || !wanted.every((word) => words.includes(word))))
    return undefined;
  // A food of which no form is named is raw.
  const further = words.filter((word) => word !== 'raw' && !all.includes(word)).length;
  return unnamed.length * MOST_FOOD_WORDS + (all.length === 1 ? 0 : further);
}

/** Forms in which a food is sold when its name does not say one. */
const STORED = new Set(['raw', 'dried']);

const MOST_FOOD_WORDS = 100;

/** Stems with the forms of foods in one writing: `tinned` is `canned`. */
function foodStems(names: NameWords, name: string): string[] {
  const words = foldedName(name)
    .replace(/\bchick pea/g, 'chickpea')
    .split(' ');
  return stemsOf(names, words.map((word) => names.foodForms.get(word) ?? word).join(' '));
}

/** Shorter words alone mean too much: `bar`, `roll`. */
const LEAST_LETTERS = 5;

function namesOf({ name, frenchName }: Factor): string[] {
  return frenchName === undefined ? [name] : [name, frenchName];
}

function keysOf(words: NameWords, name: string): Set<string> {
  const folded = foldedName(name);
  const keys = new Set([wordKey(words, folded), coreKey(words, folded)]);
  keys.delete('');
  return keys;
}

function add(map: Map<string, Factor[]>, key: string, factor: Factor): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [factor]);
  else if (!known.includes(factor)) known.push(factor);
}
