import type { MaterialGroup } from '../vocabulary.ts';
import { compoundReadings } from './compound-words.ts';
import { normalizedName } from './material-names.ts';
import { coreKey, foldedName, recycledBase, wordKey } from './name-forms.ts';
import { withoutPartWords, withoutStates } from './part-words.ts';
import { fabricFor } from './textile-goods.ts';

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
}

/** Finds the material that a name means. */
export interface MaterialIndex {
  readonly entries: ReadonlyMap<string, MaterialName>;
  readonly keyByFolded: ReadonlyMap<string, string>;
  readonly keyByWords: ReadonlyMap<string, string>;
}

export interface NamedMaterial {
  /** Normalized name of the material. */
  readonly key: string;
  /** The name itself asks for the recycled material. */
  readonly isRecycled: boolean;
}

export function createMaterialIndex(rows: readonly MaterialName[]): MaterialIndex {
  const entries = new Map<string, MaterialName>();
  const keyByFolded = new Map<string, string>();
  const keyByWords = new Map<string, string>();
  const claim = (map: Map<string, string>, name: string, key: string) => {
    if (name !== '' && !map.has(name)) map.set(name, key);
  };
  for (const row of rows) {
    const key = normalizedName(row.material);
    entries.set(key, row);
    claim(keyByFolded, foldedName(row.material), key);
  }
  // The names of one rank are claimed by all materials before those of the next: an English name
  // never loses to a foreign one that comes earlier in the table.
  const most = rows.reduce((longest, { names }) => Math.max(longest, names.length), 0);
  for (let rank = 0; rank < most; rank++) {
    for (const { material, names } of rows) {
      claim(keyByFolded, foldedName(names[rank] ?? ''), normalizedName(material));
    }
  }
  for (const [folded, key] of keyByFolded) claim(keyByWords, wordKey(folded), key);
  return { entries, keyByFolded, keyByWords };
}

/**
 * The material by one of its names: as written, in another order or number, without words that add
 * nothing, without or inside brackets, and behind `recycled`.
 */
export function namedMaterial(index: MaterialIndex, name: string): NamedMaterial | undefined {
  return namedBy(index, writingsOf(name));
}

/**
 * The material that a part is made of, where the part is named by it: `steel frame`. A shape behind a
 * food or a liquid is its container, so that `shampoo bottle` is not shampoo.
 */
export function materialOfPart(index: MaterialIndex, name: string): NamedMaterial | undefined {
  const writings = writingsOf(name);
  const named = namedBy(index, writings.map(withoutStates));
  if (named !== undefined) return named;
  const part = namedBy(
    index,
    writings.flatMap((folded) => withoutPartWords(folded) ?? []),
  );
  const group = part && index.entries.get(part.key)?.group;
  return group !== undefined && SOLIDS.has(group) ? part : undefined;
}

/** Groups that parts are made of. */
const SOLIDS: ReadonlySet<MaterialGroup> = new Set([
  'METAL',
  'PLASTIC',
  'GLASS',
  'WOOD',
  'PAPER',
  'TEXTILE',
  'RUBBER',
  'MINERAL',
]);

/**
 * The material within a longer name: `tent pole aluminium`. Of two materials of one group the first
 * counts, which is the kind, not the part: `stainless steel screws`. Undefined for two groups, and for
 * a thing that is used on the material or is another compound: `metal polish`, `magnesium stearate`.
 */
export function materialWithin(index: MaterialIndex, name: string): NamedMaterial | undefined {
  const words = withoutContents(index, withoutStates(foldedName(name)).split(' '));
  const product = cleaningProduct(index, words) ?? textileProduct(index, words);
  if (product !== undefined) return product;
  if (words.length > MOST_WORDS || words.some((word) => NOT_OF_IT.has(word) || SALT.test(word)))
    return undefined;
  const found: NamedMaterial[] = [];
  for (let at = 0; at < words.length; ) {
    const runs = [3, 2, 1].map((length) => words.slice(at, at + length).join(' '));
    const run = runs.find((text) => namedBy(index, [text]) !== undefined);
    const named = run === undefined ? compound(index, words[at] ?? '') : namedBy(index, [run]);
    if (named !== undefined) found.push(named);
    at += run === undefined ? 1 : run.split(' ').length;
  }
  const [first, second] = found;
  // The last word is the thing: `laptop battery`. Things of two parts only, each with one name.
  if (found.length === 2 && second !== undefined && isEndOf(index, words, second)) {
    const groupOf = ({ key }: NamedMaterial) => index.entries.get(key)?.group;
    if (first !== undefined && groupOf(first) === 'ELECTRICAL') return second;
  }
  const kinds = found.filter(({ key }) => !PARTS.has(key));
  const materials = kinds.length > 0 ? kinds : found;
  const groups = new Set(materials.map(({ key }) => index.entries.get(key)?.group));
  const [group] = groups;
  return groups.size === 1 && group !== undefined && CAN_BE_WITHIN.has(group)
    ? materials[0]
    : undefined;
}

/** `baby shampoo`, `savon de Marseille`: the thing is the last word, or the first before a preposition. */
function cleaningProduct(
  index: MaterialIndex,
  words: readonly string[],
): NamedMaterial | undefined {
  if (words.length > MOST_WORDS || words.length < 2) return undefined;
  const isRomance = PREPOSITIONS.has(words[1] ?? '');
  const named = namedBy(index, [(isRomance ? words[0] : words.at(-1)) ?? '']);
  return named !== undefined && CLEANING.has(named.key) ? named : undefined;
}

const PREPOSITIONS = new Set('de du d di da per para pour pre'.split(' '));

/** The fabric of a garment or household textile that is named by its fibre. */
function textileProduct(index: MaterialIndex, words: readonly string[]): NamedMaterial | undefined {
  if (words.length > MOST_WORDS || words.some((word) => IMITATED.has(word))) return undefined;
  const fibres = words.flatMap((word) => [word, ...compoundReadings(word)]);
  for (const fibre of fibres) {
    const named = namedBy(index, [fibre]);
    const fabric = named && fabricFor(words, named.key);
    if (fabric !== undefined && index.entries.has(fabric))
      return { key: fabric, isRecycled: words.some((word) => recycledBase(`${word} x`) === 'x') };
  }
  return undefined;
}

/** `faux silk scarf` has no silk. */
const IMITATED = new Set(
  'imitation faux fake vegan look style effect free alternative without no non'.split(' '),
);

const CLEANING: ReadonlySet<string> = new Set([
  'soap',
  'shampoo',
  'laundry detergent',
  'toothpaste',
]);

/** The material of a German or Dutch compound, of which things are made. */
function compound(index: MaterialIndex, word: string): NamedMaterial | undefined {
  const named = namedBy(index, compoundReadings(word));
  const group = named && index.entries.get(named.key)?.group;
  return group !== undefined && CAN_BE_WITHIN.has(group) ? named : undefined;
}

/** Without a food or a liquid that a container is for: `stainless steel water bottle`. */
function withoutContents(index: MaterialIndex, words: readonly string[]): readonly string[] {
  if (!CONTAINERS.has(words.at(-1) ?? '')) return words;
  const contents = namedBy(index, [words.at(-2) ?? '']);
  const group = contents && index.entries.get(contents.key)?.group;
  return group === 'FOOD' || contents?.key === 'water' ? words.toSpliced(-2, 1) : words;
}

/** True for a battery that the last word names. */
function isEndOf(index: MaterialIndex, words: readonly string[], { key }: NamedMaterial): boolean {
  const isBattery = index.entries.get(key)?.group === 'BATTERY';
  return isBattery && namedBy(index, [words.at(-1) ?? ''])?.key === key;
}

const CONTAINERS = new Set(
  (
    'bottle bottles can cans jar jars cup cups mug mugs jug pot glass carton box bag pouch sachet ' +
    'bucket tank container tin tray bowl barrel flask'
  ).split(' '),
);

/** Materials of the catalogue that are parts: `nylon gear` is of nylon. */
const PARTS: ReadonlySet<string> = new Set([
  'machined steel',
  'steel fasteners',
  'rubber parts',
  'brass parts',
  'plastic button',
  'metal button',
  'plastic closure',
  'plastic rigid',
  'electric plug',
  'zipper',
]);

/** Salts and other compounds of a metal. */
const SALT = /(ate|ide|ite)s?$/;

/** Longer texts are descriptions, not names. */
const MOST_WORDS = 6;

const CAN_BE_WITHIN: ReadonlySet<MaterialGroup> = new Set([...SOLIDS, 'ELECTRICAL', 'BATTERY']);

/** Words of things that are used on a material, imitate it or live on it. */
const NOT_OF_IT = new Set(
  (
    'polish cleaner care remover glue adhesive wax oil dye treatment imitation faux fake vegan look ' +
    'style effect free alternative substitute seed seeds juice milk paint varnish coating plating ' +
    'oxide sulphate sulfate chloride carbonate acid powder dust ore worm tree plant wool candy ' +
    'without no non anti extract resin additive catalyst wafer wafers pyrithione'
  ).split(' '),
);

function namedBy(index: MaterialIndex, writings: readonly string[]): NamedMaterial | undefined {
  for (const folded of writings) {
    const key = keyOf(index, folded);
    if (key !== undefined) return { key, isRecycled: false };
  }
  for (const folded of writings) {
    const base = recycledBase(folded);
    const key = base === undefined ? undefined : keyOf(index, base);
    if (key !== undefined) return { key, isRecycled: true };
  }
  return undefined;
}

function keyOf({ keyByFolded, keyByWords }: MaterialIndex, folded: string): string | undefined {
  return (
    keyByFolded.get(folded) ?? keyByWords.get(wordKey(folded)) ?? keyByWords.get(coreKey(folded))
  );
}

/** Writings of `Polypropylene (PP)`: the whole, the part before the bracket, the part inside. */
export function writingsOf(name: string): string[] {
  const bracket = /^([^(]*)\(([^)]*)\)(.*)$/.exec(name);
  if (bracket === null) return [foldedName(name)];
  const [, before = '', inside = '', after = ''] = bracket;
  return [name, `${before} ${after}`, inside].map(foldedName).filter((text) => text !== '');
}
