import type { MaterialIndex } from './material-index.ts';
import { materialsIn } from './material-within.ts';
import { foldedName } from './name-forms.ts';
import { wordsWithoutMeasures } from './part-words.ts';

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
  const { found, others } = materialsIn(index, wordsWithoutMeasures(foldedName(name)));
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
  if (!rest.every((word) => names.foodForms.get(word) !== undefined || names.isFoodDetail(word)))
    return undefined;
  return { key: food.key, form: forms.join(' '), isItself: forms.every((form) => form === 'raw') };
}
