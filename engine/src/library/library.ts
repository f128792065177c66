import {
  type Factor,
  type FactorSet,
  inputRequiredKgPerKg,
  type MaterialMapping,
  type ProcessEnergy,
} from '../factor.ts';
import { haveSameDimension } from '../units.ts';
import { createDefaults, type Defaults, type DefaultTables, NO_DEFAULTS } from './defaults.ts';
import { createFactorNames, type FactorNames } from './factor-names.ts';
import {
  createMaterialIndex,
  type MaterialIndex,
  type MaterialName,
  namedMaterial,
} from './material-index.ts';
import { normalizedName } from './material-names.ts';
import { type NameWordRow, NameWords } from './name-words.ts';
import { createSpend, type Spend, type SpendTables } from './spend.ts';

/** The route of a mapping whose factor is of recycled material. */
export const RECYCLED_ROUTE = 'recycled_closed_loop';

/** The route of a mapping whose factor is what the market sells on average, recycled material inside. */
export const AVERAGE_ROUTE = 'market_average';

/** Electricity that is lost between the plant and the socket. */
export interface GridLoss {
  readonly country: string;
  /** kWh generated per kWh delivered. */
  readonly deliveredMultiplier: number;
  readonly source: string;
}

export interface LibraryTables {
  readonly sets: readonly FactorSet[];
  readonly factors: readonly Factor[];
  readonly materials?: readonly MaterialMapping[] | undefined;
  readonly processes?: readonly ProcessEnergy[] | undefined;
  readonly defaults?: DefaultTables | undefined;
  /** The catalogue of materials with their names. */
  readonly names?: readonly MaterialName[] | undefined;
  /** Words of names that leave the factor as it is. */
  readonly nameWords?: readonly NameWordRow[] | undefined;
  /** Exchange rates, prices and industries for what is known by its price alone. */
  readonly spend?: SpendTables | undefined;
  /** Losses of the grids, by country. */
  readonly gridLosses?: readonly GridLoss[] | undefined;
  /** The sets belong to the organization itself: they come before all others. */
  readonly isOwn?: boolean | undefined;
}

/** Factors with the indexes that calculations ask. Immutable; build it once, share it freely. */
export interface FactorLibrary {
  readonly sets: ReadonlyMap<string, FactorSet>;
  /** By `id` and by `sourceId`. */
  readonly factors: Pick<ReadonlyMap<string, Factor>, 'get'>;
  /** Mappings by normalized name, in the order of the map. */
  readonly materials: ReadonlyMap<string, readonly MaterialMapping[]>;
  readonly materialIndex: MaterialIndex;
  /** Factors by their own names, for what the catalogue does not have. */
  readonly factorNames: FactorNames;
  /** The organization's own sets. */
  readonly ownSetIds: ReadonlySet<string>;
  readonly processes: ReadonlyMap<string, ProcessEnergy>;
  /** Average generation of places, best source first. */
  readonly gridElectricity: readonly Factor[];
  /** Grids without the electricity that certificates sold elsewhere, of the organization itself. */
  readonly residualMixes: readonly Factor[];
  readonly gridLosses: ReadonlyMap<string, GridLoss>;
  /** Upstream of generation by country, for grids whose factor is of the stack alone. */
  readonly gridUpstream: readonly Factor[];
  /** The year of the newest factor: what data is measured against when no year is asked for. */
  readonly newestYear: number;
  /** Rows of the UK Government conversion factors by number, newest edition first. */
  readonly desnzRows: ReadonlyMap<string, readonly Factor[]>;
  /** Values for what is not declared. */
  readonly defaults: Defaults;
  readonly spend: Spend;
}

export function createFactorLibrary(tables: LibraryTables): FactorLibrary {
  const sets = new Map(tables.sets.map((set) => [set.id, set]));
  const factors = new Map<string, Factor>();
  for (const factor of tables.factors) {
    factors.set(factor.id, factor);
    factors.set(factor.sourceId, factor);
  }
  const materials = tables.materials ?? [];
  const words = new NameWords(tables.nameWords ?? []);
  const grids = tables.factors.filter(isGrid);
  return {
    sets,
    factors,
    materials: Map.groupBy(materials, (mapping) => normalizedName(mapping.material)),
    materialIndex: createMaterialIndex(tables.names ?? [], words),
    factorNames: createFactorNames(tables.factors, words),
    ownSetIds: new Set(tables.isOwn ? sets.keys() : []),
    processes: new Map((tables.processes ?? []).map((process) => [process.id, process])),
    gridElectricity: grids
      .filter((factor) => !isResidual(factor))
      .sort((a, b) => gridRank(a) - gridRank(b)),
    residualMixes: grids.filter(isResidual),
    gridLosses: new Map((tables.gridLosses ?? []).map((loss) => [loss.country, loss])),
    gridUpstream: tables.factors.filter(({ category }) => category === 'Electricity, upstream'),
    newestYear: tables.factors.reduce((newest, { year }) => Math.max(newest, year ?? 0), 0),
    desnzRows: desnzRowsOf(tables.factors),
    defaults: tables.defaults === undefined ? NO_DEFAULTS : createDefaults(tables.defaults),
    spend: createSpend(tables.spend, tables.factors, words),
  };
}

/** The same library with an organization's own sets and packs in front of the shared ones. */
export function extendLibrary(base: FactorLibrary, own: LibraryTables): FactorLibrary {
  const named = own.factors.filter(isMaterial).map(nameItself);
  const added = createFactorLibrary(own);
  const materials = new Map(base.materials);
  for (const mapping of [...(own.materials ?? []), ...named]) {
    const { key, route } = keyAndRoute(base, mapping);
    materials.set(key, [{ ...mapping, route }, ...(materials.get(key) ?? [])]);
  }
  return {
    sets: new Map([...base.sets, ...added.sets]),
    factors: { get: (id) => added.factors.get(id) ?? base.factors.get(id) },
    materials,
    materialIndex: base.materialIndex,
    factorNames: base.factorNames,
    ownSetIds: new Set([...added.ownSetIds, ...base.ownSetIds]),
    processes: new Map([...base.processes, ...added.processes]),
    gridElectricity: [...added.gridElectricity, ...base.gridElectricity],
    residualMixes: [...added.residualMixes, ...base.residualMixes],
    gridLosses: base.gridLosses,
    gridUpstream: base.gridUpstream,
    // A factor of one's own may be of a year to come: the grid of a pathway.
    newestYear: base.newestYear || added.newestYear,
    desnzRows: base.desnzRows,
    defaults: base.defaults,
    spend: base.spend,
  };
}

/**
 * Under which material a mapping of one's own is found: the catalogue's where the name is one of its
 * names, so that `Stahl` serves `steel` too. `Recycled steel` is the recycled route of it.
 */
function keyAndRoute(base: FactorLibrary, { material, route }: MaterialMapping) {
  const named = namedMaterial(base.materialIndex, material);
  if (named === undefined) return { key: normalizedName(material), route };
  return { key: named.key, route: named.isRecycled ? RECYCLED_ROUTE : route };
}

/** Materials that can be bought by mass: a process without its material is not one. */
function isMaterial(factor: Factor): boolean {
  return haveSameDimension(factor.unit, 'kg') && inputRequiredKgPerKg(factor) === undefined;
}

/** An organization's own factor serves the material of its name, before any published one. */
function nameItself({ name, sourceId }: Factor): MaterialMapping {
  return { material: name, route: 'primary', factorSourceId: sourceId, fit: 'exact', note: '' };
}

/** `desnz-2025:27_304_3140_14`: rows keep their numbers over the editions. */
const DESNZ_ROW = /^desnz-\d{4}:(.+)$/;

function desnzRowsOf(factors: readonly Factor[]): Map<string, Factor[]> {
  const rows = new Map<string, Factor[]>();
  for (const factor of factors) {
    const row = DESNZ_ROW.exec(factor.sourceId)?.[1];
    if (row === undefined) continue;
    const editions = rows.get(row);
    if (editions === undefined) rows.set(row, [factor]);
    else editions.push(factor);
  }
  for (const editions of rows.values()) editions.sort((a, b) => (b.year ?? 0) - (a.year ?? 0));
  return rows;
}

/** Non-baseload rows are for avoided emissions only, as EPA says. */
function isGrid(factor: Factor): boolean {
  return (
    factor.unit === 'kWh' &&
    factor.activity === 'energy' &&
    (factor.category === 'Electricity' || factor.category === 'UK electricity') &&
    !factor.subcategory.includes('non-baseload')
  );
}

/** `residual mix` is the subcategory of such a factor: by location it would count certified electricity twice. */
function isResidual({ subcategory }: Factor): boolean {
  return subcategory.toLowerCase().includes('residual');
}

/**
 * DESNZ knows losses and upstream of its grid; Ember's intensities have upstream inside; eGRID has
 * neither, and serves where a subregion is named.
 */
function gridRank(factor: Factor): number {
  if (factor.category === 'UK electricity') return 0;
  return factor.subcategory.startsWith('eGRID') ? 2 : 1;
}
