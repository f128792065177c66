import type { DemandStudy } from '../system/study-demand.ts';

interface SankeyOptions {
  readonly indicator: number;
  /** Flows below this share of the total are left out. Default 0.01. */
  readonly cutoff?: number;
  /** Steps of supply to follow from the demand. Default: any. */
  readonly depth?: number;
}

export interface SankeyNode {
  readonly node: number;
  /** Shortest number of supply steps from the demand. */
  readonly level: number;
  /** Impact that arises at the node itself. */
  readonly direct: number;
  /** Impact that leaves the node with its output: direct + all that comes in. */
  readonly throughput: number;
}

export interface SankeyLink {
  readonly supplier: number;
  readonly consumer: number;
  readonly flow: number;
}

/**
 * Impact carried along every edge: a_e · x_j · y_i, in the unit of the indicator. Each node
 * balances (direct + inflows = throughput) as long as no flow was cut off. Parallel edges are
 * one link.
 */
export function sankeyFlows(study: DemandStudy, options: SankeyOptions) {
  const { system, values } = study.intensities;
  const { indicator, cutoff = 0.01, depth = Number.POSITIVE_INFINITY } = options;
  const width = system.indicatorCount;
  const threshold = cutoff * Math.abs(study.totals[indicator] ?? 0);
  const levelOf = new Map<number, number>();
  for (const { node } of study.demand) levelOf.set(system.positionOf[node] ?? 0, 0);
  const nodes: SankeyNode[] = [];
  const links: SankeyLink[] = [];
  // A Map visits entries that are added during iteration: this is the breadth-first queue.
  for (const [row, level] of levelOf) {
    const amount = study.activity.amounts[row] ?? 0;
    const consumer = system.nodeAt[row] ?? 0;
    nodes.push({
      node: consumer,
      level,
      direct: amount * (system.direct[row * width + indicator] ?? 0),
      throughput: amount * (values[row * width + indicator] ?? 0),
    });
    if (level >= depth) continue;
    const flows = new Map<number, number>();
    const end = system.rowStart[row + 1] ?? 0;
    for (let slot = system.rowStart[row] ?? 0; slot < end; slot++) {
      const supplier = system.suppliers[slot] ?? 0;
      const carried = (system.amounts[slot] ?? 0) * (values[supplier * width + indicator] ?? 0);
      flows.set(supplier, (flows.get(supplier) ?? 0) + amount * carried);
    }
    for (const [supplier, flow] of flows) {
      if (flow === 0 || Math.abs(flow) < threshold) continue;
      links.push({ supplier: system.nodeAt[supplier] ?? 0, consumer, flow });
      if (!levelOf.has(supplier)) levelOf.set(supplier, level + 1);
    }
  }
  return { nodes, links };
}
