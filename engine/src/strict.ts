import { CalculationError, type Problem, type Warning } from './errors.ts';
import type { Footprint } from './result.ts';

/** The result, or a refusal of it if it has warnings and none are wanted. */
export function unlessImplausible(footprint: Footprint, strict: boolean | undefined): Footprint {
  const { warnings } = footprint;
  if (strict !== true || warnings.length === 0) return footprint;
  throw new CalculationError(implausible(warnings));
}

/** Warnings as problems. */
export function implausible(warnings: readonly Warning[]): Problem[] {
  return warnings.map(({ path, code, message }) => {
    const text = `${message} (${code})`;
    return { path, code: 'IMPLAUSIBLE', message: text, suggestions: [] };
  });
}
