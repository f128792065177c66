import type { CompiledSystem } from './compile.ts';

const STEPS = 200;

/**
 * The loop that carries most of a component, as node numbers in the order of supply: each node
 * takes from the next. Found by power iteration on |A| + I and then following, from any node,
 * the supplier that weighs most; with ρ ≥ 1 that walk closes on a loop that sustains it.
 */
export function findHeaviestLoop(system: CompiledSystem, from: number, to: number): number[] {
  const weights = dominantVector(system, from, to);
  const seenAt = new Map<number, number>();
  const walk: number[] = [];
  let position = from;
  while (!seenAt.has(position)) {
    seenAt.set(position, walk.length);
    walk.push(position);
    position = heaviestSupplier(system, position, from, weights);
  }
  return walk.slice(seenAt.get(position)).map((at) => system.nodeAt[at] ?? 0);
}

function dominantVector(system: CompiledSystem, from: number, to: number): Float64Array {
  let vector = new Float64Array(to - from).fill(1);
  for (let step = 0; step < STEPS; step++) {
    const next = vector.slice();
    let largest = 0;
    for (let row = from; row < to; row++) {
      let sum = next[row - from] ?? 0;
      const end = system.rowStart[row + 1] ?? 0;
      for (let slot = system.internalStart[row] ?? 0; slot < end; slot++) {
        const supplier = (system.suppliers[slot] ?? 0) - from;
        sum += Math.abs(system.amounts[slot] ?? 0) * (vector[supplier] ?? 0);
      }
      next[row - from] = sum;
      largest = Math.max(largest, sum);
    }
    vector = next.map((value) => value / largest);
  }
  return vector;
}

function heaviestSupplier(
  system: CompiledSystem,
  row: number,
  from: number,
  weights: Float64Array,
): number {
  let best = row;
  let heaviest = -1;
  const end = system.rowStart[row + 1] ?? 0;
  for (let slot = system.internalStart[row] ?? 0; slot < end; slot++) {
    const supplier = system.suppliers[slot] ?? 0;
    const weight = Math.abs(system.amounts[slot] ?? 0) * (weights[supplier - from] ?? 0);
    if (weight > heaviest) {
      heaviest = weight;
      best = supplier;
    }
  }
  return best;
}
