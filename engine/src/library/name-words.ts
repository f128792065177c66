/** Words of names next to a material or a food, in six languages (`data/reference/name-words.csv`). */

import { SIZE } from './part-words.ts';

/** One row of the table. */
export interface NameWordRow {
  readonly kind: string;
  /** The English word of a `food_form`, the usual `spelling`; empty for other kinds. */
  readonly form: string;
  readonly words: readonly string[];
}

/**
 * Words that leave the factor of a material as it is. They are read only after the material was found: some of
 * them are materials themselves (`board`), or part of the name of another (`car battery`).
 */
export interface NameWords {
  readonly has: (kind: string, word: string) => boolean;
  /** The words of a kind, longest first. */
  readonly list: (kind: string) => readonly string[];
  /** Parts and goods: `brass hinge`. The shaping is a step of manufacture. */
  readonly isShape: (word: string) => boolean;
  /** Colours, finishes, sizes, uses, certificates, prepositions, and codes of a grade or an article. */
  readonly isState: (word: string) => boolean;
  /** Forms in which a substance is sold: `caustic soda flakes`. */
  readonly isFormOfSubstance: (word: string) => boolean;
  /** The English word of a form that the factors of foods name: `geräuchert` → `smoked`. */
  readonly foodForm: (word: string) => string | undefined;
  /** The usual spelling of another one: `aluminum` → `aluminium`. */
  readonly spelling: (word: string) => string | undefined;
  /** Cut, quality, packing and origin of a food: no factor depends on them. */
  readonly isFoodDetail: (word: string) => boolean;
}

export function createNameWords(rows: readonly NameWordRow[]): NameWords {
  const lists = new Map<string, string[]>();
  for (const { kind, words } of rows) lists.set(kind, [...(lists.get(kind) ?? []), ...words]);
  for (const list of lists.values()) list.sort((one, other) => other.length - one.length);
  const sets = new Map([...lists].map(([kind, list]) => [kind, new Set(list)]));
  const has = (kind: string, word: string) => sets.get(kind)?.has(word) ?? false;
  const forms = (wanted: string) =>
    new Map(
      rows.flatMap(({ kind, form, words }) =>
        kind === wanted ? words.map((word): [string, string] => [word, form]) : [],
      ),
    );
  const foodForms = forms('food_form');
  const spellings = forms('spelling');
  return {
    has,
    list: (kind) => lists.get(kind) ?? [],
    isShape: (word) => has('part', word) || has('shape', word),
    isState: (word) =>
      has('finish', word) ||
      has('state', word) ||
      SIZE.test(word) ||
      CODE.test(word) ||
      isParticiple(word, lists.get('changing') ?? []),
    isFormOfSubstance: (word) => has('substance_form', word),
    spelling: (word) => spellings.get(word),
    foodForm: (word) => foodForms.get(word),
    isFoodDetail: (word) => has('food_detail', word) || /^\d+$/.test(word),
  };
}

/** `v2a`, `6061`, `100cr6`; not `gf30`, which is another compound. */
const CODE = /^(?!(?:gf|cf)\d)[a-z]{0,4}\d[a-z0-9]{0,7}$/;

/** A way of working that adds no other material. */
function isParticiple(word: string, changing: readonly string[]): boolean {
  return PARTICIPLE.test(word) && !changing.some((part) => word.includes(part));
}

/** A way of working the material in six languages: `knurled`, `gehobelt`, `cepillada`, `zincata`. */
const PARTICIPLE =
  /^\p{L}{3,}ed$|^(ge|be|ver)\p{L}{3,}(t|te|ter|tes|ten|d|de)$|^\p{L}{3,}(ad|id|at|it)[oa]s?$/u;
