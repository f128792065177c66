import { canonicalJson } from './canonical-json.ts';
import type { Factor, FactorSet } from './factor.ts';
import type { Method } from './method.ts';
import type { ResolvedProduct } from './resolve/resolved.ts';
import { sha256Hex } from './sha256.ts';

export const ENGINE_VERSION = '0.2.0';

/**
 * Everything a result follows from: resolved inputs, the factors they use, the hashes of the sets
 * those come from, method and version. Plain JSON; `replay` makes the same bits of it anywhere.
 */
export interface Snapshot {
  readonly format: 'trackway-snapshot/1';
  readonly engineVersion: string;
  readonly method: Method;
  readonly rootId: string;
  readonly products: readonly ResolvedProduct[];
  readonly factors: readonly Factor[];
  readonly sets: readonly FactorSet[];
}

export function hashOf(snapshot: Snapshot): string {
  return sha256Hex(canonicalJson(snapshot));
}
