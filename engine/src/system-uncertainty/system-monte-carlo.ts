// docs/decisions/0111-solvers-and-their-callers.md says where this is used.

import { streamOf } from '../random.ts';
import { accumulateRows } from '../system/accumulate-rows.ts';
import { type CompiledSystem, compileSystem } from '../system/compile.ts';
import type { Distribution } from '../system/distribution.ts';
import type { MonteCarloModel } from '../system/monte-carlo.ts';
import { createSampler, drawValues, type Sampler, writeFixed } from '../system/sampling.ts';
import type { Demand } from '../system/solve-demand.ts';
import { solveIntensities } from '../system/solve-intensities.ts';
import { SystemError } from '../system/system-error.ts';
import { LANES } from './accumulate-lanes.ts';
import { solveLanes } from './solve-lanes.ts';
import { extractUpstream } from './upstream.ts';

/** The uncertain amounts of a system. Amounts that are not listed are fixed. */
export interface SystemUncertainty {
  /** Distribution of an edge's amount; undefined keeps the amount. */
  readonly ofEdge: (edge: number, amount: number) => Distribution | undefined;
  /** Distribution of a factor, around 1, on all direct impacts of a node. */
  readonly ofNode?: (node: number) => Distribution | undefined;
}

/**
 * h = Σ q_j · x_j with x = f + A·x, every amount of A drawn anew in every iteration: the
 * uncertainty of a demand over a whole system.
 *
 * Only what the demand can reach takes part. x is solved on the transposed graph, eight
 * iterations side by side, which costs a fraction of solving every node's intensities. Draws are
 * keyed by edge and node, so two variants of one system are paired.
 */
export function createSystemModel(
  system: CompiledSystem,
  demand: Demand,
  uncertainty: SystemUncertainty,
): MonteCarloModel {
  const part = extractUpstream(system, demand);
  const { nodeCount, indicatorCount, consumers, suppliers, amounts, direct } = part.input;
  const asked = new Float64Array(nodeCount);
  const partOf = new Map(Array.from(part.nodes, (node, at) => [node, at]));
  for (const { node, amount } of demand) {
    const at = partOf.get(node) ?? 0;
    asked[at] = (asked[at] ?? 0) + amount;
  }
  const transposed = compileSystem({
    nodeCount,
    indicatorCount: 1,
    consumers: suppliers,
    suppliers: consumers,
    amounts,
    direct: asked,
  });
  // Distributions in the order of slots and positions, where their draws are written.
  const edgeAt = invert(transposed.slotOf);
  const edgeSampler = createSampler(
    Array.from(edgeAt, (edge): Distribution => {
      const value = amounts[edge] ?? 0;
      return uncertainty.ofEdge(part.edges[edge] ?? 0, value) ?? { kind: 'FIXED', value };
    }),
    (slot) => part.edges[edgeAt[slot] ?? 0] ?? 0,
  );
  const nodeOf = (position: number) => part.nodes[transposed.nodeAt[position] ?? 0] ?? 0;
  const nodeSampler = createSampler(
    Array.from({ length: nodeCount }, (_, position): Distribution => {
      return uncertainty.ofNode?.(nodeOf(position)) ?? { kind: 'FIXED', value: 1 };
    }),
    // Below zero, where no edge has its key.
    (position) => -1 - nodeOf(position),
  );
  const start = solveIntensities(transposed).values;
  const laneModel = { transposed, start, direct, indicatorCount, edgeSampler, nodeSampler };
  return {
    indicatorCount,
    sample: (seed, from, to) => sampleLanes(laneModel, seed, from, to),
  };
}

interface LaneModel {
  readonly transposed: CompiledSystem;
  readonly start: Float64Array;
  readonly direct: Float64Array;
  readonly indicatorCount: number;
  readonly edgeSampler: Sampler;
  readonly nodeSampler: Sampler;
}

function sampleLanes(model: LaneModel, seed: number, from: number, to: number): Float64Array {
  const { transposed, start, indicatorCount, edgeSampler, nodeSampler } = model;
  const { nodeCount, edgeCount } = transposed;
  const amounts = new Float64Array(edgeCount * LANES);
  const scales = new Float64Array(nodeCount * LANES);
  const initial = Float64Array.from({ length: nodeCount * LANES }, (_, at) => {
    return transposed.direct[Math.floor(at / LANES)] ?? 0;
  });
  const values = new Float64Array(nodeCount * LANES);
  for (let lane = 0; lane < LANES; lane++) {
    writeFixed(edgeSampler, amounts, LANES, lane);
    writeFixed(nodeSampler, scales, LANES, lane);
  }
  const sumImpacts = createImpactSum(model);
  const target = new Float64Array((to - from) * indicatorCount);
  // Whole groups even at the end: lanes share sweeps, so a lane's bits depend on its group.
  for (let group = from; group < to; group += LANES) {
    const streams = Array.from({ length: LANES }, (_, lane) => streamOf(seed, group + lane));
    drawValues(edgeSampler, streams, amounts);
    drawValues(nodeSampler, streams, scales);
    const atRest = solveLanes({ system: transposed, start, amounts, initial, values });
    atRest.forEach((isStill, lane) => {
      if (!isStill) solveAlone(transposed, amounts, values, lane);
    });
    const impacts = sumImpacts(values, scales);
    const count = Math.min(LANES, to - group);
    target.set(impacts.subarray(0, count * indicatorCount), (group - from) * indicatorCount);
  }
  return target;
}

/** One lane through the full solver; NaN where its draw has no solution. */
function solveAlone(
  system: CompiledSystem,
  amounts: Float64Array,
  values: Float64Array,
  lane: number,
): void {
  const own = Float64Array.from({ length: system.edgeCount }, (_, slot) => {
    return amounts[slot * LANES + lane] ?? 0;
  });
  const solution = trySolve({ ...system, amounts: own });
  for (let position = 0; position < system.nodeCount; position++) {
    values[position * LANES + lane] = solution?.[position] ?? Number.NaN;
  }
}

function trySolve(system: CompiledSystem): Float64Array | undefined {
  try {
    return solveIntensities(system).values;
  } catch (error) {
    if (error instanceof SystemError) return undefined;
    throw error;
  }
}

/** Σ q_j · scale_j · x_j by lane and indicator: one accumulation whose rows are the lanes. */
function createImpactSum({ transposed, direct, indicatorCount }: LaneModel) {
  const { nodeCount, nodeAt } = transposed;
  const bounds = Int32Array.from({ length: LANES + 1 }, (_, lane) => lane * nodeCount);
  const rows = {
    starts: bounds,
    ends: bounds.subarray(1),
    suppliers: Int32Array.from(
      { length: LANES * nodeCount },
      (_, at) => nodeAt[at % nodeCount] ?? 0,
    ),
    amounts: new Float64Array(LANES * nodeCount),
    values: direct,
    initial: new Float64Array(LANES * indicatorCount),
    target: new Float64Array(LANES * indicatorCount),
    width: indicatorCount,
  };
  return (values: Float64Array, scales: Float64Array): Float64Array => {
    for (let position = 0; position < nodeCount; position++) {
      for (let lane = 0; lane < LANES; lane++) {
        const at = position * LANES + lane;
        rows.amounts[lane * nodeCount + position] = (values[at] ?? 0) * (scales[at] ?? 0);
      }
    }
    accumulateRows(rows, 0, LANES, 0, 0);
    return rows.target;
  };
}

function invert(places: Int32Array): Int32Array {
  const inverse = new Int32Array(places.length);
  places.forEach((place, at) => {
    inverse[place] = at;
  });
  return inverse;
}
