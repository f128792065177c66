import type { MaterialGroup } from '../vocabulary.ts';
import {
  type MaterialIndex,
  type NamedMaterial,
  namedBy,
  SOLIDS,
  telling,
} from './material-index.ts';
import { foldedName, recycledBase } from './name-forms.ts';
import { withoutStates } from './part-words.ts';
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
  const words = telling(index, folded);
  const plain = withoutStates(index.words, words.join(' ')).split(' ');
  const product = cleaningProduct(index, plain) ?? textileProduct(index, plain);
  if (product !== undefined) return product;
  if (plain.length > MOST_WORDS) return undefined;
  const { found, others } = materialsIn(index, words);
  if (isOfAnother(index, found, others)) return undefined;
  const battery = batteryAtEnd(index, words, found);
  if (battery !== undefined) return { ...battery, isItself: false };
  const kinds = kindsOf(index, withoutContents(index, words, found));
  const groups = new Set(kinds.map(({ key }) => index.entries.get(key)?.group));
  const [kind] = kinds;
  const [group] = groups;
  if (kind === undefined || groups.size !== 1 || group === undefined) return undefined;
  const shapes = found.filter((one) => !kinds.includes(one) && index.words.isShape(one.run));
  const isItself =
    new Set(kinds.map(({ key }) => key)).size === 1 &&
    !(kind.isRecycled && isOfShare(name)) &&
    ([...others, ...shapes.map(({ run }) => run)].every((word) => leavesAsIs(index, kind, word)) ||
      (THINGS.has(group) && words.at(-1) === kind.run.split(' ').at(-1)));
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
    [...others, ...alone].some(
      (word) =>
        index.words.has('not_of_it', word) &&
        !(index.words.has('substance_form', word) && isSubstance(index, found[0])),
    ) ||
    others.some(
      (word) => SALT.test(word) && !index.words.isState(word) && !index.words.isShape(word),
    )
  );
}

function isSubstance(index: MaterialIndex, one: NamedMaterial | undefined): boolean {
  return one !== undefined && index.entries.get(one.key)?.group === 'MIXED';
}

/**
 * The factor of the material does not depend on the word. A solid is what it is whatever is made of it: any noun may
 * stand next to it, but not a tool for it (`paper shredder`) and not what makes another material of it.
 */
function leavesAsIs(index: MaterialIndex, kind: NamedMaterial, word: string): boolean {
  if (index.words.isState(word)) return true;
  const group = index.entries.get(kind.key)?.group ?? 'MIXED';
  if (group === 'MIXED') return index.words.has('substance_form', word);
  if (group === 'TEXTILE' && !isMadeUp(index, kind)) return false;
  if (!SOLIDS.has(group)) return false;
  return index.words.isShape(word) || !(TOOL.test(word) || index.words.isChanging(word));
}

/** A tool or what is done to it: `glass cutter`, `wood treatment`. */
const TOOL = /(er|or|ment|tion)s?$/;

/** The materials of a name with the words that name them, and all other words. */
export function materialsIn(
  index: MaterialIndex,
  words: readonly string[],
): { readonly found: readonly Found[]; readonly others: readonly string[] } {
  const readings = [segments(index, words, 1), segments(index, words, -1)];
  const [best] = readings.sort((one, other) => surprise(one) - surprise(other));
  if (best === undefined) return { found: [], others: [] };
  // `polyurethane mattress foam` names one material.
  const run = best.found.map((one) => one.run).join(' ');
  const joined = best.found.length > 1 ? namedBy(index, [run]) : undefined;
  return joined === undefined ? best : { found: [{ ...joined, run }], others: best.others };

  function surprise({ found, others }: Segments): number {
    const unknown = others.filter(
      (word) => !index.words.isState(word) && !index.words.isKnown(word),
    );
    return unknown.length * MOST_WORDS + new Set(found.map(({ key }) => key)).size;
  }
}

interface Segments {
  readonly found: readonly Found[];
  readonly others: readonly string[];
}

/** The longest names first, from the front (`direction` 1) or from the end: `chapa de | acero inoxidable`. */
function segments(index: MaterialIndex, words: readonly string[], direction: 1 | -1): Segments {
  const found: Found[] = [];
  const others: string[] = [];
  let rest = words;
  while (rest.length > 0) {
    const runs = [4, 3, 2, 1].map((length) =>
      direction === 1 ? rest.slice(0, length) : rest.slice(-length),
    );
    const run = runs.find((some) => namedBy(index, [some.join(' ')])) ?? runs[3] ?? [];
    const text = run.join(' ');
    const named = namedBy(index, [text]);
    if (named === undefined) others.push(text);
    else found.push({ ...named, run: text });
    rest = direction === 1 ? rest.slice(run.length) : rest.slice(0, -run.length);
  }
  return direction === 1 ? { found, others } : { found: found.reverse(), others: others.reverse() };
}

interface Found extends NamedMaterial {
  /** The words that name it. */
  readonly run: string;
}

/** The materials that a name speaks of, however its other words change them: what a refusal suggests. */
export function kindsWithin(index: MaterialIndex, folded: string): readonly NamedMaterial[] {
  return kindsOf(index, materialsIn(index, telling(index, folded)).found);
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
    'clothing textile finished average fibre mix|insulation|cardboard|paper'
  ).split('|'),
);

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
  return /^steel( sheet cold rolled)?$/.test(key) &&
    words.some((word) => index.words.has('galvanised', word))
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
    ...words.map((run) => ({ run, key: namedBy(index, [run])?.key })),
  ];
  for (const { run, key } of fibres) {
    const fabric = key && fabricFor(index, words, key);
    if (!fabric) continue;
    const others = words.filter((word) => !run.split(' ').includes(word));
    const isItself =
      fabric.isKind &&
      others.every(
        (word) =>
          index.words.isState(word) || index.words.isKnown(word) || fabric.words.includes(word),
      );
    const isRecycled = words.some((word) => recycledBase(index.words, `${word} x`) === 'x');
    return { key: fabric.key, isRecycled, isItself };
  }
  return undefined;
}

const CLEANING = new Set('soap|shampoo|laundry detergent|toothpaste'.split('|'));

/** Without what a thing of a material is for: `stainless steel water bottle`, `PVC cable sheath`, `glass jam jar`. */
function withoutContents(
  index: MaterialIndex,
  words: readonly string[],
  found: readonly Found[],
): readonly Found[] {
  const isSolid = ({ key }: Found) => SOLIDS.has(index.entries.get(key)?.group ?? 'MIXED');
  const solid = found.find(isSolid);
  const last = words.findLast((word) => !index.words.isState(word));
  return solid === undefined
    ? found
    : found.filter((one) => isSolid(one) || one.run.split(' ').at(-1) === last);
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

/** Groups of things that a further word only describes, if it comes before: `USB-C cable`. */
const THINGS: ReadonlySet<MaterialGroup> = new Set(['ELECTRICAL', 'BATTERY']);

/** Salts and other compounds of a metal. */
const SALT = /(ate|ide|ite)s?$/;

/** Longer texts are descriptions, not names. */
const MOST_WORDS = 6;

const CAN_BE_WITHIN: ReadonlySet<MaterialGroup> = new Set([...SOLIDS, ...THINGS]);
