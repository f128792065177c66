import { Heap } from '../heap/heap.ts';
import type { DemandStudy } from '../system/study-demand.ts';

interface TreeOptions {
  readonly indicator: number;
  /** Branches below this share of the total stay folded. Default 0.01. */
  readonly cutoff?: number;
  /** Deepest level shown; the demand itself is level 0. Default: any. */
  readonly depth?: number;
  /** Most branches shown; the largest come first. Default 1,000. */
  readonly limit?: number;
}

/** One step of a supply path. `total` = `direct` + the totals of all children, shown or folded. */
interface TreeBranch {
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
  const candidates = new Heap<Candidate>((a, b) => Math.abs(a.total) > Math.abs(b.total));
  for (const { node, amount } of study.demand) {
    const position = system.positionOf[node] ?? 0;
    const total = amount * at(values, position);
    candidates.push({ position, parent: undefined, level: 0, amount, total });
  }
  const branches: (TreeBranch & { folded: number })[] = [];
  while (branches.length < limit) {
    const next = candidates.pop();
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
        candidates.push({ ...child, total: carried });
      } else folded += carried;
    }
    foldInto(branches, own, folded);
  }
  for (const { parent, total } of candidates.items) foldInto(branches, parent, total);
  return branches;
}

function foldInto(branches: { folded: number }[], parent: number | undefined, total: number): void {
  const branch = parent === undefined ? undefined : branches[parent];
  if (branch) branch.folded += total;
}
