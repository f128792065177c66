import type { CompiledSystem } from './compile.ts';
import { type DenseLu, factorDense, solveDense } from './dense-lu.ts';
import { findHeaviestLoop } from './heaviest-loop.ts';
import { SystemError } from './system-error.ts';

/** Largest loop the dense solver may take: its matrix is 2 MB, its factoring under 0.1 s. */
export const DENSE_LIMIT = 500;
export const SWEEP_LIMIT = 300;
/** A loop that takes longer is helped along (see `findSlowMode`). */
export const QUICK_SWEEPS = 24;
/** Sweeps end when no value moves by more than this share of its lane's largest value. */
export const SWEEP_TOLERANCE = 1e-14;
/** Largest residual that a solution may leave, relative to the largest value of its lane. */
export const RESIDUAL_LIMIT = 1e-9;
/** Typical number of sweeps of a loop; used to compare the cost of the two methods. */
const USUAL_SWEEPS = 30;

/** A loop found productive, and the way to solve it. `lu` holds I − A of the loop. */
export interface Cycle {
  readonly from: number;
  readonly to: number;
  readonly lu: DenseLu | undefined;
}

/**
 * Proves that a loop is productive, or refuses it by name.
 *
 * Non-negative A: a positive z with A·z < z exists exactly if ρ(A) < 1, and A·z ≥ z everywhere
 * proves the opposite (Collatz 1942, Wielandt 1950). z comes from z = 1 + A·z. With credits that
 * order is lost and the test is whether I − A is singular.
 */
export function openCycle(system: CompiledSystem, from: number, to: number): Cycle {
  const hasCredits = findCredits(system, from, to);
  const goesDirect = to - from <= DENSE_LIMIT && (hasCredits || isDense(system, from, to));
  if (!goesDirect) {
    const verdict = hasCredits ? 'PRODUCTIVE' : judgeBySweeps(system, from, to);
    if (verdict === 'PRODUCTIVE') return { from, to, lu: undefined };
    if (verdict === 'NON_PRODUCTIVE') throw nonProductive(system, from, to);
  }
  const lu = factorCycle(system, from, to);
  const isProductive = !lu.isSingular && (hasCredits || hasPositiveInverse(lu));
  if (!isProductive) throw nonProductive(system, from, to);
  return { from, to, lu };
}

/** True if factoring needs fewer multiplications than sweeping: small loops and dense loops. */
function isDense(system: CompiledSystem, from: number, to: number): boolean {
  const size = to - from;
  const width = system.indicatorCount;
  let entries = 0;
  for (let row = from; row < to; row++) {
    entries += (system.rowStart[row + 1] ?? 0) - (system.internalStart[row] ?? 0);
  }
  const factoring = (size * size * size) / 3 + size * size * width;
  return factoring < USUAL_SWEEPS * entries * width;
}

/** Factors I − A of the loop; refuses loops above the dense limit. */
export function factorCycle(system: CompiledSystem, from: number, to: number): DenseLu {
  const size = to - from;
  if (size > DENSE_LIMIT) throw notConverged(system, from, to);
  const matrix = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    matrix[row * size + row] = 1;
    const end = system.rowStart[from + row + 1] ?? 0;
    for (let slot = system.internalStart[from + row] ?? 0; slot < end; slot++) {
      const at = row * size + (system.suppliers[slot] ?? 0) - from;
      matrix[at] = (matrix[at] ?? 0) - (system.amounts[slot] ?? 0);
    }
  }
  return factorDense(matrix, size);
}

/** 1 − a_jj of a row: what one unit of output leaves over for others. */
export function netOutput(system: CompiledSystem, position: number): number {
  let net = 1;
  const end = system.rowStart[position + 1] ?? 0;
  for (let slot = system.selfStart[position] ?? 0; slot < end; slot++) {
    net -= system.amounts[slot] ?? 0;
  }
  return net;
}

export function notConverged(system: CompiledSystem, from: number, to: number): SystemError {
  return new SystemError(
    'CYCLE_NOT_CONVERGED',
    `A loop of ${to - from} nodes did not settle in ${SWEEP_LIMIT} sweeps and is too large for the dense solver (${DENSE_LIMIT} nodes).`,
    findHeaviestLoop(system, from, to),
  );
}

function nonProductive(system: CompiledSystem, from: number, to: number): SystemError {
  const loop = findHeaviestLoop(system, from, to);
  const within = to - from > loop.length ? ` (heaviest of a knot of ${to - from})` : '';
  return new SystemError(
    'NON_PRODUCTIVE_CYCLE',
    `The loop ${[...loop, loop[0]].join(' → ')}${within} consumes at least its own output.`,
    loop,
  );
}

function findCredits(system: CompiledSystem, from: number, to: number): boolean {
  for (let row = from; row < to; row++) {
    const end = system.rowStart[row + 1] ?? 0;
    for (let slot = system.internalStart[row] ?? 0; slot < end; slot++) {
      if ((system.amounts[slot] ?? 0) < 0) return true;
    }
  }
  return false;
}

function judgeBySweeps(system: CompiledSystem, from: number, to: number) {
  const { rowStart, internalStart, selfStart, suppliers, amounts } = system;
  const nets = Float64Array.from({ length: to - from }, (_, at) => netOutput(system, from + at));
  if (nets.some((net) => net <= 0)) return 'NON_PRODUCTIVE';
  const z = new Float64Array(to - from).fill(1);
  const takenBy = (row: number, start: Int32Array, end: number) => {
    let taken = 0;
    for (let slot = start[row] ?? 0; slot < end; slot++) {
      taken += (amounts[slot] ?? 0) * (z[(suppliers[slot] ?? 0) - from] ?? 0);
    }
    return taken;
  };
  for (let sweep = 0; sweep < SWEEP_LIMIT; sweep++) {
    let isBelow = true;
    let isAbove = true;
    for (let row = from; row < to; row++) {
      const taken = takenBy(row, internalStart, rowStart[row + 1] ?? 0);
      const own = z[row - from] ?? 0;
      isBelow &&= taken < own;
      isAbove &&= taken >= own;
    }
    if (isBelow) return 'PRODUCTIVE';
    if (isAbove) return 'NON_PRODUCTIVE';
    for (let row = from; row < to; row++) {
      const taken = takenBy(row, internalStart, selfStart[row] ?? 0);
      z[row - from] = (1 + taken) / (nets[row - from] ?? 1);
    }
  }
  return 'UNDECIDED';
}

function hasPositiveInverse(lu: DenseLu): boolean {
  const z = solveDense(lu, new Float64Array(lu.size).fill(1), 1);
  return z.every((value) => value > 0);
}
