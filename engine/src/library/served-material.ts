import type { Factor } from '../factor.ts';
import type { FactorLibrary } from './library.ts';
import { normalizedName } from './material-names.ts';

const remembered = new WeakMap<FactorLibrary, ReadonlyMap<string, string>>();

/** Normalized name of the material of the catalogue that a factor serves: of the material itself before one that it is a proxy of. */
export function materialServedBy(library: FactorLibrary, factor: Factor): string | undefined {
  const known = remembered.get(library) ?? servedMaterials(library);
  remembered.set(library, known);
  return known.get(factor.sourceId);
}

/** Catalogue materials by the `sourceId` of the factor that serves them; mixed goods say nothing of a material. */
function servedMaterials({ materials, materialIndex }: FactorLibrary): Map<string, string> {
  const exact = new Map<string, string>();
  const proxies = new Map<string, string>();
  for (const { factorSourceId, material, fit } of [...materials.values()].flat()) {
    const key = normalizedName(material);
    const group = materialIndex.entries.get(key)?.group ?? 'MIXED';
    if (factorSourceId === null || group === 'MIXED') continue;
    (fit === 'exact' ? exact : proxies).set(factorSourceId, key);
  }
  return new Map([...proxies, ...exact]);
}
