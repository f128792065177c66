import type { MaterialGroup } from '../vocabulary.ts';
import {
  type MaterialIndex,
  type NamedMaterial,
  namedBy,
  namedMaterial,
  SOLIDS,
  telling,
} from './material-index.ts';
import { respelled } from './misspelt.ts';
import { foldedName, recycledBase } from './name-forms.ts';
import { withoutStates } from './part-words.ts';
import { fabricFor } from './textile-goods.ts';

/** A material within a longer name. */
interface MaterialWithin extends NamedMaterial {
  /** All other words leave the factor as it is: colours, finishes, codes, shapes. Otherwise it is a proxy. */
  readonly isItself: boolean;
  /** The name as it is read, if one of its words is a misspelling that makes it another material. */
  readonly spelling?: string;
}

/**
 * The material within a longer name: `brushed stainless steel 304`, `tent pole aluminium`. Of two materials of
 * one group the first counts, which is the kind, not the part: `stainless steel screws`. Undefined for two groups, and
 * for a thing that is used on the material or is another compound: `metal polish`, `magnesium stearate`.
 */
export function materialWithin(index: MaterialIndex, name: string): MaterialWithin | undefined {
  const found = asWritten(index, name);
  if (!found?.isItself) return found;
  const spelling = respelled(index, name);
  if (spelling === undefined) return found;
  const meant = namedMaterial(index, spelling) ?? asWritten(index, spelling);
  if (meant === undefined) return found;
  const isSame = meant.key === found.key && meant.isRecycled === found.isRecycled;
  return isSame ? found : { ...meant, isItself: false, spelling };
}

function asWritten(index: MaterialIndex, name: string): MaterialWithin | undefined {
  const folded = foldedName(name);
  const words = telling(index, folded);
  const plain = withoutStates(index.words, words.join(' ')).split(' ');
  if (plain.length > MOST_WORDS) return undefined;
  const product = textileProduct(index, plain);
  if (product !== undefined) return product;
  const { found, others } = materialsIn(index, words);
  if (isOfAnother(index, found, others)) return undefined;
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
      (THINGS.has(group) && isHead(index, words, kind.run)));
  const isProduct = index.words.hasKey('cleaning', kind.key) && isHead(index, words, kind.run);
  // A holder for a battery is no battery.
  if (!SOLIDS.has(group) && !isProduct && !(isItself && group !== 'FOOD')) return undefined;
  const isRecycled = kind.isRecycled && !isOfShare(name);
  return { key: galvanised(index, kind.key, words), isRecycled, isItself };
}

/** A thing that is used on a material or imitates it, or a salt of a metal. */
function isOfAnother(
  index: MaterialIndex,
  found: readonly Found[],
  others: readonly string[],
): boolean {
  const alone = found.length > 1 ? found : [];
  return (
    [...others, ...alone.map(({ run }) => run)].some((word) =>
      index.words.has('not_of_it', word),
    ) ||
    others.some(
      (word) => SALT.test(word) && !index.words.isState(word) && !index.words.isShape(word),
    )
  );
}

/**
 * The factor of the material does not depend on the word. A solid is what it is whatever is made of it, but
 * not a tool for it (`paper shredder`) nor another material.
 */
function leavesAsIs(index: MaterialIndex, kind: NamedMaterial, word: string): boolean {
  if (index.words.isState(word)) return true;
  const group = index.entries.get(kind.key)?.group ?? 'MIXED';
  if (group === 'MIXED' || THINGS.has(group)) return index.words.has('substance_form', word);
  if (group === 'TEXTILE' && !isMadeUp(index, kind)) return false;
  if (!SOLIDS.has(group)) return false;
  return index.words.isShape(word) || !(TOOL.test(word) || index.words.isChanging(word));
}

/** A tool or what is done to it: `glass cutter`, `wood treatment`. */
const TOOL = /(er|or|ment|tion)s?$|^[a-z]+\d/;

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

/** The materials that a name speaks of: what a refusal suggests. */
export function kindsWithin(index: MaterialIndex, folded: string): readonly NamedMaterial[] {
  return kindsOf(index, materialsIn(index, telling(index, folded)).found);
}

/** Without parts, shapes and goods, and without general words next to a kind: `legno di rovere`. */
function kindsOf(index: MaterialIndex, found: readonly Found[]): readonly Found[] {
  const { words, entries } = index;
  const groupOf = ({ key }: { readonly key: string }) => entries.get(key)?.group;
  const isPart = (key: string) => words.hasKey('part_key', key);
  // `rubber hose` says what it is of; `shower curtain` does not.
  const saysMaterial = (part: Found) =>
    part.run.split(' ').some((word) => {
      const named = words.isShape(word) ? undefined : namedBy(index, [word]);
      return named && !isPart(named.key) && groupOf(named) === groupOf(part);
    });
  const areTextiles = found.every((one) => groupOf(one) === 'TEXTILE');
  const isGoods = ({ key, run }: Found) =>
    isPart(key) ||
    words.isShape(run) ||
    (!areTextiles && run.split(' ').some((word) => words.isShape(word)));
  const kinds = orAll(
    found,
    (one) => (!isGoods(one) || saysMaterial(one)) && !words.isState(one.run),
  );
  return orAll(
    kinds,
    (one) =>
      !words.hasKey('general', one.key) ||
      !kinds.some((other) => other.key !== one.key && groupOf(other) === groupOf(one)),
  );
}

/** The items that pass, or all if none does. */
function orAll<T>(items: readonly T[], passes: (item: T) => boolean): readonly T[] {
  const passing = items.filter(passes);
  return passing.length > 0 ? passing : items;
}

function isMadeUp(index: MaterialIndex, { key }: NamedMaterial): boolean {
  return index.words.hasKey('made_up', index.entries.get(key)?.family ?? '');
}

/** `70 % recycled aluminium`: the share belongs in `recycledShare`; without it the material counts as virgin. */
function isOfShare(name: string): boolean {
  return /\d\s*%/.test(name) && !/\b100\s*%/.test(name);
}

function galvanised(index: MaterialIndex, key: string, words: readonly string[]): string {
  return /^steel( section| sheet cold rolled)?$/.test(key) &&
    words.some((word) => index.words.has('galvanised', word))
    ? 'steel galvanised'
    : key;
}

/** The run names the thing itself, of a kind: `sourdough bread`, `jamón serrano`. In English the thing comes last. */
export function isHead(index: MaterialIndex, words: readonly string[], run: string): boolean {
  const text = words.join(' ');
  const next = words[run.split(' ').length] ?? '';
  return (
    text.endsWith(` ${run}`) ||
    (text.startsWith(`${run} `) &&
      (!index.english.has(run) || index.words.has('preposition', next)))
  );
}

/** The fabric or yarn that is named by its fibre: of a garment as a proxy, of `cotton poplin` itself. */
function textileProduct(
  index: MaterialIndex,
  words: readonly string[],
): MaterialWithin | undefined {
  if (words.some((word) => index.words.has('imitated', word))) return undefined;
  const { found } = materialsIn(index, words);
  // The catalogue has the fabric itself: `organic cotton jersey 180 g/m²`.
  if (found.length === 1 && found.every((one) => isMadeUp(index, one))) return undefined;
  const fibres = [...found, ...words.map((run) => ({ run, key: namedBy(index, [run])?.key }))];
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

/** Without what a thing of a material is for: `stainless steel water bottle`, `PVC cable sheath`, `glass jam jar`. */
function withoutContents(
  index: MaterialIndex,
  words: readonly string[],
  found: readonly Found[],
): readonly Found[] {
  const solid = found.find((one) => isSolid(index, one));
  const last = words.findLast((word) => !index.words.isState(word));
  if (solid !== undefined)
    return found.filter((one) => isSolid(index, one) || one.run.split(' ').at(-1) === last);
  // `laptop battery` is a battery.
  const areThings = found.every(({ key }) => THINGS.has(index.entries.get(key)?.group ?? 'MIXED'));
  return areThings ? found.slice(-1) : found;
}

function isSolid(index: MaterialIndex, { key }: NamedMaterial): boolean {
  return SOLIDS.has(index.entries.get(key)?.group ?? 'MIXED');
}

/** Things that a word before only describes: `USB-C cable`. */
const THINGS: ReadonlySet<MaterialGroup> = new Set(['ELECTRICAL', 'BATTERY']);

/** Salts and other compounds of a metal. */
const SALT = /(ate|ide|ite)s?$/;

/** Longer texts are descriptions, not names. */
const MOST_WORDS = 6;
