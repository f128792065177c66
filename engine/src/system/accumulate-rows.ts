/** The arrays one accumulation reads and writes; every row is `width` numbers long. */
export interface RowAccumulation {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly suppliers: Int32Array;
  readonly amounts: Float64Array;
  readonly values: Float64Array;
  readonly initial: Float64Array;
  readonly target: Float64Array;
  readonly width: number;
}

/**
 * target[p] = initial[p] + Σ amounts[s] · values[suppliers[s]], s from starts[p] to ends[p], for
 * the rows from `from` to `to`. Rows of `initial` and `target` count from their own first row.
 *
 * Eight lanes are unrolled by hand: the accumulators stay in registers and one index load feeds
 * eight multiply-adds, which measured twice as fast as the plain loop over indicators. Multiply
 * and add stay separate, in the order of the slots, so that every machine gets the same bits.
 */
export function accumulateRows(
  rows: RowAccumulation,
  from: number,
  to: number,
  firstInitial: number,
  firstTarget: number,
): void {
  const { starts, ends, suppliers, amounts, values, initial, target, width } = rows;
  const unrolled = width - (width % 8);
  for (let row = from; row < to; row++) {
    const start = starts[row] ?? 0;
    const end = ends[row] ?? 0;
    const source = (row - firstInitial) * width;
    const sink = (row - firstTarget) * width;
    for (let lane = 0; lane < unrolled; lane += 8) {
      const at = source + lane;
      let v0 = initial[at] ?? 0;
      let v1 = initial[at + 1] ?? 0;
      let v2 = initial[at + 2] ?? 0;
      let v3 = initial[at + 3] ?? 0;
      let v4 = initial[at + 4] ?? 0;
      let v5 = initial[at + 5] ?? 0;
      let v6 = initial[at + 6] ?? 0;
      let v7 = initial[at + 7] ?? 0;
      for (let slot = start; slot < end; slot++) {
        const amount = amounts[slot] ?? 0;
        const input = (suppliers[slot] ?? 0) * width + lane;
        v0 += amount * (values[input] ?? 0);
        v1 += amount * (values[input + 1] ?? 0);
        v2 += amount * (values[input + 2] ?? 0);
        v3 += amount * (values[input + 3] ?? 0);
        v4 += amount * (values[input + 4] ?? 0);
        v5 += amount * (values[input + 5] ?? 0);
        v6 += amount * (values[input + 6] ?? 0);
        v7 += amount * (values[input + 7] ?? 0);
      }
      const out = sink + lane;
      target[out] = v0;
      target[out + 1] = v1;
      target[out + 2] = v2;
      target[out + 3] = v3;
      target[out + 4] = v4;
      target[out + 5] = v5;
      target[out + 6] = v6;
      target[out + 7] = v7;
    }
    for (let lane = unrolled; lane < width; lane++) {
      let value = initial[source + lane] ?? 0;
      for (let slot = start; slot < end; slot++) {
        value += (amounts[slot] ?? 0) * (values[(suppliers[slot] ?? 0) * width + lane] ?? 0);
      }
      target[sink + lane] = value;
    }
  }
}
