import {
  createFactorLibrary,
  type Factor,
  type FactorLibrary,
  type FactorSet,
  type Gazetteer,
} from '@trackway/engine';
import { encodeId } from '../../platform/ids.ts';
import {
  type FactorCatalogue,
  loadGazetteer,
  loadMaterialMap,
  loadProcessEnergy,
} from '../factors/index.ts';

/** What every calculation reads beside its inputs; immutable, shared by all requests. */
export type EngineData = { readonly library: FactorLibrary; readonly gazetteer: Gazetteer };

declare module '../../graphql/context.ts' {
  interface Services {
    readonly engine: EngineData;
  }
}

/**
 * The factor library in the engine's form. Factors go by their public ids there, so that results
 * and snapshots mean the same in every installation. Packs are left out: an organization switches
 * them on.
 */
export async function loadEngineData(
  catalogue: Pick<FactorCatalogue, 'sets' | 'factorById'>,
): Promise<EngineData> {
  const shared = catalogue.sets.filter((set) => !set.isOptional);
  const sharedIds = new Set(shared.map((set) => set.id));
  const factors = [...catalogue.factorById.values()].filter((factor) =>
    sharedIds.has(factor.setId),
  );
  const [materials, processes, gazetteer] = await Promise.all([
    loadMaterialMap(),
    loadProcessEnergy(),
    loadGazetteer(),
  ]);
  const library = createFactorLibrary({
    sets: shared.map(publicSet),
    factors: factors.map(publicFactor),
    materials,
    processes,
  });
  return { library, gazetteer };
}

function publicFactor(factor: Factor): Factor {
  return {
    ...factor,
    id: encodeId('factor', factor.id),
    setId: encodeId('factorSet', factor.setId),
  };
}

/** Only what a result must carry of a set. */
function publicSet(set: FactorSet): FactorSet {
  const { slug, name, version, title, licence, attribution, attributionUrls, contentHash } = set;
  return {
    id: encodeId('factorSet', set.id),
    slug,
    name,
    version,
    title,
    licence,
    attribution,
    attributionUrls,
    contentHash,
  };
}
