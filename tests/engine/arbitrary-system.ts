import fc from 'fast-check';
import type { SystemInput } from '../../engine/src/system/compile.ts';
import type { Activity } from '../../engine/src/system/solve-demand.ts';

/** Edges as people write them, made into the arrays that the kernel takes. */
export function systemOf(
  nodeCount: number,
  edges: readonly (readonly [consumer: number, supplier: number, amount: number])[],
  direct: readonly (readonly number[])[],
): SystemInput {
  return {
    nodeCount,
    indicatorCount: direct[0]?.length ?? 1,
    consumers: Int32Array.from(edges, ([consumer]) => consumer),
    suppliers: Int32Array.from(edges, ([, supplier]) => supplier),
    amounts: Float64Array.from(edges, ([, , amount]) => amount),
    direct: Float64Array.from(direct.flat()),
  };
}

/**
 * Systems with loops, self-loops and parallel edges. Every row takes less than 0.9 units per
 * unit, so ρ(A) < 0.9 and each of them has exactly one solution. `size` reaches beyond the size
 * from which loops are swept instead of factored.
 */
export function productiveSystem(size = 60): fc.Arbitrary<SystemInput> {
  return fc
    .record({
      nodeCount: fc.integer({ min: 1, max: size }),
      indicatorCount: fc.constantFrom(1, 3, 8, 16, 19),
      density: fc.integer({ min: 0, max: 4 }),
      seed: fc.integer(),
    })
    .map(({ nodeCount, indicatorCount, density, seed }) => {
      const next = numbersFrom(seed);
      const edges: [number, number, number][] = [];
      for (let consumer = 0; consumer < nodeCount; consumer++) {
        const degree = Math.floor(next() * (density + 1));
        const row = Array.from({ length: degree }, () => [next() * nodeCount, next()] as const);
        const sum = row.reduce((total, [, amount]) => total + amount, 0);
        const scale = (0.9 * next()) / (sum || 1);
        for (const [at, amount] of row) edges.push([consumer, Math.floor(at), amount * scale]);
      }
      const direct = Array.from({ length: nodeCount }, () =>
        Array.from({ length: indicatorCount }, () => next() * 10),
      );
      return systemOf(nodeCount, edges, direct);
    });
}

/** Enough for drawing test cases; the engine has its own generator. */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** |a − b| relative to the larger of both and of `scale`. */
export function relativeGap(a: number, b: number, scale = 0): number {
  const largest = Math.max(Math.abs(a), Math.abs(b), scale);
  return largest === 0 ? 0 : Math.abs(a - b) / largest;
}

/** Σ q_j · x_j: the impact of a solved demand, by indicator. */
export function impactOf({ system, amounts }: Activity): Float64Array<ArrayBuffer> {
  const width = system.indicatorCount;
  const impact = new Float64Array(width);
  for (let position = 0; position < system.nodeCount; position++) {
    const amount = amounts[position] ?? 0;
    if (amount === 0) continue;
    for (let lane = 0; lane < width; lane++) {
      const direct = system.direct[position * width + lane] ?? 0;
      impact[lane] = (impact[lane] ?? 0) + amount * direct;
    }
  }
  return impact;
}
