import { compareSamples, type PairedComparison, type Snapshot, samplesOf } from '@trackway/engine';
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
    const packedById = new Map(found.map(({ id, packed }) => [id, packed]));
    return comparedPairs(comparable(outcomeIds.flatMap((id) => packedById.get(id) ?? [])));
  },
);

/** Outcomes that have an uncertainty: all or none. They are unpacked one by one, so that ten of the largest are not in memory together. */
function* comparable(packed: readonly Buffer[]): Generator<Snapshot> {
  const scopes: ReturnType<typeof scopeOf>[] = [];
  for (const each of packed) {
    const snapshot = unpackJson<Snapshot>(each);
    scopes.push(scopeOf(snapshot));
    assertComparable(scopes);
    if (snapshot.method.detail === 'FULL') yield snapshot;
  }
}

/** Every pair of results, of which each is drawn once. */
export function comparedPairs(results: Iterable<Snapshot>): ComparedPair[] {
  const drawn = Array.from(results, (each) => samplesOf(each));
  return drawn.flatMap((samples, first) =>
    drawn.slice(first + 1).map((others, offset) => ({
      first,
      second: first + 1 + offset,
      comparison: compareSamples(samples, others),
    })),
  );
}

function scopeOf({ method, products, rootId }: Snapshot) {
  const root = products.find(({ id }) => id === rootId);
  const boundary = method.detail === 'FULL' ? method.boundary : undefined;
  return { declaredUnit: root?.declaredUnit, boundary };
}
