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
export class NameWords {
  readonly #lists = new Map<string, readonly string[]>();
  readonly #sets: ReadonlyMap<string, ReadonlySet<string>>;
  /** The words of all kinds. */
  readonly all: ReadonlySet<string>;
  /** The English word of a form that the factors of foods name: `geräuchert` → `smoked`. */
  readonly foodForms: ReadonlyMap<string, string>;
  /** The usual spelling of another one: `aluminum` → `aluminium`. */
  readonly spellings: ReadonlyMap<string, string>;

  constructor(rows: readonly NameWordRow[]) {
    for (const [kind, group] of Map.groupBy(rows, (row) => row.kind)) {
      const words = group.flatMap((row) => row.words);
      words.sort((one, other) => other.length - one.length);
      this.#lists.set(kind, words);
    }
    this.#sets = new Map([...this.#lists].map(([kind, list]) => [kind, new Set(list)]));
    this.all = new Set([...this.#lists.values()].flat());
    this.foodForms = formsOf(rows, 'food_form');
    this.spellings = formsOf(rows, 'spelling');
  }

  has(kind: string, word: string): boolean {
    return this.#sets.get(kind)?.has(word) ?? false;
  }

  /** The same for a key of the catalogue, whose spaces are underscores in the table. */
  hasKey(kind: string, key: string): boolean {
    return this.has(kind, key.replaceAll(' ', '_'));
  }

  /** The words of a kind, longest first. */
  list(kind: string): readonly string[] {
    return this.#lists.get(kind) ?? [];
  }

  /** Parts and goods: `brass hinge`. The shaping is a step of manufacture. */
  isShape(word: string): boolean {
    return this.has('part', word) || this.has('shape', word);
  }

  /** Colours, finishes, sizes, uses, certificates, prepositions, and codes of a grade or an article. */
  isState(word: string): boolean {
    return (
      this.has('finish', word) ||
      this.has('state', word) ||
      SIZE.test(word) ||
      CODE.test(word) ||
      (PARTICIPLE.test(word) && !this.isChanging(word))
    );
  }

  /** Adds another material, or says where it comes from. */
  isChanging(word: string): boolean {
    return this.list('changing').some((part) => word.includes(part));
  }

  /** A word that may end a compound: `Holzlöffel`. */
  isKnown(word: string): boolean {
    return this.isShape(word) || this.isFoodDetail(word) || this.has('compound_goods', word);
  }

  /** Cut, quality, packing and origin of a food: no factor depends on them. */
  isFoodDetail(word: string): boolean {
    return this.has('food_detail', word) || /^\d+$/.test(word);
  }
}

function formsOf(rows: readonly NameWordRow[], wanted: string): Map<string, string> {
  const own = rows.filter(({ kind }) => kind === wanted);
  return new Map(own.flatMap(({ form, words }) => words.map((word) => [word, form])));
}

/** `v2a`, `6061`, `100cr6`; not `gf30`, which is another compound. */
const CODE = /^(?!(?:gf|cf)\d)[a-z]{0,4}\d[a-z0-9]{0,7}$/;

/** A way of working the material in six languages: `knurled`, `gehobelt`, `cepillada`, `zincata`. */
const PARTICIPLE =
  /^\p{L}{3,}ed$|^(ge|be|ver)\p{L}{3,}(t|te|ter|tes|ten|d|de)$|^\p{L}{3,}(ad|id|at|it)[oa]s?$/u;
