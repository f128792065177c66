import { calculateEnergy } from '../calculate-basic.ts';
import type { FactorLibrary } from '../library/library.ts';
import {
  EQUIVALENCY_KINDS,
  type Equivalency,
  type EquivalencyIndicator,
  type EquivalencyKind,
  type EquivalencyLocale,
  type EquivalencyRow,
  type EquivalencyTables,
} from './equivalency.ts';
import { equivalencyText } from './equivalency-text.ts';

/** Impacts by indicator, in the units of `EQUIVALENCY_UNITS`. */
export type ComparedImpacts = Readonly<Partial<Record<EquivalencyIndicator, number>>>;

export interface EquivalencyOptions {
  /** Country whose values come first. */
  readonly region?: string | undefined;
  /** English when absent. */
  readonly locale?: EquivalencyLocale | undefined;
  /** Only these, whatever their amount. When absent all that give 1 to 1,000, or the one that is nearest to that. */
  readonly kinds?: readonly EquivalencyKind[] | undefined;
}

const LEAST = 1;
const MOST = 1000;

/**
 * amount = impact / impact of one unit, for each kind. Impacts of zero and below have no
 * equivalencies. Of the rows of a kind that of the region comes first, then the newest.
 */
export function equivalenciesOf(
  impacts: ComparedImpacts,
  tables: EquivalencyTables,
  library: FactorLibrary,
  { region, locale = 'en', kinds }: EquivalencyOptions = {},
): Equivalency[] {
  const found = EQUIVALENCY_KINDS.flatMap((kind) => {
    if (kinds !== undefined && !kinds.includes(kind)) return [];
    const row = rowOf(tables.rows, kind, region, kinds !== undefined);
    const impact = row && impacts[row.indicator];
    if (row === undefined || impact === undefined || !(impact > 0)) return [];
    const unit = unitOf(row, library, region);
    if (unit === undefined) return [];
    const amount = impact / unit.perUnit;
    if (!Number.isFinite(amount)) return [];
    return [{ row, amount, roundedAmount: Number(amount.toPrecision(2)), ...unit }];
  });
  const chosen = kinds === undefined ? handiest(found) : found;
  return chosen.map((each) => ({
    ...each,
    text: equivalencyText(tables, each.row.kind, locale, each.roundedAmount),
  }));
}

/** Those of 1 to 1,000; if there are none, the one that is nearest to that by its ratio. */
function handiest<Of extends Pick<Equivalency, 'roundedAmount'>>(found: readonly Of[]): Of[] {
  const distance = ({ roundedAmount }: Of) =>
    Math.max(1, LEAST / roundedAmount, roundedAmount / MOST);
  const handy = found.filter((each) => distance(each) === 1);
  return handy.length > 0 ? handy : found.toSorted((a, b) => distance(a) - distance(b)).slice(0, 1);
}

/** The row of a kind for a region: its own, then the grid's, then any that is not local elsewhere. */
function rowOf(
  rows: readonly EquivalencyRow[],
  kind: EquivalencyKind,
  region: string | undefined,
  isAsked: boolean,
): EquivalencyRow | undefined {
  const places = region === undefined ? ['GRID', 'GLO'] : [region, 'GRID', 'GLO'];
  const rank = (row: EquivalencyRow) => {
    const place = places.indexOf(row.region);
    return place < 0 ? places.length : place;
  };
  return rows
    .filter((row) => row.kind === kind && (isAsked || !row.isLocal || row.region === region))
    .sort((a, b) => rank(a) - rank(b) || b.year - a.year)[0];
}

type UnitImpact = Pick<Equivalency, 'perUnit' | 'region' | 'year' | 'factors'>;

/** The impact of one unit of a row; undefined if the library lacks its factors. */
function unitOf(
  row: EquivalencyRow,
  library: FactorLibrary,
  region: string | undefined,
): UnitImpact | undefined {
  const { value, energyKwh, factorIds } = row;
  if (value !== undefined) {
    return { perUnit: value, region: row.region, year: row.year, factors: [] };
  }
  if (energyKwh !== undefined) return gridUnit(energyKwh, library, region, row.year);
  const factors = (factorIds ?? []).map((id) => library.factors.get(id));
  if (!factors.every((factor) => factor !== undefined)) return undefined;
  const perUnit = factors.reduce((sum, { co2eKgPerUnit }) => sum + co2eKgPerUnit, 0);
  return { perUnit, region: row.region, year: row.year, factors };
}

const gridUnits = new WeakMap<FactorLibrary, Map<string, UnitImpact | undefined>>();

/** kWh of delivered electricity: generation, losses and upstream as a calculation counts them. */
function gridUnit(
  energyKwh: number,
  library: FactorLibrary,
  region: string | undefined,
  year: number,
): UnitImpact | undefined {
  const known = gridUnits.get(library) ?? new Map<string, UnitImpact | undefined>();
  gridUnits.set(library, known);
  const key = `${region ?? ''} ${energyKwh}`;
  if (known.has(key)) return known.get(key);
  const unit = calculatedUnit(energyKwh, library, region, year);
  known.set(key, unit);
  return unit;
}

function calculatedUnit(
  energyKwh: number,
  library: FactorLibrary,
  country: string | undefined,
  year: number,
): UnitImpact | undefined {
  if (library.gridElectricity.length === 0) return undefined;
  const { co2eKg, snapshot } = calculateEnergy(
    { source: 'GRID_ELECTRICITY', energyKwh, country },
    library,
  );
  if (!(co2eKg > 0)) return undefined;
  const { factors } = snapshot;
  const [direct] = factors;
  return {
    perUnit: co2eKg,
    region: direct?.geography ?? 'GLO',
    year: direct?.year ?? year,
    factors,
  };
}
