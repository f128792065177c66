import { comparePaired, type PairedComparison, type Snapshot } from '@trackway/engine';
import { unpackJson } from '../../platform/packed-json.ts';
import { Task } from '../../rules/compute.ts';
import { findSnapshots } from '../calculations/index.ts';

/** Two outcomes, by their positions. */
export type ComparedPair = {
  readonly first: number;
  readonly second: number;
  readonly comparison: PairedComparison;
};

type ComparisonInput = { readonly outcomeIds: readonly string[] };

/** Every pair of outcomes on common random numbers; BASIC outcomes have no uncertainty. */
export const comparisonTask = new Task(
  'compare scenarios',
  async (_tools, db, scope, { outcomeIds }: ComparisonInput): Promise<ComparedPair[]> => {
    const found = await findSnapshots(db, scope, outcomeIds);
    const snapshotById = new Map(
      found.map(({ id, packed }) => [id, packed && unpackJson<Snapshot>(packed)]),
    );
    const snapshots = outcomeIds.map((id) => snapshotById.get(id) ?? null);
    return snapshots.flatMap((a, first) =>
      snapshots.slice(first + 1).flatMap((b, offset): ComparedPair[] => {
        if (a?.method.detail !== 'FULL' || b?.method.detail !== 'FULL') return [];
        return [{ first, second: first + 1 + offset, comparison: comparePaired(a, b) }];
      }),
    );
  },
);
