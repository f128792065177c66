import type { CategoryRow, Defaults } from './defaults.ts';
import { normalizedName } from './material-names.ts';

/** Words of the longest name of a category. */
const MOST_WORDS = 3;

/**
 * The category whose name is in a product's name as whole words; of several, the longest name, then
 * the first category.
 */
export function categoryOf({ categories }: Defaults, name: string): CategoryRow | undefined {
  const words = normalizedName(name).split(' ');
  for (let length = Math.min(MOST_WORDS, words.length); length > 0; length -= 1) {
    for (let at = 0; at + length <= words.length; at += 1) {
      const found = categories.get(words.slice(at, at + length).join(' '));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
