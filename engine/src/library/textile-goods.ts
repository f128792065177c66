/**
 * Garments and household textiles that are named by their fibre: `cotton shirt` is cotton fabric, not fibre.
 */

import type { NameWords } from './name-words.ts';

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
  names: NameWords,
  words: readonly string[],
  fibreKey: string,
): TextileOfFibre | undefined {
  const textiles = TEXTILES.get(fibreKey);
  if (textiles === undefined) return undefined;
  for (const { goods, form, isKind } of GOODS_BY_FORM) {
    const key = textiles[form];
    const said = words.filter((word) => isOf(word, names.list(goods)));
    if (said.length > 0 && key !== '') return { key, isKind, words: said };
  }
  return undefined;
}

/** A word of the list, or a German or Dutch compound that ends with one: `Baumwollhemd`. */
function isOf(word: string, goods: readonly string[]): boolean {
  return goods.some(
    (good) => word === good || (word.endsWith(good) && word.length >= good.length + 4),
  );
}

interface Textiles {
  readonly woven: string;
  readonly knitted: string;
  readonly yarn: string;
}

/** Keys of the catalogue by the key of the fibre. */
const TEXTILES: ReadonlyMap<string, Textiles> = new Map(
  Object.entries({
    'cotton fibre': ['cotton fabric woven', 'cotton fabric knitted', 'cotton yarn'],
    'organic cotton fibre': ['organic cotton fabric woven', 'organic cotton fabric knitted', ''],
    'polyester fibre': ['polyester fabric woven', 'polyester fabric knitted', 'polyester yarn'],
    'polyester fibre recycled': [
      'recycled polyester fabric woven',
      'recycled polyester fabric knitted',
      '',
    ],
    'nylon fibre': ['nylon fabric', 'nylon fabric', ''],
    wool: ['wool fabric', 'wool fabric', 'wool yarn'],
    'merino wool': ['wool fabric', 'wool fabric', ''],
    linen: ['linen fabric', 'linen fabric', ''],
    silk: ['silk fabric', 'silk fabric', ''],
    viscose: ['viscose fabric', 'viscose fabric', ''],
    modal: ['modal fabric', 'modal fabric', ''],
    lyocell: ['lyocell fabric', 'lyocell fabric', ''],
    'acrylic fibre': ['acrylic fabric', 'acrylic fabric', ''],
    'hemp fibre': ['hemp fabric', 'hemp fabric', 'hemp yarn'],
    jute: ['jute fabric', 'jute fabric', ''],
  }).map(([fibre, [woven = '', knitted = '', yarn = '']]) => [fibre, { woven, knitted, yarn }]),
);

/** Kinds of fabric before things that are sewn. */
const GOODS_BY_FORM: readonly {
  readonly goods: string;
  readonly form: keyof Textiles;
  readonly isKind: boolean;
}[] = [
  { goods: 'knit', form: 'knitted', isKind: true },
  { goods: 'weave', form: 'woven', isKind: true },
  { goods: 'yarn', form: 'yarn', isKind: true },
  { goods: 'knitted_goods', form: 'knitted', isKind: false },
  { goods: 'woven_goods', form: 'woven', isKind: false },
];
