// docs/decisions/0111-solvers-and-their-callers.md says where this is used.

import type { CompiledSystem, SystemInput } from '../system/compile.ts';
import type { AddedEdge } from './live-structure.ts';

/** The input that a compiled system was made from, followed by the edges that were added later. */
export function decompile(system: CompiledSystem, added: readonly AddedEdge[]): SystemInput {
  const { nodeCount, edgeCount, indicatorCount, rowStart, slotOf, nodeAt } = system;
  const consumerAt = new Int32Array(edgeCount);
  for (let row = 0; row < nodeCount; row++) {
    consumerAt.fill(nodeAt[row] ?? 0, rowStart[row], rowStart[row + 1]);
  }
  const total = edgeCount + added.length;
  const consumers = new Int32Array(total);
  const suppliers = new Int32Array(total);
  const amounts = new Float64Array(total);
  for (let edge = 0; edge < edgeCount; edge++) {
    const slot = slotOf[edge] ?? 0;
    consumers[edge] = consumerAt[slot] ?? 0;
    suppliers[edge] = nodeAt[system.suppliers[slot] ?? 0] ?? 0;
    amounts[edge] = system.amounts[slot] ?? 0;
  }
  added.forEach(({ consumer, supplier, amount }, at) => {
    consumers[edgeCount + at] = nodeAt[consumer] ?? 0;
    suppliers[edgeCount + at] = nodeAt[supplier] ?? 0;
    amounts[edgeCount + at] = amount;
  });
  const direct = new Float64Array(system.direct.length);
  moveRows(system.direct, direct, indicatorCount, (position) => nodeAt[position] ?? 0);
  return { nodeCount, indicatorCount, consumers, suppliers, amounts, direct };
}

/** Copies every row to the place that it has in another order. */
export function moveRows(
  source: Float64Array,
  target: Float64Array,
  width: number,
  placeOf: (row: number) => number,
): void {
  for (let row = 0; row * width < source.length; row++) {
    target.set(source.subarray(row * width, (row + 1) * width), placeOf(row) * width);
  }
}
