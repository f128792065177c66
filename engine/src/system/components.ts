/** Nodes in solving order, grouped into strongly connected components. */
interface ComponentOrder {
  /** Node at each position: suppliers before consumers, a component's nodes side by side. */
  readonly nodeAt: Int32Array<ArrayBuffer>;
  /** First position of the component that holds each position. */
  readonly componentFirst: Int32Array<ArrayBuffer>;
}

/**
 * Strongly connected components of "consumer → supplier", suppliers first (Tarjan 1972).
 *
 * The walk keeps its own stack, because a bill of materials may be deeper than the call stack.
 * Within a component the nodes keep the order in which the walk left them, which puts inputs before
 * users wherever a loop allows it: Gauss–Seidel then needs fewer sweeps.
 */
export function orderComponents(rowStart: Int32Array, suppliers: Int32Array): ComponentOrder {
  const count = rowStart.length - 1;
  const nodeAt = new Int32Array(count);
  const componentFirst = new Int32Array(count);
  const discovered = new Int32Array(count);
  const lowest = new Int32Array(count);
  const cursor = rowStart.slice(0, count);
  const path = new Int32Array(count);
  // Nodes left but not yet placed: their component is still open.
  const open = new Int32Array(count);
  const isPlaced = new Uint8Array(count);
  let openCount = 0;
  let placedCount = 0;
  let clock = 0;

  for (let root = 0; root < count; root++) {
    if (discovered[root] !== 0) continue;
    let depth = 0;
    path[0] = root;
    discovered[root] = lowest[root] = ++clock;
    while (depth >= 0) {
      const node = path[depth] ?? 0;
      const next = cursor[node] ?? 0;
      if (next < (rowStart[node + 1] ?? 0)) {
        cursor[node] = next + 1;
        const supplier = suppliers[next] ?? 0;
        const seen = discovered[supplier] ?? 0;
        if (seen === 0) {
          discovered[supplier] = lowest[supplier] = ++clock;
          path[++depth] = supplier;
        } else if (isPlaced[supplier] === 0 && seen < (lowest[node] ?? 0)) {
          lowest[node] = seen;
        }
        continue;
      }
      depth--;
      open[openCount++] = node;
      const low = lowest[node] ?? 0;
      const own = discovered[node] ?? 0;
      if (low === own) {
        let from = openCount - 1;
        while (from > 0 && (discovered[open[from - 1] ?? 0] ?? 0) > own) from--;
        const first = placedCount;
        for (let at = from; at < openCount; at++) {
          const member = open[at] ?? 0;
          isPlaced[member] = 1;
          componentFirst[placedCount] = first;
          nodeAt[placedCount++] = member;
        }
        openCount = from;
      } else if (depth >= 0) {
        const parent = path[depth] ?? 0;
        if (low < (lowest[parent] ?? 0)) lowest[parent] = low;
      }
    }
  }
  return { nodeAt, componentFirst };
}
