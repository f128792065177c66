import type { CategoryRow } from './defaults.ts';
import type { FactorLibrary } from './library.ts';
import { normalizedName } from './material-names.ts';

/** Words of the longest name of a category. */
const MOST_WORDS = 3;

/**
 * The category whose name is in a product's name as whole words; of several, the longest name, then
 * the first category. A part of such a product is none: `e-bike battery pack`.
 */
export function categoryOf(
  { defaults, materialIndex }: FactorLibrary,
  name: string,
): CategoryRow | undefined {
  const words = normalizedName(name).split(' ');
  const isPart = (word: string) =>
    /battery|charger/.test(word) || materialIndex.words.isShape(word);
  for (let length = MOST_WORDS; length > 0; length -= 1) {
    for (let end = length; end <= words.length; end += 1) {
      const found = defaults.categories.get(words.slice(end - length, end).join(' '));
      if (found) return words.slice(end).some(isPart) ? undefined : found;
    }
  }
  return undefined;
}
