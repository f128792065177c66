import { accumulateRows, type RowAccumulation } from './accumulate-rows.ts';
import type { CompiledSystem } from './compile.ts';
import {
  type Cycle,
  DENSE_LIMIT,
  factorCycle,
  netOutput,
  notConverged,
  openCycle,
  QUICK_SWEEPS,
  RESIDUAL_LIMIT,
  SWEEP_LIMIT,
  SWEEP_TOLERANCE,
} from './cycle.ts';
import { type DenseLu, solveDense } from './dense-lu.ts';
import { findSlowMode, type SlowMode } from './slow-mode.ts';

/** Total impact per unit of every node, row-major [position][indicator]. */
export interface Intensities {
  readonly system: CompiledSystem;
  readonly values: Float64Array<ArrayBuffer>;
}

/**
 * y_j = q_j + Σ a_ij · y_i for every node and indicator: (I − Aᵀ)·Y = Q, in the units of q.
 * Substitution where the graph has no loop, Gauss–Seidel inside each loop, a dense factorisation
 * where the loop is small or converges slowly; the residual of every loop is checked on every lane
 * (Heijungs & Suh 2002, The Computational Structure of LCA, ch. 2). `values` is overwritten; pass
 * the array of an earlier solution to save its allocation.
 */
export function solveIntensities(
  system: CompiledSystem,
  values = new Float64Array(system.nodeCount * system.indicatorCount),
): Intensities {
  const intensities = { system, values };
  let from = 0;
  for (let at = 0; at < system.cycles.length; at += 2) {
    const first = system.cycles[at] ?? 0;
    substituteRows(intensities, from, first);
    from = system.cycles[at + 1] ?? 0;
    solveCycleRows(intensities, first, from);
  }
  substituteRows(intensities, from, system.nodeCount);
  return intensities;
}

/** A copy of one node's intensities, in the order of the indicators. */
export function intensityOf(intensities: Intensities, node: number): Float64Array {
  const { indicatorCount, positionOf } = intensities.system;
  const start = (positionOf[node] ?? 0) * indicatorCount;
  return intensities.values.slice(start, start + indicatorCount);
}

/** Rows outside loops: their suppliers are final, so one pass is the solution. */
function substituteRows({ system, values }: Intensities, from: number, to: number): void {
  const rows = {
    starts: system.rowStart,
    ends: system.internalStart,
    suppliers: system.suppliers,
    amounts: system.amounts,
    values,
    initial: system.direct,
    target: values,
    width: system.indicatorCount,
  };
  accumulateRows(rows, from, to, 0, 0);
}

/** Solves one loop whose earlier components are final. */
function solveCycleRows(intensities: Intensities, from: number, to: number): void {
  substituteRows(intensities, from, to);
  solveCycleFrom(intensities, openCycle(intensities.system, from, to));
}

/** Solves a loop whose rows hold, so far, everything that comes from outside the loop. */
export function solveCycleFrom(intensities: Intensities, cycle: Cycle): void {
  const { system, values } = intensities;
  const width = system.indicatorCount;
  const { from, to } = cycle;
  const base = values.slice(from * width, to * width);
  const solveDirect = (lu: DenseLu) => values.set(solveDense(lu, base, width), from * width);
  if (cycle.lu) solveDirect(cycle.lu);
  else if (!sweepToRest(intensities, base, from, to) && to - from <= DENSE_LIMIT) {
    solveDirect(factorCycle(system, from, to));
  }
  // Too large to factor: what the sweeps reached counts, if it passes the same check.
  if (!isSolved(intensities, base, from, to)) throw notConverged(system, from, to);
}

function sweepToRest(
  { system, values }: Intensities,
  base: Float64Array,
  from: number,
  to: number,
) {
  const width = system.indicatorCount;
  const scratch = new Float64Array(width);
  const moved = new Float64Array(width);
  const largest = new Float64Array(width);
  const nets = Float64Array.from({ length: to - from }, (_, at) => netOutput(system, from + at));
  const rows = {
    starts: system.internalStart,
    ends: system.selfStart,
    suppliers: system.suppliers,
    amounts: system.amounts,
    values,
    initial: base,
    target: scratch,
    width,
  };
  let slowMode: SlowMode | undefined;
  for (let sweep = 0; sweep < SWEEP_LIMIT; sweep++) {
    moved.fill(0);
    largest.fill(0);
    for (let row = from; row < to; row++) {
      accumulateRows(rows, row, row + 1, from, row);
      const net = nets[row - from] ?? 1;
      for (let lane = 0; lane < width; lane++) {
        const next = (scratch[lane] ?? 0) / net;
        const step = Math.abs(next - (values[row * width + lane] ?? 0));
        values[row * width + lane] = next;
        if (step > (moved[lane] ?? 0)) moved[lane] = step;
        const size = Math.abs(next);
        if (size > (largest[lane] ?? 0)) largest[lane] = size;
      }
    }
    // Written so that a NaN or an overflow counts as unrest.
    if (moved.every((step, lane) => step <= SWEEP_TOLERANCE * (largest[lane] ?? 0))) return true;
    if (sweep < QUICK_SWEEPS || sweep % 2 === 0) continue;
    slowMode ??= findSlowMode(system, nets, from, to);
    if (slowMode) removeSlowMode(rows, slowMode, nets, from);
  }
  return false;
}

/** Moves every lane along the slow mode until its residuals sum to zero. */
function removeSlowMode(
  rows: RowAccumulation,
  { vector, response }: SlowMode,
  nets: Float64Array,
  from: number,
): void {
  const { values, target, width } = rows;
  const left = new Float64Array(width);
  for (let at = 0; at < vector.length; at++) {
    accumulateRows(rows, from + at, from + at + 1, from, from + at);
    for (let lane = 0; lane < width; lane++) {
      const given = (nets[at] ?? 1) * (values[(from + at) * width + lane] ?? 0);
      left[lane] = (left[lane] ?? 0) + (target[lane] ?? 0) - given;
    }
  }
  for (let at = 0; at < vector.length; at++) {
    for (let lane = 0; lane < width; lane++) {
      const place = (from + at) * width + lane;
      values[place] = (values[place] ?? 0) + ((left[lane] ?? 0) / response) * (vector[at] ?? 0);
    }
  }
}

/** |base + A·y − y| against the lane's largest value, on every row and every lane. */
function isSolved({ system, values }: Intensities, base: Float64Array, from: number, to: number) {
  const width = system.indicatorCount;
  const scratch = new Float64Array(width);
  const residual = new Float64Array(width);
  const largest = new Float64Array(width);
  const rows = {
    starts: system.internalStart,
    ends: system.rowStart.subarray(1),
    suppliers: system.suppliers,
    amounts: system.amounts,
    values,
    initial: base,
    target: scratch,
    width,
  };
  for (let row = from; row < to; row++) {
    accumulateRows(rows, row, row + 1, from, row);
    for (let lane = 0; lane < width; lane++) {
      const value = values[row * width + lane] ?? 0;
      const rest = Math.abs((scratch[lane] ?? 0) - value);
      residual[lane] = Math.max(residual[lane] ?? 0, rest);
      largest[lane] = Math.max(largest[lane] ?? 0, Math.abs(value));
    }
  }
  return residual.every((rest, lane) => rest <= RESIDUAL_LIMIT * (largest[lane] ?? 0));
}
