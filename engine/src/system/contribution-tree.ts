import type { DemandStudy } from './elasticities.ts';

export interface TreeOptions {
  readonly indicator: number;
  /** Branches below this share of the total stay folded. Default 0.01. */
  readonly cutoff?: number;
  /** Deepest level shown; the demand itself is level 0. Default: any. */
  readonly depth?: number;
  /** Most branches shown; the largest come first. Default 1,000. */
  readonly limit?: number;
}

/** One step of a supply path. `total` = `direct` + the totals of all children, shown or folded. */
export interface TreeBranch {
  readonly node: number;
  /** Index of the parent in the list of branches; undefined for the demand itself. */
  readonly parent: number | undefined;
  readonly level: number;
  /** Output of the node that this path needs, in the node's unit. */
  readonly amount: number;
  readonly direct: number;
  readonly total: number;
  /** Impact of suppliers that cutoff, depth or limit left folded. */
  readonly folded: number;
}

interface Candidate {
  readonly position: number;
  readonly parent: number | undefined;
  readonly level: number;
  readonly amount: number;
  readonly total: number;
}

/**
 * The supply paths of a demand, largest first, parents before children. Every total comes from
 * the intensities already solved: amount · y_i, no further solve. A loop appears as its first
 * turns, each smaller than the last, until the cutoff folds it.
 *
 * Σ direct + Σ folded over all branches = the total of the demand.
 */
export function contributionTree(study: DemandStudy, options: TreeOptions): TreeBranch[] {
  const { system, values } = study.intensities;
  const { indicator, cutoff = 0.01, depth = Number.POSITIVE_INFINITY, limit = 1000 } = options;
  const at = (rows: Float64Array, row: number) =>
    rows[row * system.indicatorCount + indicator] ?? 0;
  const threshold = cutoff * Math.abs(study.totals[indicator] ?? 0);
  const candidates: Candidate[] = [];
  for (const { node, amount } of study.demand) {
    const position = system.positionOf[node] ?? 0;
    const total = amount * at(values, position);
    push(candidates, { position, parent: undefined, level: 0, amount, total });
  }
  const branches: (TreeBranch & { folded: number })[] = [];
  while (branches.length < limit) {
    const next = pop(candidates);
    if (!next) break;
    const { position, parent, level, amount, total } = next;
    const direct = amount * at(system.direct, position);
    const node = system.nodeAt[position] ?? 0;
    const own = branches.push({ node, parent, level, amount, direct, total, folded: 0 }) - 1;
    let folded = 0;
    const end = system.rowStart[position + 1] ?? 0;
    for (let slot = system.rowStart[position] ?? 0; slot < end; slot++) {
      const supplier = system.suppliers[slot] ?? 0;
      const needed = amount * (system.amounts[slot] ?? 0);
      const carried = needed * at(values, supplier);
      if (level < depth && carried !== 0 && Math.abs(carried) >= threshold) {
        const child = { position: supplier, parent: own, level: level + 1, amount: needed };
        push(candidates, { ...child, total: carried });
      } else folded += carried;
    }
    foldInto(branches, own, folded);
  }
  for (const { parent, total } of candidates) foldInto(branches, parent, total);
  return branches;
}

function foldInto(branches: { folded: number }[], parent: number | undefined, total: number): void {
  const branch = parent === undefined ? undefined : branches[parent];
  if (branch) branch.folded += total;
}

/** A binary heap by |total|, largest on top. */
function push(heap: Candidate[], candidate: Candidate): void {
  let at = heap.push(candidate) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (weigh(heap, above) >= weigh(heap, at)) return;
    exchange(heap, at, above);
    at = above;
  }
}

function pop(heap: Candidate[]): Candidate | undefined {
  exchange(heap, 0, heap.length - 1);
  const top = heap.pop();
  for (let at = 0, below = 1; below < heap.length; below = 2 * at + 1) {
    if (weigh(heap, below + 1) > weigh(heap, below)) below++;
    if (weigh(heap, at) >= weigh(heap, below)) break;
    exchange(heap, at, below);
    at = below;
  }
  return top;
}

function weigh(heap: readonly Candidate[], at: number): number {
  const candidate = heap[at];
  return candidate ? Math.abs(candidate.total) : -1;
}

function exchange(heap: Candidate[], a: number, b: number): void {
  const first = heap[a];
  const second = heap[b];
  if (!first || !second || a === b) return;
  heap[a] = second;
  heap[b] = first;
}
