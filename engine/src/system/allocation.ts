import type { AllocationMethod, Process, ProcessOutput, ProcessProblem } from './process-system.ts';

const SHARE_TOLERANCE = 1e-9;

/**
 * The share of a process that each output bears, in the order of outputs, then treated wastes:
 * amount × property / Σ (ISO 14044, 4.3.4.2), or the declared shares. One output bears it all.
 * Complaints go to `problems`; the shares are then of no use.
 */
export function allocationShares(
  process: Process,
  path: string,
  problems: ProcessProblem[],
): readonly number[] {
  const outputs = outputsOf(process);
  const { allocation } = process;
  if (outputs.length === 1 && allocation !== 'CUSTOM') return [1];
  if (!allocation) {
    const message = `Process ${process.id} has ${outputs.length} outputs and no allocation method.`;
    problems.push({ path, code: 'ALLOCATION_MISSING', message });
    return [];
  }
  const weights = outputs.map((output) => weightOf(output, allocation));
  if (!weights.every((weight) => weight !== undefined && Number.isFinite(weight) && weight >= 0)) {
    const message = `Process ${process.id}: allocation ${allocation} needs ${PROPERTY[allocation]}, not negative, on every output.`;
    problems.push({ path, code: 'ALLOCATION_MISSING', message });
    return [];
  }
  const sum = weights.reduce<number>((total, weight) => total + (weight ?? 0), 0);
  if (allocation === 'CUSTOM') {
    if (Math.abs(sum - 1) > SHARE_TOLERANCE) {
      const message = `Process ${process.id}: allocation shares sum to ${sum}, not to 1.`;
      problems.push({ path, code: 'ALLOCATION_SHARES', message });
    }
    return weights.map((weight) => weight ?? 0);
  }
  if (sum === 0) {
    const message = `Process ${process.id}: allocation ${allocation} finds nothing to weigh by.`;
    problems.push({ path, code: 'ALLOCATION_MISSING', message });
  }
  return weights.map((weight) => (weight ?? 0) / sum);
}

/** Everything a process is run for: its products and the wastes it treats. */
export function outputsOf(process: Process): readonly ProcessOutput[] {
  return [...(process.outputs ?? []), ...(process.treats ?? [])];
}

const PROPERTY = {
  MASS: 'massKgPerUnit',
  ECONOMIC: 'pricePerUnit',
  ENERGY: 'energyMjPerUnit',
  CUSTOM: 'share',
} as const;

function weightOf(output: ProcessOutput, method: AllocationMethod): number | undefined {
  const property = output[PROPERTY[method]];
  if (method === 'CUSTOM' || property === undefined) return property;
  return property * Math.abs(output.amount);
}
