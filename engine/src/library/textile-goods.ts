/**
 * Garments and household textiles that are named by their fibre: `cotton shirt` is cotton fabric, not fibre.
 */

import type { MaterialIndex } from './material-index.ts';

/** A fabric or a yarn of the catalogue. */
export interface TextileOfFibre {
  readonly key: string;
  /** The name is of the fabric or yarn itself, not of a thing that is sewn of it. */
  readonly isKind: boolean;
  /** Words of the name that say so. */
  readonly words: readonly string[];
}

/** The fabric or yarn of a fibre for a thing in the words of a name; undefined for other things and fibres. */
export function fabricFor(
  index: MaterialIndex,
  words: readonly string[],
  fibreKey: string,
): TextileOfFibre | undefined {
  const fibre = fibreKey
    .replace(/ fibre$/, '')
    .replace(/^merino /, '')
    .replace(/^(.+) fibre recycled$/, 'recycled $1');
  for (const [goods, form] of FORMS) {
    const said = words.filter((word) => isOf(word, index.words.list(goods)));
    const keys =
      form === 'yarn' ? [`${fibre} yarn`] : [`${fibre} fabric ${form}`, `${fibre} fabric`];
    const key = keys.find((one) => index.entries.has(one));
    if (said.length > 0 && key !== undefined)
      return { key, isKind: !goods.endsWith('_goods'), words: said };
  }
  return undefined;
}

/** A word of the list, or a German or Dutch compound that ends with one: `Baumwollhemd`. */
function isOf(word: string, goods: readonly string[]): boolean {
  return goods.some(
    (good) => word === good || (word.endsWith(good) && word.length >= good.length + 4),
  );
}

/** Forms by the kind of the words, kinds of fabric before things that are sewn. */
const FORMS = Object.entries({
  knit: 'knitted',
  weave: 'woven',
  yarn: 'yarn',
  knitted_goods: 'knitted',
  woven_goods: 'woven',
});
