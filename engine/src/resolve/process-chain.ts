import { inputRequiredKgPerKg } from '../factor.ts';
import type { FactorLibrary } from '../library/library.ts';
import { processEnergy } from '../library/process-table.ts';
import type { ProcessStep } from '../product.ts';

/**
 * Kilograms that go into a step per kilogram that comes out: 1/(1−ℓ) of a loss, or what a
 * gate-to-gate factor says it needs. BASIC knows only what such a factor makes necessary.
 */
export function inputRatio(library: FactorLibrary, step: ProcessStep, isFull: boolean): number {
  const factor = step.factorId === undefined ? undefined : library.factors.get(step.factorId);
  const required = factor && inputRequiredKgPerKg(factor);
  if (required !== undefined) return required;
  if (!isFull) return 1;
  const row = step.process === undefined ? undefined : processEnergy(library, step.process);
  const lossRate = step.lossRate ?? row?.wasteShare ?? 0;
  return lossRate >= 0 && lossRate < 1 ? 1 / (1 - lossRate) : 1;
}

/**
 * Losses compound along the chain: per kilogram of product, what comes out of each step is what
 * all later steps need, and what is bought is what all of them need.
 */
export function chainRatios(
  library: FactorLibrary,
  steps: readonly ProcessStep[],
  isFull: boolean,
): { readonly bought: number; readonly outputs: readonly number[] } {
  const outputs: number[] = [];
  let needed = 1;
  for (const step of steps.toReversed()) {
    outputs.unshift(needed);
    needed *= inputRatio(library, step, isFull);
  }
  return { bought: needed, outputs };
}
