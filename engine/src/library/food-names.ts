import { type MaterialIndex, telling } from './material-index.ts';
import { materialsIn } from './material-within.ts';
import { foldedName } from './name-forms.ts';

/** A food of the catalogue in a longer name. */
export interface FoodName {
  /** Key of the catalogue. */
  readonly key: string;
  /** English words of its form: `smoked`; empty if none is named. */
  readonly form: string;
  /** No word of the name changes the food: `chicken thighs boneless`. */
  readonly isItself: boolean;
}

/** The one food in a name of which all other words are its form or details: `garbanzos cocidos`. */
export function foodNamed(index: MaterialIndex, name: string): FoodName | undefined {
  const names = index.words;
  const words = telling(index, foldedName(name));
  const { found, others } = materialsIn(index, words);
  const kinds = found.filter(
    ({ run }) => names.foodForms.get(run) === undefined && !names.isFoodDetail(run),
  );
  const [food] = kinds;
  if (food === undefined || kinds.some(({ key }) => key !== food.key)) return undefined;
  if (index.entries.get(food.key)?.group !== 'FOOD') return undefined;
  const rest = [
    ...others,
    ...found.flatMap(({ run }) => (kinds.some((kind) => kind.run === run) ? [] : [run])),
  ];
  const forms = rest.flatMap((word) => names.foodForms.get(word) ?? []);
  const further = rest.filter((word) => !names.foodForms.has(word) && !names.isFoodDetail(word));
  if (
    further.length > 0 &&
    (!isHead(index, words, food.run) || further.some((word) => changes(index, word)))
  )
    return undefined;
  return { key: food.key, form: forms.join(' '), isItself: forms.every((form) => form === 'raw') };
}

/** The food is the thing itself, of a kind: `sourdough bread`, `jamón serrano`. In English the thing comes last. */
function isHead(index: MaterialIndex, words: readonly string[], run: string): boolean {
  const text = words.join(' ');
  // `hand cream`, `espresso beans`: their kinds have little in common.
  if (index.words.has('manifold', run)) return false;
  if (text.endsWith(` ${run}`)) return true;
  const next = words[run.split(' ').length] ?? '';
  return (
    text.startsWith(`${run} `) && (!index.english.has(run) || index.words.has('preposition', next))
  );
}

function changes({ words, keyByFolded }: MaterialIndex, word: string): boolean {
  return (
    keyByFolded.has(word) ||
    words.isShape(word) ||
    ['container', 'not_of_it'].some((kind) => words.has(kind, word)) ||
    words.isChanging(word)
  );
}
