import { detailNumber, type Factor } from '../factor.ts';
import { GLOBAL, isWide } from '../library/regions.ts';
import type { Pedigree } from '../product.ts';
import { isExpired, isPrimary } from '../supplier-pcf.ts';
import type { PedigreeScore } from '../system/index.ts';
import type { ScoreList } from './resolved.ts';

/** Request against which a factor is judged. */
export interface Wanted {
  readonly geography?: string | undefined;
  readonly year: number;
  readonly isProxy: boolean;
}

/**
 * Pedigree scores, 1 best to 5, of a factor where it is used: each step down the ladder raises
 * them. Time and place are judged against what was asked for; reliability and technology come from
 * the source's own rating where it has one. Scores that were declared win.
 */
export function scoresOf(
  factor: Factor,
  wanted: Wanted,
  declared: Pedigree | undefined,
): ScoreList {
  if (declared !== undefined) {
    const { reliability, completeness, temporal, geographical, technological } = declared;
    return [
      score(reliability),
      score(completeness),
      score(temporal),
      score(geographical),
      score(technological),
    ];
  }
  const technology = detailNumber(factor, 'dqr_technology') ?? (isPrimary(factor) ? 1 : 2);
  return [
    score(detailNumber(factor, 'dqr_precision') ?? reliabilityOf(factor)),
    score(detailNumber(factor, 'dqr_completeness') ?? (isPrimary(factor) ? 1 : 2)),
    isExpired(factor, wanted.year)
      ? 5
      : score(detailNumber(factor, 'dqr_temporal') ?? temporalScore(factor, wanted.year)),
    score(detailNumber(factor, 'dqr_geography') ?? geographicalScore(factor, wanted.geography)),
    score(wanted.isProxy ? Math.max(4, technology) : technology),
  ];
}

/**
 * Suppliers who measured know their product; a footprint that does not say so, and a value that was not
 * read again in its publication, are less sure.
 */
function reliabilityOf(factor: Factor): number {
  const { activity, details } = factor;
  if (activity === 'supplier_pcf') return isPrimary(factor) ? 1 : 3;
  return details?.['evidence'] === 'known' || details?.['evidence'] === 'composed' ? 3 : 2;
}

/** Age in years against the pedigree matrix: under 3, 6, 10, 15, more. */
function temporalScore(factor: Factor, year: number): PedigreeScore {
  if (factor.year === null) return 5;
  const age = Math.abs(year - factor.year);
  return age <= 3 ? 1 : age <= 6 ? 2 : age <= 10 ? 3 : age <= 15 ? 4 : 5;
}

function geographicalScore(factor: Factor, wanted: string | undefined): PedigreeScore {
  if (factor.geography === wanted) return 1;
  if (wanted === undefined) return factor.geography === GLOBAL ? 2 : 3;
  return isWide(factor.geography) ? 3 : 4;
}

function score(value: number): PedigreeScore {
  const whole = Math.min(5, Math.max(1, Math.floor(value + 0.5)));
  return SCORES.find((known) => known === whole) ?? 5;
}

const SCORES: readonly PedigreeScore[] = [1, 2, 3, 4, 5];
