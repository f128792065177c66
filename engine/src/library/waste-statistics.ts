import { type Memory, remembered } from '../remembered.ts';
import type { MaterialGroup } from '../vocabulary.ts';
import type { Defaults, EndOfLifeRow, TreatmentRow } from './defaults.ts';
import { materialKey } from './find-material.ts';
import type { FactorLibrary } from './library.ts';
import { normalizedName } from './material-names.ts';
import { placeInWords, regionOf } from './regions.ts';

/** Treatment of a mass of waste: shares that sum to 1. */
export interface WasteShares {
  readonly recycled: number;
  readonly incinerated: number;
  /** The part of `incinerated` whose energy is used. */
  readonly energyRecovered: number;
  readonly landfilled: number;
  readonly unmanaged: number;
}

export interface WasteStatistics {
  readonly shares: WasteShares;
  /** In words: of which place and material they are, and the shares in percent. */
  readonly label: string;
  readonly percent: string;
  readonly source: string;
}

/** Shares that somebody declared; an absent treatment was left open. */
export interface DeclaredShares {
  readonly recycled?: number | undefined;
  readonly incinerated?: number | undefined;
  readonly landfilled?: number | undefined;
}

/**
 * Declared shares, and statistics for the rest: it goes to the treatments that were left open, in the
 * ratio of the statistics, else to landfill. Energy is recovered from what is declared as incinerated.
 */
export function completedBy(
  { shares, label, source }: WasteStatistics,
  declared: DeclaredShares,
): WasteStatistics {
  const open = {
    ...shares,
    ...(declared.recycled !== undefined && { recycled: 0 }),
    ...(declared.incinerated !== undefined && { incinerated: 0, energyRecovered: 0 }),
    ...(declared.landfilled !== undefined && { landfilled: 0, unmanaged: 0 }),
  };
  const { recycled = 0, incinerated = 0, landfilled = 0 } = declared;
  const rest = Math.max(0, 1 - recycled - incinerated - landfilled);
  const sum = open.recycled + open.incinerated + open.landfilled + open.unmanaged;
  const times = sum > 0 ? rest / sum : 0;
  return described(label, source, {
    recycled: recycled + open.recycled * times,
    incinerated: incinerated + open.incinerated * times,
    energyRecovered: incinerated + open.energyRecovered * times,
    landfilled: landfilled + (sum > 0 ? open.landfilled * times : rest),
    unmanaged: open.unmanaged * times,
  });
}

/** The treatment of a material by its name, else of its group; undefined without a table. */
export function treatmentOf(
  library: FactorLibrary,
  material: string | undefined,
  group: MaterialGroup,
): TreatmentRow | undefined {
  const { treatmentOfGroup, treatmentOfMaterial } = library.defaults;
  const written = material === undefined ? '' : normalizedName(material);
  const key = material === undefined ? '' : materialKey(library, material);
  return (
    treatmentOfMaterial.get(written) ?? treatmentOfMaterial.get(key) ?? treatmentOfGroup.get(group)
  );
}

const WORLD = 'region:world';
const RESIDUAL = 'municipal residual';
const ALL_MUNICIPAL = 'municipal waste, all';

/** Regions of the statistics, nearest first, by the region of the engine. */
const REGIONS: Readonly<Record<string, readonly string[]>> = {
  'region:europe': ['region:eu', 'region:europe'],
  'region:north-america': ['region:americas'],
  'region:latin-america-and-caribbean': ['region:americas-other', 'region:americas'],
  'region:asia': ['region:asia-other', 'region:asia'],
  'region:asean': ['region:asia-other', 'region:asia'],
  'region:middle-east': ['region:mena', 'region:asia'],
  'region:africa': ['region:sub-saharan-africa', 'region:africa'],
  'region:oceania': ['region:oceania'],
};

/**
 * Statistics of a material's treatment in a country. Packaging: its packaging statistics, then any. Products: the
 * country's statistics of the material, those of its region and of the world, then the country's for
 * packaging. Without any, nothing is recycled and the country's residual waste decides.
 */
export function wasteStatistics(
  defaults: Defaults,
  treatment: TreatmentRow,
  country: string | undefined,
  isPackaging: boolean,
): WasteStatistics | undefined {
  return remembered(memory, treatment, `${country} ${isPackaging}`, () =>
    findStatistics(defaults, treatment, country, isPackaging),
  );
}

/** A row belongs to one set of tables. */
const memory: Memory<TreatmentRow, WasteStatistics | undefined> = new WeakMap();

function findStatistics(
  defaults: Defaults,
  treatment: TreatmentRow,
  country: string | undefined,
  isPackaging: boolean,
): WasteStatistics | undefined {
  const regions = REGIONS[regionOf(country ?? '') ?? ''] ?? [];
  const own = country === undefined ? [] : [country];
  const { endOfLife, packagingEndOfLife } = defaults;
  const orders = isPackaging
    ? ([
        [packagingEndOfLife, own],
        [endOfLife, own],
        [packagingEndOfLife, regions],
        [endOfLife, [...regions, WORLD]],
        [packagingEndOfLife, [WORLD]],
      ] as const)
    : ([
        [endOfLife, [...own, ...regions, WORLD]],
        [packagingEndOfLife, [...own, ...regions, WORLD]],
      ] as const);
  const residual = residualOf(defaults, country);
  const isResidualOwn = endOfLife.has(`${country} ${RESIDUAL}`);
  for (const [table, places] of orders) {
    for (const place of places) {
      for (const material of treatment.statistics) {
        const row = table.get(`${place} ${material}`);
        if (row === undefined) continue;
        return statisticsOf(row, residual, isResidualOwn && place !== country);
      }
    }
  }
  return residual && { ...residual, label: `${residual.label}; nothing recycled` };
}

/** Shares of a country's waste that is not recycled. */
function residualOf({ endOfLife }: Defaults, country: string | undefined) {
  const row = endOfLife.get(`${country} ${RESIDUAL}`);
  if (row !== undefined) return statisticsOf(row);
  const all = endOfLife.get(`${WORLD} ${ALL_MUNICIPAL}`);
  if (all === undefined) return undefined;
  const { shares, label, source } = statisticsOf(all);
  return described(label, source, scaled(shares, 1 / (1 - shares.recycled), 0));
}

/** Of wider statistics only the recycled share is taken, if the country's residual waste is known. */
function statisticsOf(
  row: EndOfLifeRow,
  residual?: WasteStatistics,
  isWider = false,
): WasteStatistics {
  const { geography, material, source, recycledShare: recycled } = row;
  const label = `${material}, ${placeInWords(geography)}`;
  const known = [row.energyRecoveryShare, row.incineratedShare, row.landfilledShare];
  if (residual !== undefined && (isWider || known.some((share) => share === null))) {
    const whole = `${label}; the rest as ${residual.label}`;
    return described(whole, source, scaled(residual.shares, 1 - recycled, recycled));
  }
  const energyRecovered = row.energyRecoveryShare ?? 0;
  const incinerated = energyRecovered + (row.incineratedShare ?? 0);
  const unmanaged = row.unmanagedShare ?? 0;
  // Published shares are rounded: the remainder is landfilled.
  const landfilled = Math.max(0, 1 - recycled - incinerated - unmanaged);
  return described(label, source, {
    recycled,
    incinerated,
    energyRecovered,
    landfilled,
    unmanaged,
  });
}

function described(label: string, source: string, shares: WasteShares): WasteStatistics {
  const { recycled, incinerated, landfilled, unmanaged } = shares;
  const text = (share: number) => `${Math.round(share * 100)} %`;
  const percent = `${text(recycled)} recycled, ${text(incinerated)} burnt, ${text(landfilled)} landfilled, ${text(unmanaged)} unmanaged`;
  return { label, source, shares, percent };
}

function scaled(shares: WasteShares, times: number, recycled: number): WasteShares {
  return {
    recycled,
    incinerated: shares.incinerated * times,
    energyRecovered: shares.energyRecovered * times,
    landfilled: shares.landfilled * times,
    unmanaged: shares.unmanaged * times,
  };
}

/** Climates of the IPCC's landfill model. */
const TROPICAL_DRY = new Set(
  'AE BH DJ DZ EG EH ER IL IQ IR JO KW LB LY ML MR NE OM PS QA SA SD SO SY TD TN YE'.split(' '),
);
const TROPICAL_REGIONS = new Set([
  'region:asean',
  'region:africa',
  'region:latin-america-and-caribbean',
]);
const TROPICAL_WET = new Set('BD IN LK MV FJ PG SB VU WS TO GU HK MO TW'.split(' '));
const TEMPERATE = new Set('AR CL UY ZA LS'.split(' '));

export function landfillClimate(country: string | undefined): string {
  if (country === undefined || TEMPERATE.has(country)) return 'boreal_temperate_wet';
  if (TROPICAL_DRY.has(country)) return 'tropical_dry';
  const isWet = TROPICAL_WET.has(country) || TROPICAL_REGIONS.has(regionOf(country) ?? '');
  return isWet ? 'tropical_moist_wet' : 'boreal_temperate_wet';
}

/** Landfills of these places capture gas by law or habit; half of it over their life. */
const CAPTURING = new Set('US CA AU NZ JP KR SG TW HK IL'.split(' '));

export function landfillSite(country: string | undefined): 'capture_50' | 'managed_cover' {
  if (country === undefined) return 'managed_cover';
  const isCapturing = CAPTURING.has(country) || regionOf(country) === 'region:europe';
  return isCapturing ? 'capture_50' : 'managed_cover';
}
