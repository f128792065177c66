import type { CalculateOptions } from './calculate-basic.ts';
import { badInput, CalculationError, type Problem } from './errors.ts';
import { evaluate } from './evaluate/evaluate.ts';
import type { FactorLibrary } from './library/library.ts';
import { DEFAULT_FULL_METHOD, type FullMethod, type RecyclingMethod } from './method.ts';
import type { Product } from './product.ts';
import { resolveTree } from './resolve/resolve-tree.ts';
import type { Footprint } from './result.ts';
import { unlessImplausible } from './strict.ts';
import { DEFAULT_ITERATIONS, MAX_ITERATIONS } from './system/index.ts';
import type { Boundary, ElectricityAccounting } from './vocabulary.ts';

export interface FullOptions extends Omit<CalculateOptions, 'full'> {
  /** System boundary; CRADLE_TO_GRAVE when absent. */
  readonly boundary?: Boundary | undefined;
  /** CUT_OFF when absent. */
  readonly recycling?: RecyclingMethod | undefined;
  /** Electricity accounting of the total; LOCATION when absent. Both are reported. */
  readonly electricity?: ElectricityAccounting | undefined;
  /**
   * Monte Carlo samples in addition to the analytic uncertainty: 1,000 iterations and seed 1 by
   * default.
   */
  readonly monteCarlo?:
    | { readonly iterations?: number | undefined; readonly seed?: number | undefined }
    | undefined;
}

/**
 * The whole life cycle of one declared unit within a boundary: kg CO2e by phase, EF 3.1 indicators
 * where factors have them, greenhouse gases by kind, both electricity accountings, uncertainty,
 * data quality. Gaps are filled, and every fill is an assumption (calculation.md §2.3, §2.4).
 */
export function calculateFull(
  product: Product,
  library: FactorLibrary,
  options: FullOptions = {},
): Footprint {
  const products = options.products ?? new Map<string, Product>();
  const full = fullMethodOf(options);
  const footprint = evaluate(resolveTree(library, product, products, { ...options, full }));
  return unlessImplausible(footprint, options.strict);
}

/** The method that options mean, defaults filled in. */
export function fullMethodOf(options: FullOptions): FullMethod {
  const { boundary, recycling, electricity, monteCarlo } = options;
  const method: FullMethod = {
    ...DEFAULT_FULL_METHOD,
    ...(boundary && { boundary }),
    ...(recycling && { recycling }),
    ...(electricity && { electricity }),
  };
  if (monteCarlo === undefined) return method;
  const problems = monteCarloProblems(monteCarlo);
  if (problems.length > 0) throw new CalculationError(problems);
  const { iterations = DEFAULT_ITERATIONS, seed = 1 } = monteCarlo;
  return { ...method, monteCarlo: { iterations, seed } };
}

/** Everything that is wrong with the options of a Monte Carlo. */
export function monteCarloProblems({
  iterations = DEFAULT_ITERATIONS,
  seed = 1,
}: NonNullable<FullOptions['monteCarlo']>): Problem[] {
  return [
    ...complaint(
      Number.isInteger(iterations) && iterations >= 2 && iterations <= MAX_ITERATIONS,
      'iterations',
      `Monte Carlo takes 2 to ${MAX_ITERATIONS} iterations.`,
    ),
    ...complaint(Number.isSafeInteger(seed) && seed >= 0, 'seed', 'A seed is a whole number.'),
  ];
}

function complaint(isSound: boolean, field: string, message: string): Problem[] {
  return isSound ? [] : [badInput(['monteCarlo', field], message)];
}
