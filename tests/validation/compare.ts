import {
  CalculationError,
  calculate,
  type FactorLibrary,
  type Footprint,
  type Gazetteer,
} from '../../engine/src/index.ts';
import type { ValidationCase } from './cases.ts';

export type Comparison = {
  readonly case: ValidationCase;
  readonly basicCo2eKg: number;
  readonly full: Footprint;
  /** Our FULL result divided by the published value. */
  readonly ratio: number;
  readonly interval: { readonly low: number; readonly high: number };
  readonly isInside: boolean;
};

/** A product that the library cannot calculate, with the reasons. */
export type Refused = { readonly case: ValidationCase; readonly reasons: readonly string[] };

/** Calculates a product BASIC and FULL over the boundary of its declaration. */
export function compare(
  validation: ValidationCase,
  library: FactorLibrary,
  gazetteer: Gazetteer,
): Comparison | Refused {
  try {
    const basic = footprint(validation, 'BASIC', library, gazetteer);
    const full = footprint(validation, 'FULL', library, gazetteer);
    const { lowCo2eKg, highCo2eKg } = full.full?.uncertainty ?? {};
    const interval = { low: lowCo2eKg ?? full.co2eKg, high: highCo2eKg ?? full.co2eKg };
    const { kgCo2e } = validation.published;
    return {
      case: validation,
      basicCo2eKg: basic.co2eKg,
      full,
      ratio: full.co2eKg / kgCo2e,
      interval,
      isInside: interval.low <= kgCo2e && kgCo2e <= interval.high,
    };
  } catch (error) {
    if (!(error instanceof CalculationError)) throw error;
    return { case: validation, reasons: error.problems.map(({ message }) => message) };
  }
}

function footprint(
  { product, boundary }: ValidationCase,
  detail: 'BASIC' | 'FULL',
  library: FactorLibrary,
  gazetteer: Gazetteer,
): Footprint {
  return calculate({ product, options: { detail, boundary } }, library, { gazetteer });
}

export type Summary = {
  readonly count: number;
  readonly refused: number;
  /** Median of the absolute ratio: 1.3 for a result that is 1.3 times the published one, or 1/1.3. */
  readonly medianRatio: number;
  readonly withinTwo: number;
  readonly beyondThree: readonly Comparison[];
  readonly insideShare: number;
  /** Standard deviation of ln(ratio) around 0. */
  readonly logSpread: number;
};

export function summarise(results: readonly (Comparison | Refused)[]): Summary {
  const compared = results.filter((result) => 'full' in result);
  const ratios = compared.map(({ ratio }) => absolute(ratio)).sort((a, b) => a - b);
  const share = (matching: readonly unknown[]) => matching.length / Math.max(1, compared.length);
  return {
    count: results.length,
    refused: results.length - compared.length,
    medianRatio: medianOf(ratios),
    withinTwo: share(ratios.filter((ratio) => ratio <= 2)),
    beyondThree: compared.filter(({ ratio }) => absolute(ratio) > 3),
    insideShare: share(compared.filter(({ isInside }) => isInside)),
    logSpread: Math.sqrt(
      compared.reduce((sum, { ratio }) => sum + Math.log(ratio) ** 2, 0) / compared.length,
    ),
  };
}

export function absolute(ratio: number): number {
  return ratio < 1 ? 1 / ratio : ratio;
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length / 2;
  const upper = sorted[Math.floor(middle)] ?? Number.NaN;
  return Number.isInteger(middle) ? ((sorted[middle - 1] ?? upper) + upper) / 2 : upper;
}
