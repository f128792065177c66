import { canonicalJson, canonicalJsonOnce } from './canonical-json.ts';
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

/** SHA-256 of the canonical JSON of a snapshot. */
export function hashOf(snapshot: Snapshot): string {
  const { factors, sets, ...others } = snapshot;
  // Factors and sets belong to a library, which never changes: they are written once.
  const members = {
    ...Object.fromEntries(
      Object.entries(others).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, canonicalJson(value)]],
      ),
    ),
    factors: `[${factors.map(canonicalJsonOnce).join(',')}]`,
    sets: `[${sets.map(canonicalJsonOnce).join(',')}]`,
  };
  const texts = Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256Hex(`{${texts.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(',')}}`);
}
