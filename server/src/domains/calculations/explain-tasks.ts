import {
  contributionTreeOf,
  type ExplainedBranch,
  type ExplainOptions,
  type SankeyDiagram,
  type Snapshot,
  sankeyOf,
} from '@trackway/engine';
import { unpackJson } from '../../platform/json/index.ts';
import { Task } from '../../rules/jobs/compute.ts';
import { findSnapshots } from './store.ts';

/** Most branches, or flows, that one picture shows; the rest is folded or cut. */
export const MAX_SHOWN = 250;
const SMALLEST_CUTOFF = 0.000_1;
const LARGEST_CUTOFF = 1_000;

/** A picture of a calculation that a field asks for. */
export type PictureAsked = { readonly kind: 'TREE' | 'DIAGRAM'; readonly options: ExplainOptions };
type Picture = { readonly tree?: readonly ExplainedBranch[]; readonly diagram?: SankeyDiagram };
type Asked = { readonly calculationId: string; readonly pictures: readonly PictureAsked[] };

/** Pictures of one calculation in the order asked, from one unpacking of its snapshot; null if it has none. */
export const picturesTask = new Task(
  'pictures of a calculation',
  async (_tools, tenant, { calculationId, pictures }: Asked): Promise<Picture[] | null> => {
    const [found] = await findSnapshots(tenant, [calculationId]);
    if (found?.packed == null) return null;
    const snapshot = unpackJson<Snapshot>(found.packed);
    return pictures.map(({ kind, options }) =>
      kind === 'TREE'
        ? { tree: contributionTreeOf(snapshot, options).slice(0, MAX_SHOWN) }
        : { diagram: diagramOf(snapshot, options) },
    );
  },
);

/**
 * The cutoff grows until the diagram has few enough flows to be shown. It is a share of the total: where removals cancel what
 * is emitted no share is too large, and the largest flows are shown.
 */
function diagramOf(snapshot: Snapshot, options: ExplainOptions): SankeyDiagram {
  for (let { cutoff } = options; ; cutoff = 2 * Math.max(cutoff ?? 0.01, SMALLEST_CUTOFF)) {
    const diagram = sankeyOf(snapshot, { ...options, cutoff });
    if (diagram.links.length <= MAX_SHOWN) return diagram;
    if (cutoff !== undefined && cutoff > LARGEST_CUTOFF) return withLargestFlows(diagram);
  }
}

function withLargestFlows({ nodes, links }: SankeyDiagram): SankeyDiagram {
  const largestFirst = links.toSorted((a, b) => Math.abs(b.co2eKg) - Math.abs(a.co2eKg));
  return { nodes, links: largestFirst.slice(0, MAX_SHOWN) };
}
