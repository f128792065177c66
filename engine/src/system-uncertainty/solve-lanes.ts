// docs/decisions/0111-solvers-and-their-callers.md says where this is used.

import type { CompiledSystem } from '../system/compile.ts';
import { accumulateLanes, LANES, type LaneAccumulation } from './accumulate-lanes.ts';

/** A draw is noise of many per cent; its solution need not be exact to the last bit. */
const LANE_TOLERANCE = 1e-9;
/** Draws that need more are left to the full solver, one by one. */
const LANE_SWEEPS = 60;

/** Eight variants of one system: amounts [slot][lane], initial and values [position][lane]. */
interface LaneSystem {
  readonly system: CompiledSystem;
  /** Solution without uncertainty, by position: where the sweeps begin. */
  readonly start: Float64Array;
  readonly amounts: Float64Array;
  readonly initial: Float64Array;
  readonly values: Float64Array;
}

/** Solves all eight variants. Returns, lane by lane, whether every loop came to rest. */
export function solveLanes(lanes: LaneSystem): boolean[] {
  const { system } = lanes;
  const rows = {
    starts: system.rowStart,
    ends: system.internalStart,
    suppliers: system.suppliers,
    amounts: lanes.amounts,
    values: lanes.values,
    initial: lanes.initial,
    target: lanes.values,
  };
  const atRest = new Array<boolean>(LANES).fill(true);
  let from = 0;
  for (let at = 0; at < system.cycles.length; at += 2) {
    const first = system.cycles[at] ?? 0;
    const end = system.cycles[at + 1] ?? 0;
    accumulateLanes(rows, from, end, 0, 0);
    sweepLanes(lanes, first, end).forEach((isStill, lane) => {
      atRest[lane] = isStill && atRest[lane] === true;
    });
    from = end;
  }
  accumulateLanes(rows, from, system.nodeCount, 0, 0);
  return atRest;
}

/** Gauss–Seidel on one loop whose rows hold what comes from outside it. */
function sweepLanes(lanes: LaneSystem, from: number, to: number): boolean[] {
  const { system, start, amounts, values } = lanes;
  const base = values.slice(from * LANES, to * LANES);
  for (let row = from; row < to; row++) {
    values.fill(start[row] ?? 0, row * LANES, (row + 1) * LANES);
  }
  const inverses = netOutputs(system, amounts, from, to).map((net) => 1 / net);
  const scratch = new Float64Array(LANES);
  const moved = new Float64Array(LANES);
  const largest = new Float64Array(LANES);
  const rows: LaneAccumulation = {
    starts: system.internalStart,
    ends: system.selfStart,
    suppliers: system.suppliers,
    amounts,
    values,
    initial: base,
    target: scratch,
  };
  const isStill = (lane: number) => (moved[lane] ?? 0) <= LANE_TOLERANCE * (largest[lane] ?? 0);
  const all = Array.from({ length: LANES }, (_, lane) => lane);
  for (let sweep = 0; sweep < LANE_SWEEPS; sweep++) {
    moved.fill(0);
    largest.fill(0);
    for (let row = from; row < to; row++) {
      accumulateLanes(rows, row, row + 1, from, row);
      for (let lane = 0; lane < LANES; lane++) {
        const at = row * LANES + lane;
        const next = (scratch[lane] ?? 0) * (inverses[at - from * LANES] ?? 1);
        const step = Math.abs(next - (values[at] ?? 0));
        values[at] = next;
        if (step > (moved[lane] ?? 0)) moved[lane] = step;
        const size = Math.abs(next);
        if (size > (largest[lane] ?? 0)) largest[lane] = size;
      }
    }
    if (all.every(isStill)) break;
  }
  return all.map((lane) => isStill(lane) && Number.isFinite(largest[lane]));
}

function netOutputs(system: CompiledSystem, amounts: Float64Array, from: number, to: number) {
  const nets = new Float64Array((to - from) * LANES).fill(1);
  for (let row = from; row < to; row++) {
    const end = system.rowStart[row + 1] ?? 0;
    for (let slot = system.selfStart[row] ?? 0; slot < end; slot++) {
      for (let lane = 0; lane < LANES; lane++) {
        const at = (row - from) * LANES + lane;
        nets[at] = (nets[at] ?? 0) - (amounts[slot * LANES + lane] ?? 0);
      }
    }
  }
  return nets;
}
