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
  type SourcedFactor,
  type SpendTables,
} from '@trackway/engine';
import { isTurnOver, nextTurn } from '../../platform/concurrency/event-loop.ts';
import type { Db } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Tools } from '../../rules/jobs/compute.ts';
import { loadDefaults } from './load/defaults.ts';
import { loadGazetteer } from './load/gazetteer.ts';
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
import { allFactors, factorsIn, listFactorSets } from './store.ts';

declare module '../../rules/jobs/compute.ts' {
  interface Tools {
    readonly factors: FactorCatalogue;
    readonly gazetteer: Gazetteer;
  }
}

/** The shared factors as calculations read them, in the memory of a thread that calculates. */
export type FactorCatalogue = {
  /**
   * Default factors of calculations: all except the packs. Its ids are the public ones, so that
   * results and snapshots mean the same in every installation.
   */
  readonly library: FactorLibrary;
  /** The packs by uuid, each ready to be put in front of the library. */
  readonly packs: ReadonlyMap<string, LibraryTables>;
};

/** The catalogue and the places, about 0.4 s of CPU time and 30 MB. */
export async function loadTools(db: Db): Promise<Pick<Tools, 'factors' | 'gazetteer'>> {
  const [factors, gazetteer] = await Promise.all([loadCatalogue(db), loadGazetteer()]);
  return { factors, gazetteer };
}

export async function loadCatalogue(db: Db): Promise<FactorCatalogue> {
  const [sets, factors] = await Promise.all([listFactorSets(db), allFactors(db)]);
  return catalogueOf(sets, factors, await loadMaps(DATA_FOLDER));
}

/**
 * The part of the library that electricity of grids needs, and further factors by the ids of their sources: some
 * hundred of thousands.
 */
export async function loadGridLibrary(
  db: Db,
  sourceIds: readonly string[],
): Promise<FactorLibrary> {
  const [sets, factors, gridLosses] = await Promise.all([
    listFactorSets(db),
    factorsIn(db, GRID_CATEGORIES, sourceIds),
    loadGridLosses(),
  ]);
  return createFactorLibrary({
    sets: sets.filter((set) => !set.isOptional).map(publicSet),
    factors: await libraryFactors(factors),
    gridLosses,
  });
}

/** Generation, losses of the wires, and what lies before. */
const GRID_CATEGORIES = [
  'Electricity',
  'Electricity, upstream',
  'UK electricity',
  'Transmission and distribution',
  'WTT- UK electricity',
];

/** The catalogue without a database, straight from the files: for the command line, about 0.6 s. */
export async function loadCatalogueFromFiles(dataFolder = DATA_FOLDER): Promise<FactorCatalogue> {
  const stored = await listStoredSets(dataFolder);
  const factors = await Promise.all(stored.map(readFactors));
  const sets = stored
    .map(({ set }) => set)
    .sort((a, b) => b.releasedOn.localeCompare(a.releasedOn) || a.slug.localeCompare(b.slug));
  const ordered = factors.flat().sort((a, b) => (a.id < b.id ? -1 : 1));
  return catalogueOf(sets, ordered, await loadMaps(dataFolder));
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

async function catalogueOf(
  sets: readonly FactorSetRow[],
  factors: readonly SourcedFactor[],
  maps: Maps,
): Promise<FactorCatalogue> {
  const bySet = Map.groupBy(await libraryFactors(factors), (factor) => factor.setId);
  const defaults = sets.filter((set) => !set.isOptional);
  const packs = sets.filter((set) => set.isOptional);
  await nextTurn();
  const factorsOf = ({ id }: FactorSetRow) => bySet.get(encodeId('factorSet', id)) ?? [];
  return {
    library: createFactorLibrary({
      sets: defaults.map(publicSet),
      factors: defaults.flatMap(factorsOf),
      materials: maps.materials,
      names: maps.names,
      nameWords: maps.nameWords,
      processes: maps.processes,
      defaults: maps.defaults,
      gridLosses: maps.gridLosses,
      spend: maps.spend,
    }),
    packs: new Map(
      packs.map((set) => [
        set.id,
        {
          sets: [publicSet(set)],
          factors: factorsOf(set),
          materials: maps.packMaterials.filter((mapping) => isServedWith(set, mapping)),
        },
      ]),
    ),
  };
}

/**
 * Factors as calculations read them: with public ids, one copy of each text, and without the place in the source, whose
 * texts are a quarter of a library. Made in turns: there are thousands.
 */
export async function libraryFactors(rows: readonly SourcedFactor[]): Promise<Factor[]> {
  const share = sharerOfTexts();
  const factors: Factor[] = [];
  for (const row of rows) {
    if (isTurnOver()) await nextTurn();
    factors.push(libraryFactor(row, share));
  }
  return factors;
}

function libraryFactor(row: SourcedFactor, share: (text: string) => string): Factor {
  return {
    id: encodeId('factor', row.id),
    setId: share(encodeId('factorSet', row.setId)),
    sourceId: row.sourceId,
    name: share(row.name),
    category: share(row.category),
    subcategory: share(row.subcategory),
    activity: share(row.activity),
    unit: share(row.unit),
    geography: share(row.geography),
    year: row.year,
    co2eKgPerUnit: row.co2eKgPerUnit,
    fossilCo2Kg: row.fossilCo2Kg,
    ch4Co2eKg: row.ch4Co2eKg,
    n2oCo2eKg: row.n2oCo2eKg,
    biogenicCo2Kg: row.biogenicCo2Kg,
    gwpSet: share(row.gwpSet),
    indicators: row.indicators,
    details: row.details && mapValues(row.details, share),
    source: share(row.source),
    frenchName: frenchNameIn(row.sourceNote),
  };
}

/** Gives one copy of each text: without it, repeated units and sources take 6 MB in each thread. */
function sharerOfTexts(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const first = known.get(text);
    if (first === undefined) known.set(text, text);
    return first ?? text;
  };
}

/** The sets of ADEME carry it in their note. A copy: V8 keeps a whole text as long as a part of it is used. */
export function frenchNameIn(note: string): string | undefined {
  const name = /^fr: ([^;]+)/.exec(note)?.[1];
  return name === undefined ? undefined : Buffer.from(name).toString();
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

/** The part of a set that a result carries. */
export function publicSet(set: FactorSet): FactorSet {
  const { slug, name, version, title, licence, attribution, attributionUrls, contentHash } = set;
  const id = encodeId('factorSet', set.id);
  return { id, slug, name, version, title, licence, attribution, attributionUrls, contentHash };
}
