import { createFactorLibrary, type FactorLibrary } from '../../engine/src/index.ts';
import { frenchNameIn } from '../../server/src/domains/factors/catalogue.ts';
import { loadDefaults } from '../../server/src/domains/factors/load/defaults.ts';
import {
  loadGridLosses,
  loadMaterialMap,
  loadMaterialNames,
  loadNameWords,
  loadProcessEnergy,
  loadSpend,
} from '../../server/src/domains/factors/load/maps.ts';
import { listStoredSets, readFactors } from '../../server/src/domains/factors/load/set-files.ts';

/** By the packs in it. A library is a value that nobody changes, and takes 0.6 s of CPU time to make. */
const made = new Map<string, Promise<FactorLibrary>>();

/** The library that the service ships, packs left out, straight from the data folder. */
export function defaultLibrary(packs: readonly string[] = []): Promise<FactorLibrary> {
  const name = packs.join();
  const library = made.get(name) ?? makeLibrary(packs);
  made.set(name, library);
  return library;
}

async function makeLibrary(packs: readonly string[]): Promise<FactorLibrary> {
  const stored = (await listStoredSets()).filter(
    ({ set }) => !set.isOptional || packs.includes(set.slug),
  );
  const factors = await Promise.all(stored.map(readFactors));
  return createFactorLibrary({
    sets: stored.map(({ set }) => set),
    factors: factors
      .flat()
      .map((factor) => ({ ...factor, frenchName: frenchNameIn(factor.sourceNote) })),
    materials: await loadMaterialMap(),
    names: await loadMaterialNames(),
    nameWords: await loadNameWords(),
    processes: await loadProcessEnergy(),
    defaults: await loadDefaults(),
    gridLosses: await loadGridLosses(),
    spend: await loadSpend(),
  });
}
