/** In place of a set, for a factor whose source names none. */
export const NOT_STATED = 'not stated';

/** Sets of the factors of the library, and those that factors with a split of gases are converted to. */
export const GWP_SETS: readonly string[] = ['SAR', 'TAR', 'AR4', 'AR5', 'AR6', 'EF 3.1'];

/**
 * The set of global warming potentials behind a factor, from the source's own words: `AR5-100
 * (Ember method)` and `AR5-100` are the same potentials. EF 3.1 is a set of its own.
 */
export function gwpSetOf(sourceWords: string): string {
  const report = /\b(SAR|TAR|AR[4-9])\b/.exec(sourceWords)?.[1];
  if (report !== undefined) return report;
  return sourceWords.startsWith('EF 3.') ? sourceWords.slice(0, 6) : NOT_STATED;
}
