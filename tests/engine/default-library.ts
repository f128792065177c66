import { createFactorLibrary, type Factor, type FactorLibrary } from '../../engine/src/index.ts';
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
import {
  listStoredSets,
  readFactors,
  type StoredSet,
} from '../../server/src/domains/factors/load/set-files.ts';

/** By the packs in it. A library is a value that nobody changes, and takes 0.6 s of CPU time to make. */
const made = new Map<string, Promise<FactorLibrary>>();

/** The library that the service ships, packs left out, straight from the data folder. */
export function defaultLibrary(packs: readonly string[] = []): Promise<FactorLibrary> {
  const name = packs.join();
  return made.getOrInsertComputed(name, () => makeLibrary(packs));
}

/** Its factors, as a list. */
export async function defaultFactors(packs: readonly string[] = []): Promise<Factor[]> {
  const factors = await Promise.all((await storedSets(packs)).map(readFactors));
  return factors
    .flat()
    .map((factor) => ({ ...factor, frenchName: frenchNameIn(factor.sourceNote) }));
}

async function storedSets(packs: readonly string[]): Promise<StoredSet[]> {
  const stored = await listStoredSets();
  return stored.filter(({ set }) => !set.isOptional || packs.includes(set.slug));
}

async function makeLibrary(packs: readonly string[]): Promise<FactorLibrary> {
  return createFactorLibrary({
    sets: (await storedSets(packs)).map(({ set }) => set),
    factors: await defaultFactors(packs),
    materials: await loadMaterialMap(),
    names: await loadMaterialNames(),
    nameWords: await loadNameWords(),
    processes: await loadProcessEnergy(),
    defaults: await loadDefaults(),
    gridLosses: await loadGridLosses(),
    spend: await loadSpend(),
  });
}
