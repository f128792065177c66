import {
  contributionTreeOf,
  type ExplainedBranch,
  type ExplainOptions,
  type SankeyDiagram,
  type Snapshot,
  sankeyOf,
} from '@trackway/engine';
import type { Db } from '../../platform/database/index.ts';
import { unpackJson } from '../../platform/packed-json.ts';
import type { Scope } from '../../platform/scope.ts';
import { Task } from '../../rules/compute.ts';
import { findSnapshots } from './store.ts';

/** Most branches, or flows, that one picture shows; the rest is folded or cut. */
export const MAX_SHOWN = 250;
const SMALLEST_CUTOFF = 0.000_1;

type Wanted = { readonly calculationId: string; readonly options: ExplainOptions };

export const contributionTreeTask = new Task(
  'contribution tree',
  async (
    _tools,
    db,
    scope,
    { calculationId, options }: Wanted,
  ): Promise<ExplainedBranch[] | null> => {
    const snapshot = await snapshotIn(db, scope, calculationId);
    return snapshot && contributionTreeOf(snapshot, options).slice(0, MAX_SHOWN);
  },
);

/** The diagram of a calculation; the cutoff grows until it has few enough flows to be shown. */
export const sankeyTask = new Task(
  'Sankey diagram',
  async (_tools, db, scope, { calculationId, options }: Wanted): Promise<SankeyDiagram | null> => {
    const snapshot = await snapshotIn(db, scope, calculationId);
    if (snapshot === null) return null;
    for (let { cutoff } = options; ; cutoff = 2 * Math.max(cutoff ?? 0.01, SMALLEST_CUTOFF)) {
      const diagram = sankeyOf(snapshot, { ...options, cutoff });
      if (diagram.links.length <= MAX_SHOWN) return diagram;
    }
  },
);

async function snapshotIn(db: Db, scope: Scope, calculationId: string) {
  const [found] = await findSnapshots(db, scope, [calculationId]);
  return found?.packed == null ? null : unpackJson<Snapshot>(found.packed);
}
