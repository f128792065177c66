import {
  createFactorLibrary,
  type DefaultTables,
  type Factor,
  type FactorLibrary,
  type FactorSet,
  type Gazetteer,
  type GridLoss,
  type LibraryTables,
  type MaterialMapping,
  type MaterialName,
  type NameWordRow,
  type ProcessEnergy,
  type SpendTables,
} from '@trackway/engine';
import type { Db } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { loadDefaults } from './load/defaults.ts';
import {
  loadGridLosses,
  loadMaterialMap,
  loadMaterialNames,
  loadNameWords,
  loadPackMaterialMap,
  loadProcessEnergy,
  loadSpend,
  type PackMaterialMapping,
} from './load/maps.ts';
import { DATA_FOLDER, listStoredSets, readFactors } from './load/set-files.ts';
import type { FactorSetRow } from './model.ts';
import { allFactors, listFactorSets } from './store.ts';

declare module '../../rules/context.ts' {
  interface Services {
    readonly factors: FactorCatalogue;
  }
}

declare module '../../rules/compute.ts' {
  interface Tools {
    readonly factors: FactorCatalogue;
    readonly gazetteer: Gazetteer;
  }
}

/** The shared factors in memory: they change only with a new version of the data. */
export type FactorCatalogue = {
  /** Newest first, packs included. */
  readonly sets: readonly FactorSetRow[];
  readonly setById: ReadonlyMap<string, FactorSetRow>;
  /** A shared factor by its uuid, packs included; the object is made for the call. */
  readonly factorOf: (id: string) => Factor | undefined;
  /** All of them, packs included. */
  readonly factorCount: number;
  /**
   * Default factors of calculations: all except the packs. Its ids are the public ones, so that
   * results and snapshots mean the same in every installation.
   */
  readonly library: FactorLibrary;
  /** The packs, each ready to be put in front of the library. */
  readonly packs: ReadonlyMap<string, LibraryTables>;
};

/** The catalogue of a running service, about 0.2 s to load. */
export async function loadCatalogue(db: Db): Promise<FactorCatalogue> {
  const [sets, factors] = await Promise.all([listFactorSets(db), allFactors(db)]);
  return catalogueOf(sets, factors, await loadMaps(DATA_FOLDER));
}

/** The same without a database, straight from the files: for the command line, about 0.6 s. */
export async function loadCatalogueFromFiles(dataFolder = DATA_FOLDER): Promise<FactorCatalogue> {
  const stored = await listStoredSets(dataFolder);
  const factors = await Promise.all(stored.map(readFactors));
  const sets = stored
    .map(({ set }) => set)
    .sort((a, b) => b.releasedOn.localeCompare(a.releasedOn) || a.slug.localeCompare(b.slug));
  const ordered = factors.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
  return catalogueOf(sets, ordered, await loadMaps(dataFolder));
}

/**
 * The sets a list of factors looks in: those that a text names (slug, name or id), packs included;
 * without a text all but the packs that are not enabled.
 */
export function setsNamed(
  sets: readonly FactorSetRow[],
  named: string | undefined,
  idOf: (set: FactorSetRow) => string,
  enabled: ReadonlySet<string> = new Set(),
): readonly FactorSetRow[] {
  if (named === undefined) return sets.filter((set) => !set.isOptional || enabled.has(set.id));
  const wanted = named.toLowerCase();
  return sets.filter((set) =>
    [set.slug, set.name, set.title, idOf(set)].some((name) => name.toLowerCase() === wanted),
  );
}

type Maps = {
  readonly materials: readonly MaterialMapping[];
  readonly names: readonly MaterialName[];
  readonly nameWords: readonly NameWordRow[];
  readonly packMaterials: readonly PackMaterialMapping[];
  readonly processes: readonly ProcessEnergy[];
  readonly defaults: DefaultTables;
  readonly gridLosses: readonly GridLoss[];
  readonly spend: SpendTables;
};

async function loadMaps(dataFolder: URL): Promise<Maps> {
  const [materials, names, nameWords, packMaterials, processes, defaults, gridLosses, spend] =
    await Promise.all([
      loadMaterialMap(dataFolder),
      loadMaterialNames(dataFolder),
      loadNameWords(dataFolder),
      loadPackMaterialMap(dataFolder),
      loadProcessEnergy(dataFolder),
      loadDefaults(dataFolder),
      loadGridLosses(dataFolder),
      loadSpend(dataFolder),
    ]);
  return { materials, names, nameWords, packMaterials, processes, defaults, gridLosses, spend };
}

function catalogueOf(
  sets: readonly FactorSetRow[],
  factors: readonly Factor[],
  maps: Maps,
): FactorCatalogue {
  const bySet = Map.groupBy(factors, (factor) => factor.setId);
  const defaults = sets.filter((set) => !set.isOptional);
  const share = sharerOfTexts();
  const factorsOf = (set: FactorSetRow) => {
    const setId = encodeId('factorSet', set.id);
    return (bySet.get(set.id) ?? []).map((factor) => keptFactor(factor, setId, share));
  };
  const library = createFactorLibrary({
    sets: defaults.map(publicSet),
    factors: defaults.flatMap(factorsOf),
    materials: maps.materials,
    names: maps.names,
    nameWords: maps.nameWords,
    processes: maps.processes,
    defaults: maps.defaults,
    gridLosses: maps.gridLosses,
    spend: maps.spend,
  });
  const packs = new Map(
    sets
      .filter((set) => set.isOptional)
      .map((set) => [
        set.id,
        {
          sets: [publicSet(set)],
          factors: factorsOf(set),
          materials: maps.packMaterials.filter((mapping) => isServedWith(set, mapping)),
        },
      ]),
  );
  return {
    sets,
    setById: new Map(sets.map((set) => [set.id, set])),
    factorOf: factorFinder(sets, library, packs),
    factorCount: factors.length,
    library,
    packs,
  };
}

/** Finds factors by uuid among those that calculations use by public id: a second copy of each takes 5 MB. */
function factorFinder(
  sets: readonly FactorSetRow[],
  library: FactorLibrary,
  packs: FactorCatalogue['packs'],
): FactorCatalogue['factorOf'] {
  const uuidOfSet = new Map(sets.map(({ id }) => [encodeId('factorSet', id), id]));
  const packFactors = [...packs.values()].flatMap((pack) => pack.factors);
  const packFactorById = new Map(packFactors.map((factor) => [factor.id, factor]));
  return (id) => {
    const publicId = encodeId('factor', id);
    const found = library.factors.get(publicId) ?? packFactorById.get(publicId);
    if (found === undefined) return undefined;
    return { ...found, id, setId: uuidOfSet.get(found.setId) ?? found.setId };
  };
}

/** Gives one copy of each text: without it, repeated units, sources and notes take 10 MB in each thread. */
function sharerOfTexts(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const first = known.get(text);
    if (first === undefined) known.set(text, text);
    return first ?? text;
  };
}

/** The factor with its public ids, copied once: there are thousands, and each thread has its own. */
function keptFactor(factor: Factor, setId: string, share: (text: string) => string): Factor {
  const { details } = factor;
  return {
    ...factor,
    id: encodeId('factor', factor.id),
    setId,
    name: share(factor.name),
    category: share(factor.category),
    subcategory: share(factor.subcategory),
    activity: share(factor.activity),
    unit: share(factor.unit),
    geography: share(factor.geography),
    gwpSet: share(factor.gwpSet),
    source: share(factor.source),
    sourceTable: share(factor.sourceTable),
    sourceReference: share(factor.sourceReference),
    sourceNote: share(factor.sourceNote),
    details: details && mapValues(details, share),
  };
}

function mapValues(
  texts: Readonly<Record<string, string>>,
  change: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]));
}

/**
 * Fibres of the default sets are in the packs' map because they need the spinning of the textile
 * pack.
 */
function isServedWith(set: FactorSetRow, { pack }: PackMaterialMapping): boolean {
  return pack === set.name || (pack === 'factors' && set.name === 'carbonfact-textile');
}

export function publicFactor(factor: Factor): Factor {
  return {
    ...factor,
    id: encodeId('factor', factor.id),
    setId: encodeId('factorSet', factor.setId),
  };
}

/** Only what a result must carry of a set. */
export function publicSet(set: FactorSet): FactorSet {
  const { slug, name, version, title, licence, attribution, attributionUrls, contentHash } = set;
  const id = encodeId('factorSet', set.id);
  return { id, slug, name, version, title, licence, attribution, attributionUrls, contentHash };
}
