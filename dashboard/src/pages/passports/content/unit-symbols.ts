import { t } from '../../../language.ts';
import { RECOMMENDATION_20_SYMBOLS } from '../../../sentences/unit-symbols.ts';

/** Units with a word in place of a symbol. */
const WORDS: Readonly<Record<string, string>> = { ANN: t('years'), HUR: t('hours') };

/** Symbol of the unit of a field; empty without one. */
export function symbolOf(unit: string | null): string {
  return unit === null ? '' : (WORDS[unit] ?? RECOMMENDATION_20_SYMBOLS[unit] ?? unit);
}
