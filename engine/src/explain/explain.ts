import type { Snapshot } from '../snapshot.ts';
import { contributionTree } from './contribution-tree.ts';
import { sankeyFlows } from './sankey.ts';
import { type ExplainedNode, snapshotSystem } from './snapshot-system.ts';

export interface ExplainOptions {
  /** Branches and flows below this share of the total stay folded; 0.01 when absent. */
  readonly cutoff?: number | undefined;
  /** Deepest level; any when absent. */
  readonly depth?: number | undefined;
}

/** A step of the supply path: `co2eKg` = what arises here + all children, shown or folded. */
export interface ExplainedBranch {
  readonly node: ExplainedNode;
  /** Position of the parent in the list; null for the product itself. */
  readonly parent: number | null;
  readonly level: number;
  readonly amount: number;
  readonly co2eKg: number;
  readonly foldedCo2eKg: number;
}

/**
 * The result as a tree to any depth, largest first, parents before children. No calculation per
 * branch: every total is amount × intensity, solved once.
 */
export function contributionTreeOf(
  snapshot: Snapshot,
  options: ExplainOptions = {},
): ExplainedBranch[] {
  const { nodes, study } = snapshotSystem(snapshot);
  return contributionTree(study, { indicator: 0, ...given(options) }).flatMap((branch) => {
    const node = nodes[branch.node];
    if (node === undefined) return [];
    const { level, amount, total, folded } = branch;
    const parent = branch.parent ?? null;
    return [{ node, parent, level, amount, co2eKg: total, foldedCo2eKg: folded }];
  });
}

export interface SankeyDiagram {
  readonly nodes: readonly (ExplainedNode & {
    readonly level: number;
    readonly co2eKg: number;
  })[];
  /** Positions in `nodes`, and kg CO2e carried from one to the other. */
  readonly links: readonly {
    readonly source: number;
    readonly target: number;
    readonly co2eKg: number;
  }[];
}

/** The same as flows from factors and parts through phases into the product: a · x · y per edge. */
export function sankeyOf(snapshot: Snapshot, options: ExplainOptions = {}): SankeyDiagram {
  const { nodes, study } = snapshotSystem(snapshot);
  const flows = sankeyFlows(study, { indicator: 0, ...given(options) });
  const shown = flows.nodes.flatMap(({ node, level, throughput }) => {
    const explained = nodes[node];
    return explained ? [{ ...explained, number: node, level, co2eKg: throughput }] : [];
  });
  const place = new Map(shown.map(({ number }, at) => [number, at]));
  return {
    nodes: shown.map(({ number: _, ...node }) => node),
    links: flows.links.flatMap(({ supplier, consumer, flow }) => {
      const source = place.get(supplier);
      const target = place.get(consumer);
      return source === undefined || target === undefined ? [] : [{ source, target, co2eKg: flow }];
    }),
  };
}

function given({ cutoff, depth }: ExplainOptions) {
  return { ...(cutoff !== undefined && { cutoff }), ...(depth !== undefined && { depth }) };
}
