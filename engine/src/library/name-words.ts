/** Words of names next to a material or a food, in six languages (`data/reference/name-words.csv`). */

import { isShape, isState } from './part-words.ts';

/** One row of the table. */
export interface NameWordRow {
  readonly kind: string;
  /** The English word of a `food_form`; empty for other kinds. */
  readonly form: string;
  readonly words: readonly string[];
}

/**
 * Words that leave the factor of a material as it is. They are read only after the material was found: some of
 * them are materials themselves (`board`), or part of the name of another (`car battery`).
 */
export interface NameWords {
  /** Parts and goods: `brass hinge`. The shaping is a step of manufacture. */
  readonly isShape: (word: string) => boolean;
  /** Colours, finishes, sizes, uses, certificates, prepositions, and codes of a grade or an article. */
  readonly isState: (word: string) => boolean;
  /** Forms in which a substance is sold: `caustic soda flakes`. */
  readonly isFormOfSubstance: (word: string) => boolean;
  /** The English word of a form that the factors of foods name: `geräuchert` → `smoked`. */
  readonly foodForm: (word: string) => string | undefined;
  /** Cut, quality, packing and origin of a food: no factor depends on them. */
  readonly isFoodDetail: (word: string) => boolean;
}

export function createNameWords(rows: readonly NameWordRow[]): NameWords {
  const of = (kind: string) =>
    new Set(rows.flatMap((row) => (row.kind === kind ? [...row.words] : [])));
  const shapes = of('shape');
  const states = of('state');
  const substanceForms = of('substance_form');
  const foodDetails = of('food_detail');
  const foodForms = new Map(
    rows.flatMap(({ kind, form, words }) =>
      kind === 'food_form' ? words.map((word): [string, string] => [word, form]) : [],
    ),
  );
  return {
    isShape: (word) => isShape(word) || shapes.has(word),
    isState: (word) => isState(word) || states.has(word) || CODE.test(word) || isParticiple(word),
    isFormOfSubstance: (word) => substanceForms.has(word),
    foodForm: (word) => foodForms.get(word),
    isFoodDetail: (word) => foodDetails.has(word) || /^\d+$/.test(word),
  };
}

/** `v2a`, `6061`, `100cr6`; not `gf30`, which is another compound. */
const CODE = /^(?!(?:gf|cf)\d)[a-z]{0,4}\d[a-z0-9]{0,7}$/;

function isParticiple(word: string): boolean {
  return PARTICIPLE.test(word) && !CHANGING.test(word);
}

/** A way of working the material in six languages: `knurled`, `gehobelt`, `cepillada`, `zincata`. */
const PARTICIPLE =
  /^\p{L}{3,}ed$|^(ge|be|ver)\p{L}{3,}(t|te|ter|tes|ten|d|de)$|^\p{L}{3,}(ad|id|at|it)[oa]s?$/u;

/** Ways that add another material, or that say where it comes from. */
const CHANGING =
  /(fill|reinforc|cycl|claim|generat|blend|mix|laminat|expand|foam|bas|impregnat|stuff|padd|upholster|infus|flavour|enrich|activat|calcin|bond)ed$|(seed|weed|reed|feed)$|^(gefull|verstark|gemisch|gerecycl|versterk|gevul|gemeng|gewebe|beton|bedarf|gewurz|verbund|getrank)|cicl|refor|rinfor|rellen|mezcl|mescol|expand|espan|lamin|^(zapat|vestid|helad|pescad|patat|gelat|insalat|crostat|frittat|limonad|ensalad|empanad|tostad|comid|bebid|bocad|tomat)/u;
