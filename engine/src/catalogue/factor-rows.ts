import type { Factor } from '../factor.ts';
import { IMPACT_CATEGORIES } from '../vocabulary.ts';

export const INDICATOR_COUNT = IMPACT_CATEGORIES.length;
/** The indicators, then for each the kg CO2e whose factors lack it: what makes it partial. */
export const LANES = 2 * INDICATOR_COUNT;

/** Impacts per unit of every factor, row-major [factor][lane]. Climate comes first and is whole. */
export function factorRows(factors: readonly Factor[]): Float64Array<ArrayBuffer> {
  const rows = new Float64Array(factors.length * LANES);
  for (const [at, factor] of factors.entries()) {
    for (const [lane, code] of IMPACT_CATEGORIES.entries()) {
      const value = code === 'CC' ? factor.co2eKgPerUnit : factor.indicators?.[code];
      const lacking = value === undefined ? Math.abs(factor.co2eKgPerUnit) : 0;
      rows[at * LANES + lane] = value ?? 0;
      rows[at * LANES + INDICATOR_COUNT + lane] = lacking;
    }
  }
  return rows;
}
