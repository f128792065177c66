import { canonicalJson } from './canonical-json.ts';
import type { FactorSet, UsedFactor } from './factor.ts';
import type { Method } from './method.ts';
import type { ResolvedProduct } from './resolve/resolved.ts';
import type { Override } from './scenarios/override.ts';
import { sha256Hex } from './sha256.ts';

export const ENGINE_VERSION = '0.4.0';

/** Engines whose intervals are of the first order, whose land use change is 0 where no source states it, and which name potentials "not stated" as if that were a set. */
const BEFORE_0_4_0 = ['0.1.0', '0.2.0', '0.3.0'];

export function isBefore040({ engineVersion }: Pick<Snapshot, 'engineVersion'>): boolean {
  return BEFORE_0_4_0.includes(engineVersion);
}

/** Forms of snapshots that this engine evaluates, oldest first. Engines before 0.3.0 wrote the first. */
export const SNAPSHOT_FORMATS = ['trackway-snapshot/1', 'trackway-snapshot/2'] as const;
export type SnapshotFormat = (typeof SNAPSHOT_FORMATS)[number];

/**
 * Everything a result follows from: resolved inputs, the factors they use, the hashes of the sets
 * those come from, method and version. Plain JSON; `replay` makes the same bits of it anywhere.
 */
export interface Snapshot {
  readonly format: SnapshotFormat;
  readonly engineVersion: string;
  readonly method: Method;
  readonly rootId: string;
  readonly products: readonly ResolvedProduct[];
  readonly factors: readonly UsedFactor[];
  readonly sets: readonly FactorSet[];
  /** σ² of ln x of the whole result, beyond its factors (`model-variance.ts`); absent when none counts. */
  readonly modelVariance?: number | undefined;
  /** Overrides of the scenario that made the inventory; absent outside of scenarios. */
  readonly overrides?: readonly Override[] | undefined;
}

/**
 * SHA-256 of the canonical JSON of a snapshot in which the digest of each factor and set takes its place. In
 * the first form they are in it whole.
 */
export function hashOf(snapshot: Snapshot): string {
  if (snapshot.format === 'trackway-snapshot/1') return sha256Hex(canonicalJson(snapshot));
  const factors = snapshot.factors.map(digestOf);
  const sets = snapshot.sets.map(digestOf);
  return sha256Hex(canonicalJson({ ...snapshot, factors, sets }));
}

const digests = new WeakMap<object, string>();

/** SHA-256 of the canonical JSON of a row of a library, which never changes: worked out once. */
function digestOf(row: object): string {
  const known = digests.get(row);
  if (known !== undefined) return known;
  const digest = sha256Hex(canonicalJson(row));
  digests.set(row, digest);
  return digest;
}
