import type { Factor } from '../factor.ts';
import { type Choice, chooseFactor } from './choose-factor.ts';
import type { FactorLibrary } from './library.ts';

/** Editions of the UK Government conversion factors, newest first. Rows keep their numbers. */
const EDITIONS = ['desnz-2025', 'desnz-2024', 'desnz-2023'];

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
  const editions = EDITIONS.flatMap((edition): Factor[] => {
    const factor = library.factors.get(`${edition}:${row}`);
    return factor ? [factor] : [];
  });
  return chooseFactor(editions, geography, year);
}
