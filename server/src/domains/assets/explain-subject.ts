import {
  comparePaired,
  equivalenciesOf,
  type PairedComparison,
  type Snapshot,
} from '@trackway/engine';
import { placesOf } from '../../../../dashboard/src/charts/map.ts';
import type { TenantDb } from '../../platform/database/index.ts';
import { unpackJson } from '../../platform/json/index.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import type { Tools } from '../../rules/jobs/compute.ts';
import { assertComparable, findSnapshots } from '../calculations/index.ts';
import { loadEquivalencies } from '../equivalencies/index.ts';
import { cyclesOf, geoJsonOf } from '../supply-chains/index.ts';
import {
  CARD_EQUIVALENCIES,
  type CardEquivalencyKind,
  type EquivalencyFacts,
} from './layouts/equivalency-card.ts';
import type { MapFacts } from './layouts/supply-chain-map.ts';
import type { AssetChoices } from './request.ts';
import { loadSubject, type MappedChain, type Subject, type SubjectReference } from './subject.ts';

/** Facts of a card beyond those of one footprint. */
export type Explained = {
  readonly equivalencies?: EquivalencyFacts['equivalencies'];
  readonly map?: Pick<MapFacts, 'stops' | 'ways' | 'unplacedCount'>;
  readonly comparison?: { readonly other: Subject; readonly paired: PairedComparison };
};

/** Works out the facts that a kind of asset shows beyond the footprint of its subject. */
export async function explainedSubject(
  tools: Tools,
  subject: Subject,
  { kind, region }: AssetChoices,
  compare: (subject: Subject) => Promise<Explained>,
): Promise<Explained> {
  if (kind === 'COMPARISON_CARD') return compare(subject);
  if (subject.supplyChain !== undefined) return { map: placesOn(tools, subject.supplyChain) };
  const co2eKg = subject.calculation?.co2eKg;
  const isExplained = kind === 'EQUIVALENCY_CARD' || kind === 'INFOGRAPHIC';
  if (!isExplained || co2eKg == null) return {};
  const options = region === undefined ? {} : { region };
  const found = equivalenciesOf(
    { CLIMATE: co2eKg },
    await loadEquivalencies(),
    tools.factors.library,
    options,
  );
  const equivalencies = found.flatMap(({ row, roundedAmount, region: place, year }) =>
    isOnCards(row.kind)
      ? [{ kind: row.kind, roundedAmount, set: row.set, region: place, year, source: row.source }]
      : [],
  );
  if (equivalencies.length === 0 && kind === 'EQUIVALENCY_CARD') {
    throw new ApiError(
      'CONFLICT',
      'The footprint has no equivalency of 1 to 1,000 with a source: amounts of zero and below have none.',
    );
  }
  return { equivalencies };
}

/** Facilities of a network that have a place, with the flows between them. */
function placesOn({ gazetteer }: Tools, { network }: MappedChain): NonNullable<Explained['map']> {
  const { stops, ways } = placesOf(geoJsonOf(network, cyclesOf(network), gazetteer));
  return { stops, ways, unplacedCount: network.facilities.length - stops.length };
}

function isOnCards(kind: string): kind is CardEquivalencyKind {
  return Object.hasOwn(CARD_EQUIVALENCIES, kind);
}

/** Compares a subject with another one on common random numbers. */
export async function comparedWith(
  tenant: TenantDb,
  subject: Subject,
  reference: SubjectReference,
): Promise<Explained> {
  const other = await loadSubject(tenant, reference);
  const ids = [subject, other].flatMap(({ calculation }) => calculation?.id ?? []);
  const found = await findSnapshots(tenant, ids);
  const byId = new Map(found.map(({ id, packed }) => [id, packed && unpackJson<Snapshot>(packed)]));
  const [first, second] = ids.map((id) => byId.get(id));
  if (first?.method.detail !== 'FULL' || second?.method.detail !== 'FULL') {
    throw new ApiError(
      'CONFLICT',
      'A COMPARISON_CARD needs two FULL calculations, whose ranges are compared (calculateProductFootprint with detail: FULL).',
    );
  }
  assertComparable(
    [subject, other].map(({ result }) => ({
      declaredUnit: result?.subject.declaredUnit,
      boundary: result?.full?.boundary,
    })),
  );
  return { comparison: { other, paired: comparePaired(first, second) } };
}
