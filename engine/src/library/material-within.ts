import type { MaterialGroup } from '../vocabulary.ts';
import { compoundReadings } from './compound-words.ts';
import { type MaterialIndex, type NamedMaterial, namedBy, SOLIDS } from './material-index.ts';
import { foldedName, recycledBase } from './name-forms.ts';
import { beforeEnding, withoutStates, wordsWithoutMeasures } from './part-words.ts';
import { fabricFor } from './textile-goods.ts';

/** A material within a longer name. */
export interface MaterialWithin extends NamedMaterial {
  /** All other words leave the factor as it is: colours, finishes, codes, shapes. Otherwise it is a proxy. */
  readonly isItself: boolean;
}

/**
 * The material within a longer name: `brushed stainless steel 304`, `tent pole aluminium`. Of two materials of
 * one group the first counts, which is the kind, not the part: `stainless steel screws`. Undefined for two groups, and
 * for a thing that is used on the material or is another compound: `metal polish`, `magnesium stearate`.
 */
export function materialWithin(index: MaterialIndex, name: string): MaterialWithin | undefined {
  const folded = foldedName(name);
  const all = wordsWithoutMeasures(folded);
  const words = withoutContents(index, all);
  const plain = withoutContents(index, withoutStates(index.words, folded).split(' '));
  const product = cleaningProduct(index, plain) ?? textileProduct(index, plain);
  if (product !== undefined) return product;
  if (plain.length > MOST_WORDS) return undefined;
  const { found, others } = materialsIn(index, words);
  if (isOfAnother(index, found, others)) return undefined;
  const battery = batteryAtEnd(index, words, found);
  if (battery !== undefined) return { ...battery, isItself: false };
  const kinds = kindsOf(index, found);
  const groups = new Set(kinds.map(({ key }) => index.entries.get(key)?.group));
  const [kind] = kinds;
  const [group] = groups;
  if (kind === undefined || groups.size !== 1 || group === undefined) return undefined;
  const shapes = found.filter((one) => !kinds.includes(one) && index.words.isShape(one.run));
  const isItself =
    words.length === all.length &&
    new Set(kinds.map(({ key }) => key)).size === 1 &&
    !(kind.isRecycled && isOfShare(name)) &&
    !kinds.every(({ isThing }) => isThing) &&
    [...others, ...shapes.map(({ run }) => run)].every((word) => leavesAsIs(index, kind, word));
  if (!CAN_BE_WITHIN.has(group) && !(isItself && group === 'MIXED')) return undefined;
  const isRecycled = kind.isRecycled && !isOfShare(name);
  return { key: galvanised(index, kind.key, words), isRecycled, isItself };
}

/** A thing that is used on a material or imitates it, or a salt of a metal. */
function isOfAnother(
  index: MaterialIndex,
  found: readonly Found[],
  others: readonly string[],
): boolean {
  const alone = found.length > 1 ? found.map(({ run }) => run) : [];
  return (
    [...others, ...alone].some((word) => index.words.has('not_of_it', word)) ||
    others.some(
      (word) => SALT.test(word) && !index.words.isState(word) && !index.words.isShape(word),
    )
  );
}

/** The factor of the material does not depend on the word. */
function leavesAsIs(index: MaterialIndex, kind: NamedMaterial, word: string): boolean {
  if (index.words.isState(word)) return true;
  const isSubstance = index.entries.get(kind.key)?.group === 'MIXED';
  return isSubstance
    ? index.words.has('substance_form', word)
    : index.words.isShape(word) && isShaped(index, kind);
}

/** The materials of a name with the words that name them, and all other words. */
export function materialsIn(
  index: MaterialIndex,
  words: readonly string[],
): { readonly found: readonly Found[]; readonly others: readonly string[] } {
  const found: Found[] = [];
  const others: string[] = [];
  for (let at = 0; at < words.length; ) {
    const runs = [4, 3, 2, 1].map((length) => words.slice(at, at + length).join(' '));
    const run = runs.find((text) => namedBy(index, [text]) !== undefined) ?? words[at] ?? '';
    const named = namedBy(index, [run]);
    const one = named === undefined ? compound(index, run) : { ...named, run, isThing: false };
    if (one === undefined) others.push(run);
    else found.push(one);
    at += run.split(' ').length;
  }
  return { found, others };
}

interface Found extends NamedMaterial {
  /** The words that name it. */
  readonly run: string;
  /** The word is a compound of a thing of this material. */
  readonly isThing: boolean;
}

/** The materials that a name speaks of, however its other words change them: what a refusal suggests. */
export function kindsWithin(index: MaterialIndex, folded: string): readonly NamedMaterial[] {
  return kindsOf(index, materialsIn(index, wordsWithoutMeasures(folded)).found);
}

/** Without parts and shapes that are materials of the catalogue, and without general words next to a kind: `legno di rovere`. */
function kindsOf(index: MaterialIndex, found: readonly Found[]): readonly Found[] {
  const groupOf = ({ key }: NamedMaterial) => index.entries.get(key)?.group;
  const saysMaterial = (part: Found) =>
    part.run.split(' ').some((word) => {
      const named = namedBy(index, [word]);
      return named && !PARTS.has(named.key) && groupOf(named) === groupOf(part);
    });
  const isNextToKin = (one: Found, rest: readonly Found[]) =>
    rest.some((other) => other.key !== one.key && groupOf(other) === groupOf(one));
  const kinds = orAll(
    found,
    ({ key, run }) => !PARTS.has(key) && !index.words.isShape(run) && !index.words.isState(run),
  );
  const withParts = [
    ...kinds,
    ...found.filter(
      (one) =>
        PARTS.has(one.key) && !kinds.includes(one) && saysMaterial(one) && !isNextToKin(one, kinds),
    ),
  ];
  return orAll(withParts, (one) => !(GENERAL.has(one.key) && isNextToKin(one, withParts)));
}

/** The items that pass, or all if none does. */
function orAll<T>(items: readonly T[], passes: (item: T) => boolean): readonly T[] {
  const passing = items.filter(passes);
  return passing.length > 0 ? passing : items;
}

/** Keys of general words: a kind next to them says more. */
const GENERAL: ReadonlySet<string> = new Set(
  (
    'wood|mixed metal|plastic unspecified|plastic rigid|plastic film|' +
    'clothing textile finished average fibre mix|insulation'
  ).split('|'),
);

/** A thing of a fibre is spun and woven, so that the fibre alone is a proxy for it; liquids have containers. */
function isShaped(index: MaterialIndex, kind: NamedMaterial): boolean {
  const group = index.entries.get(kind.key)?.group ?? 'MIXED';
  return group === 'TEXTILE' ? isMadeUp(index, kind) : SOLIDS.has(group);
}

function isMadeUp(index: MaterialIndex, { key }: NamedMaterial): boolean {
  return MADE_UP.has(index.entries.get(key)?.family ?? '');
}

/** Families of the textile group that are more than fibres. */
const MADE_UP = new Set('fabrics|trims|textile products|leather'.split('|'));

/** `70 % recycled aluminium`: the share belongs into `recycledShare`; without it the material counts as virgin. */
function isOfShare(name: string): boolean {
  return /\d\s*%/.test(name) && !/\b100\s*%/.test(name);
}

function galvanised(index: MaterialIndex, key: string, words: readonly string[]): string {
  return key === 'steel' && words.some((word) => index.words.has('galvanised', word))
    ? 'steel galvanised'
    : key;
}

/** `baby shampoo`, `savon de Marseille`: the thing is the last word, or the first before a preposition. */
function cleaningProduct(
  index: MaterialIndex,
  words: readonly string[],
): MaterialWithin | undefined {
  if (words.length > MOST_WORDS || words.length < 2) return undefined;
  const isRomance = index.words.has('preposition', words[1] ?? '');
  const named = namedBy(index, [(isRomance ? words[0] : words.at(-1)) ?? '']);
  return named !== undefined && CLEANING.has(named.key) ? { ...named, isItself: false } : undefined;
}

/** The fabric or yarn that is named by its fibre: of a garment as a proxy, of `cotton poplin` itself. */
function textileProduct(
  index: MaterialIndex,
  words: readonly string[],
): MaterialWithin | undefined {
  if (words.length > MOST_WORDS || words.some((word) => index.words.has('imitated', word)))
    return undefined;
  const { found } = materialsIn(index, words);
  // The catalogue has the fabric itself: `organic cotton jersey 180 g/m²`.
  const [only, second] = found;
  if (only !== undefined && second === undefined && isMadeUp(index, only)) return undefined;
  const fibres = [
    ...found.map(({ run, key }) => ({ run, key })),
    ...words.flatMap((word) =>
      [word, ...compoundReadings(index.words, word)].map((run) => ({
        run,
        key: namedBy(index, [run])?.key,
      })),
    ),
  ];
  for (const { run, key } of fibres) {
    const fabric = key && fabricFor(index, words, key);
    if (!fabric) continue;
    const others = words.filter((word) => !run.split(' ').includes(word));
    const isItself =
      fabric.isKind &&
      others.every(
        (word) =>
          index.words.isState(word) || index.words.isShape(word) || fabric.words.includes(word),
      );
    const isRecycled = words.some((word) => recycledBase(index.words, `${word} x`) === 'x');
    return { key: fabric.key, isRecycled, isItself };
  }
  return undefined;
}

const CLEANING = new Set('soap|shampoo|laundry detergent|toothpaste'.split('|'));

/** The material of a German or Dutch compound: of a shape itself (`Messingbeschlag`), of a thing as a proxy (`Holzlöffel`). */
function compound(index: MaterialIndex, word: string): Found | undefined {
  const shaped = namedBy(index, [beforeEnding(index.words, word) ?? '']);
  const named = shaped ?? namedBy(index, compoundReadings(index.words, word));
  const group = named && index.entries.get(named.key)?.group;
  return named !== undefined && group !== undefined && CAN_BE_WITHIN.has(group)
    ? { ...named, run: word, isThing: shaped === undefined }
    : undefined;
}

/** Without a food or a liquid that a container is for: `stainless steel water bottle`. */
function withoutContents(index: MaterialIndex, words: readonly string[]): readonly string[] {
  if (!index.words.has('container', words.at(-1) ?? '')) return words;
  const contents = namedBy(index, [words.at(-2) ?? '']);
  const group = contents && index.entries.get(contents.key)?.group;
  return group === 'FOOD' || contents?.key === 'water' ? words.toSpliced(-2, 1) : words;
}

/** The last word of a thing of two names, if it is a battery: `laptop battery`. */
function batteryAtEnd(
  index: MaterialIndex,
  words: readonly string[],
  [first, second, third]: readonly Found[],
): NamedMaterial | undefined {
  if (first === undefined || second === undefined || third !== undefined) return undefined;
  const groupOf = ({ key }: NamedMaterial) => index.entries.get(key)?.group;
  const isLast = namedBy(index, [words.at(-1) ?? ''])?.key === second.key;
  const { key, isRecycled } = second;
  return isLast && groupOf(second) === 'BATTERY' && groupOf(first) === 'ELECTRICAL'
    ? { key, isRecycled }
    : undefined;
}

/** Materials of the catalogue that are parts: `nylon gear` is of nylon. */
const PARTS: ReadonlySet<string> = new Set(
  (
    'machined steel|steel fasteners|stainless steel parts|rubber parts|brass parts|' +
    'plastic button|metal button|plastic closure|plastic rigid|electric plug|zipper'
  ).split('|'),
);

/** Salts and other compounds of a metal. */
const SALT = /(ate|ide|ite)s?$/;

/** Longer texts are descriptions, not names. */
const MOST_WORDS = 6;

const CAN_BE_WITHIN: ReadonlySet<MaterialGroup> = new Set([...SOLIDS, 'ELECTRICAL', 'BATTERY']);
