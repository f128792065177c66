// docs/decisions/0111-solvers-and-their-callers.md says where this is used.

import type { CompiledSystem, SystemInput } from '../system/compile.ts';
import type { Demand } from '../system/solve-demand.ts';

/** The part of a system that a demand can reach, and how it is numbered in the whole. */
export interface Upstream {
  readonly input: SystemInput;
  /** Node of the whole system for each node of the part. */
  readonly nodes: Int32Array;
  /** Edge of the whole system for each edge of the part. */
  readonly edges: Int32Array;
}

/** Cuts out everything that a demand depends on, directly or through any number of suppliers. */
export function extractUpstream(system: CompiledSystem, demand: Demand): Upstream {
  const { nodeAt, rowStart, suppliers, indicatorCount } = system;
  const partOf = new Map<number, number>();
  for (const { node } of demand) add(partOf, system.positionOf[node] ?? 0);
  const consumers: number[] = [];
  const partSuppliers: number[] = [];
  const slots = new Map<number, number>();
  // A Map visits entries that are added during iteration.
  for (const [row, part] of partOf) {
    const end = rowStart[row + 1] ?? 0;
    for (let slot = rowStart[row] ?? 0; slot < end; slot++) {
      slots.set(slot, consumers.length);
      consumers.push(part);
      partSuppliers.push(add(partOf, suppliers[slot] ?? 0));
    }
  }
  const positions = [...partOf.keys()];
  const edges = new Int32Array(consumers.length);
  system.slotOf.forEach((slot, edge) => {
    const part = slots.get(slot);
    if (part !== undefined) edges[part] = edge;
  });
  const direct = new Float64Array(positions.length * indicatorCount);
  positions.forEach((position, part) => {
    const start = position * indicatorCount;
    direct.set(system.direct.subarray(start, start + indicatorCount), part * indicatorCount);
  });
  return {
    nodes: Int32Array.from(positions, (position) => nodeAt[position] ?? 0),
    edges,
    input: {
      nodeCount: positions.length,
      indicatorCount,
      consumers: Int32Array.from(consumers),
      suppliers: Int32Array.from(partSuppliers),
      amounts: Float64Array.from(slots.keys(), (slot) => system.amounts[slot] ?? 0),
      direct,
    },
  };
}

function add(partOf: Map<number, number>, position: number): number {
  const known = partOf.get(position);
  if (known !== undefined) return known;
  partOf.set(position, partOf.size);
  return partOf.size - 1;
}
