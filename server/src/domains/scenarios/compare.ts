import { comparePaired, type PairedComparison, type Snapshot } from '@trackway/engine';
import { unpackJson } from '../../platform/json/index.ts';
import { Task } from '../../rules/jobs/compute.ts';
import { assertComparable, findSnapshots } from '../calculations/index.ts';

/** Two outcomes, by their positions. */
export type ComparedPair = {
  readonly first: number;
  readonly second: number;
  readonly comparison: PairedComparison;
};

type ComparisonInput = { readonly outcomeIds: readonly string[] };

/** Every pair of outcomes of one unit and boundary on common random numbers; BASIC outcomes have no uncertainty. */
export const comparisonTask = new Task(
  'compare scenarios',
  async (_tools, tenant, { outcomeIds }: ComparisonInput): Promise<ComparedPair[]> => {
    const found = await findSnapshots(tenant, outcomeIds);
    const snapshotById = new Map(
      found.map(({ id, packed }) => [id, packed && unpackJson<Snapshot>(packed)]),
    );
    const snapshots = outcomeIds.map((id) => snapshotById.get(id) ?? null);
    assertComparable(snapshots.flatMap((snapshot) => (snapshot ? scopeOf(snapshot) : [])));
    return snapshots.flatMap((a, first) =>
      snapshots.slice(first + 1).flatMap((b, offset): ComparedPair[] => {
        if (a?.method.detail !== 'FULL' || b?.method.detail !== 'FULL') return [];
        return [{ first, second: first + 1 + offset, comparison: comparePaired(a, b) }];
      }),
    );
  },
);

function scopeOf({ method, products, rootId }: Snapshot) {
  const root = products.find(({ id }) => id === rootId);
  const boundary = method.detail === 'FULL' ? method.boundary : undefined;
  return { declaredUnit: root?.declaredUnit, boundary };
}
