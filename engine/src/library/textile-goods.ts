/**
 * Garments and cloth named by their fibre: `cotton shirt` is cotton clothing, `cotton towel` cotton fabric.
 */

import type { MaterialIndex } from './material-index.ts';

/** A fabric or a yarn of the catalogue. */
interface TextileOfFibre {
  readonly key: string;
  /** The name is of the fabric, yarn or clothing itself, not of a garment for which only its fabric is known. */
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
    .replace(/^merino | fibre$/, '')
    .replace(/^(.+) fibre recycled$/, 'recycled $1');
  for (const [goods, form] of FORMS) {
    const said = words.filter((word) => isOf(word, index.words.list(goods)));
    const keys = [`${fibre} ${form}`, `${fibre} ${form.split(' ')[0]}`];
    const clothing = goods.endsWith('_goods') && `clothing ${fibre}`;
    if (clothing) keys.unshift(clothing);
    const key = keys.find((one) => index.entries.has(one));
    if (said[0] && key) return { key, isKind: !clothing || key === clothing, words: said };
  }
  return undefined;
}

/** A word of the list, or a German or Dutch compound that ends with one: `Baumwollhemd`. */
function isOf(word: string, goods: readonly string[]): boolean {
  return goods.some(
    (good) => word === good || (word.endsWith(good) && word.length >= good.length + 4),
  );
}

/** Forms by the kind of the words, fabrics first. */
const FORMS = Object.entries({
  knit: 'fabric knitted',
  weave: 'fabric woven',
  yarn: 'yarn',
  cloth: 'fabric woven',
  knitted_goods: 'fabric knitted',
  woven_goods: 'fabric woven',
});
