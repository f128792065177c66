// docs/decisions/0111-solvers-and-their-callers.md says where this is used.

/** Iterations that are solved side by side: eight doubles fill a cache line. */
export const LANES = 8;

/** Like `RowAccumulation`, but every lane has amounts of its own: [slot][lane]. */
export interface LaneAccumulation {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly suppliers: Int32Array;
  readonly amounts: Float64Array;
  readonly values: Float64Array;
  readonly initial: Float64Array;
  readonly target: Float64Array;
}

/**
 * target[p] = initial[p] + Σ amounts[s] · values[suppliers[s]] for eight variants together: one
 * index load feeds eight multiply-adds.
 */
export function accumulateLanes(
  rows: LaneAccumulation,
  from: number,
  to: number,
  firstInitial: number,
  firstTarget: number,
): void {
  const { starts, ends, suppliers, amounts, values, initial, target } = rows;
  for (let row = from; row < to; row++) {
    const end = ends[row] ?? 0;
    const source = (row - firstInitial) * 8;
    let v0 = initial[source] ?? 0;
    let v1 = initial[source + 1] ?? 0;
    let v2 = initial[source + 2] ?? 0;
    let v3 = initial[source + 3] ?? 0;
    let v4 = initial[source + 4] ?? 0;
    let v5 = initial[source + 5] ?? 0;
    let v6 = initial[source + 6] ?? 0;
    let v7 = initial[source + 7] ?? 0;
    for (let slot = starts[row] ?? 0; slot < end; slot++) {
      const amount = slot * 8;
      const input = (suppliers[slot] ?? 0) * 8;
      v0 += (amounts[amount] ?? 0) * (values[input] ?? 0);
      v1 += (amounts[amount + 1] ?? 0) * (values[input + 1] ?? 0);
      v2 += (amounts[amount + 2] ?? 0) * (values[input + 2] ?? 0);
      v3 += (amounts[amount + 3] ?? 0) * (values[input + 3] ?? 0);
      v4 += (amounts[amount + 4] ?? 0) * (values[input + 4] ?? 0);
      v5 += (amounts[amount + 5] ?? 0) * (values[input + 5] ?? 0);
      v6 += (amounts[amount + 6] ?? 0) * (values[input + 6] ?? 0);
      v7 += (amounts[amount + 7] ?? 0) * (values[input + 7] ?? 0);
    }
    const out = (row - firstTarget) * 8;
    target[out] = v0;
    target[out + 1] = v1;
    target[out + 2] = v2;
    target[out + 3] = v3;
    target[out + 4] = v4;
    target[out + 5] = v5;
    target[out + 6] = v6;
    target[out + 7] = v7;
  }
}
