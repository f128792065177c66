import { type MaterialIndex, telling } from './material-index.ts';
import { isHead, materialsIn } from './material-within.ts';
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
    (names.has('manifold', food.run) || // `hand cream`, `espresso beans`
      !isHead(index, words, food.run) ||
      further.some((word) => changes(index, word)))
  )
    return undefined;
  return { key: food.key, form: forms.join(' '), isItself: forms.every((form) => form === 'raw') };
}

function changes({ words, keyByFolded }: MaterialIndex, word: string): boolean {
  return (
    keyByFolded.has(word) ||
    words.isShape(word) ||
    words.has('container', word) ||
    words.has('not_of_it', word) ||
    words.isChanging(word)
  );
}
