import { type Choice, chooseRemembered } from './choose-factor.ts';
import type { FactorLibrary } from './library.ts';

/**
 * One row of the UK Government conversion factors in the edition nearest to a year, the newest
 * when no year is asked for. They are of the UK; what they serve elsewhere, they serve as a proxy.
 */
export function desnzRow(
  library: FactorLibrary,
  row: string,
  geography: string | undefined,
  year: number | undefined,
): Choice | undefined {
  const editions = library.desnzRows.get(row);
  return editions && chooseRemembered(editions, geography, year);
}
