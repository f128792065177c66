import type { CompiledSystem } from './compile.ts';
import {
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
import { type DenseLu, solveDenseTransposed } from './dense-lu.ts';

/** Demand on the system: amounts of nodes, in each node's own unit. */
export type Demand = readonly { readonly node: number; readonly amount: number }[];

/** Total amount of every node that a demand needs, by position. */
export interface Activity {
  readonly system: CompiledSystem;
  readonly amounts: Float64Array<ArrayBuffer>;
}

/**
 * x_i = f_i + Σ a_ij · x_j: the total output of every node that the demand f calls for, in each
 * node's unit. Consumers first, each handing its needs to its suppliers; loops by the same
 * sweeps and factorisations as the intensities, transposed.
 */
export function solveDemand(system: CompiledSystem, demand: Demand): Activity {
  const amounts = new Float64Array(system.nodeCount);
  let to = 0;
  for (const { node, amount } of demand) {
    const position = system.positionOf[node] ?? 0;
    amounts[position] = (amounts[position] ?? 0) + amount;
    to = Math.max(to, position + 1);
  }
  const activity = { system, amounts };
  for (let at = system.cycles.length - 2; at >= 0; at -= 2) {
    const first = system.cycles[at] ?? 0;
    const end = system.cycles[at + 1] ?? 0;
    if (first >= to) continue;
    handDown(activity, end, Math.max(to, end));
    if (amounts.subarray(first, end).some((amount) => amount !== 0)) {
      solveCycleDemand(activity, first, end);
      handDown(activity, first, end);
    }
    to = first;
  }
  handDown(activity, 0, to);
  return activity;
}

/** The total output a demand needs of one node. */
export function activityOf(activity: Activity, node: number): number {
  return activity.amounts[activity.system.positionOf[node] ?? 0] ?? 0;
}

/** Final rows pass their needs to suppliers of earlier components. */
function handDown({ system, amounts }: Activity, from: number, to: number): void {
  const { rowStart, internalStart, suppliers } = system;
  for (let row = to - 1; row >= from; row--) {
    const amount = amounts[row] ?? 0;
    if (amount === 0) continue;
    const end = internalStart[row] ?? 0;
    for (let slot = rowStart[row] ?? 0; slot < end; slot++) {
      const supplier = suppliers[slot] ?? 0;
      amounts[supplier] = (amounts[supplier] ?? 0) + amount * (system.amounts[slot] ?? 0);
    }
  }
}

function solveCycleDemand({ system, amounts }: Activity, from: number, to: number): void {
  const asked = amounts.slice(from, to);
  const solveDirect = (lu: DenseLu) => amounts.set(solveDenseTransposed(lu, asked), from);
  const { lu } = openCycle(system, from, to);
  if (lu) solveDirect(lu);
  else if (!sweepDemand(system, amounts, asked, from, to) && to - from <= DENSE_LIMIT) {
    solveDirect(factorCycle(system, from, to));
  }
  if (!isDemandMet(system, amounts, asked, from, to)) throw notConverged(system, from, to);
}

/**
 * Gauss–Seidel by columns: what a row still owes is settled and its consequences are owed by its
 * suppliers. Only rows are stored, and this needs no columns.
 */
function sweepDemand(
  system: CompiledSystem,
  amounts: Float64Array,
  asked: Float64Array,
  from: number,
  to: number,
): boolean {
  const { internalStart, selfStart, suppliers } = system;
  const owed = asked.slice();
  amounts.fill(0, from, to);
  for (let sweep = 0; sweep < SWEEP_LIMIT; sweep++) {
    let largestStep = 0;
    let largest = 0;
    for (let row = to - 1; row >= from; row--) {
      const step = (owed[row - from] ?? 0) / netOutput(system, row);
      owed[row - from] = 0;
      const amount = (amounts[row] ?? 0) + step;
      amounts[row] = amount;
      largestStep = Math.max(largestStep, Math.abs(step));
      largest = Math.max(largest, Math.abs(amount));
      if (step === 0) continue;
      const end = selfStart[row] ?? 0;
      for (let slot = internalStart[row] ?? 0; slot < end; slot++) {
        const supplier = (suppliers[slot] ?? 0) - from;
        owed[supplier] = (owed[supplier] ?? 0) + step * (system.amounts[slot] ?? 0);
      }
    }
    if (largestStep <= SWEEP_TOLERANCE * largest) return true;
    if (sweep >= QUICK_SWEEPS && sweep % 2 === 1) scaleDemand(amounts, asked, owed, from);
  }
  return false;
}

/**
 * Scales the settled amounts so that their residual sums to zero: the slow part of the sweeps is
 * nearly proportional to the solution itself. Settled amounts s·x leave asked − s·(asked − owed).
 */
function scaleDemand(
  amounts: Float64Array,
  asked: Float64Array,
  owed: Float64Array,
  from: number,
): void {
  let sumAsked = 0;
  let sumOwed = 0;
  for (let at = 0; at < asked.length; at++) {
    sumAsked += asked[at] ?? 0;
    sumOwed += owed[at] ?? 0;
  }
  const scale = sumAsked / (sumAsked - sumOwed);
  if (!(scale > 0 && Number.isFinite(scale))) return;
  for (let at = 0; at < asked.length; at++) {
    amounts[from + at] = (amounts[from + at] ?? 0) * scale;
    owed[at] = (asked[at] ?? 0) * (1 - scale) + (owed[at] ?? 0) * scale;
  }
}

function isDemandMet(
  system: CompiledSystem,
  amounts: Float64Array,
  asked: Float64Array,
  from: number,
  to: number,
): boolean {
  const rest = asked.slice();
  let largest = 0;
  for (let row = from; row < to; row++) {
    const amount = amounts[row] ?? 0;
    largest = Math.max(largest, Math.abs(amount));
    rest[row - from] = (rest[row - from] ?? 0) - amount;
    const end = system.rowStart[row + 1] ?? 0;
    for (let slot = system.internalStart[row] ?? 0; slot < end; slot++) {
      const supplier = (system.suppliers[slot] ?? 0) - from;
      rest[supplier] = (rest[supplier] ?? 0) + amount * (system.amounts[slot] ?? 0);
    }
  }
  return rest.every((value) => Math.abs(value) <= RESIDUAL_LIMIT * largest);
}
