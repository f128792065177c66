import type { CompiledSystem } from './compile.ts';

/** The direction in which the sweeps of a loop converge slowly, and its left counterpart. */
export interface SlowMode {
  /** z, by position within the loop. */
  readonly vector: Float64Array;
  /** Σ (z − A·z). */
  readonly response: number;
}

const LONGEST_SEARCH = 120;
const GOOD_ENOUGH = 1e-8;

/**
 * z with z − A·z ≈ 1: where ρ(A) is close to one, this is nearly the whole of what sweeps leave
 * over, whatever the right-hand side. Sweeps alternate with scaling z so that Σ (z − A·z) = Σ 1
 * (aggregation; Chatelin & Miranker 1982), which finds it in some forty passes where plain sweeps
 * take thousands. Undefined where z does not come out positive, as credits may have it.
 */
export function findSlowMode(
  system: CompiledSystem,
  nets: Float64Array,
  from: number,
  to: number,
): SlowMode | undefined {
  const z = new Float64Array(to - from).fill(1);
  const taken = (row: number) => {
    let sum = 0;
    const end = system.selfStart[row] ?? 0;
    for (let slot = system.internalStart[row] ?? 0; slot < end; slot++) {
      sum += (system.amounts[slot] ?? 0) * (z[(system.suppliers[slot] ?? 0) - from] ?? 0);
    }
    return sum;
  };
  let response = 0;
  for (let pass = 0; pass < LONGEST_SEARCH; pass++) {
    let moved = 0;
    response = 0;
    for (let row = from; row < to; row++) {
      const next = (1 + taken(row)) / (nets[row - from] ?? 1);
      moved = Math.max(moved, Math.abs(next / (z[row - from] ?? 1) - 1));
      z[row - from] = next;
    }
    for (let row = from; row < to; row++) {
      response += (nets[row - from] ?? 1) * (z[row - from] ?? 0) - taken(row);
    }
    if (moved < GOOD_ENOUGH) break;
    // Early passes may overshoot; then another sweep serves better than a scale.
    if (pass % 2 === 0 || !(response > 0)) continue;
    const scale = z.length / response;
    for (let at = 0; at < z.length; at++) z[at] = (z[at] ?? 0) * scale;
    response = z.length;
  }
  const isUsable = response > 0 && z.every((value) => value > 0 && Number.isFinite(value));
  return isUsable ? { vector: z, response } : undefined;
}
