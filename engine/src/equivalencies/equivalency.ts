import type { UsedFactor } from '../factor.ts';

/** Things that an impact is compared with; `data/equivalencies` has the rows. */
export const EQUIVALENCY_KINDS = [
  'CAR_KM',
  'TRAIN_KM',
  'FLIGHT_KM',
  'SMARTPHONE_CHARGE',
  'HOUSEHOLD_ELECTRICITY_DAY',
  'HOUSEHOLD_ELECTRICITY_YEAR',
  'TAP_WATER_BOILED_LITRE',
  'CRUDE_OIL_BARREL',
  'TREE_SEEDLING_10_YEARS',
  'CAR_MILE',
  'CAR_YEAR',
  'GASOLINE_GALLON',
  'COAL_POUND',
  'HOME_ELECTRICITY_YEAR',
  'HOME_ENERGY_YEAR',
  'FOREST_ACRE_YEAR',
  'SHOWER',
  'CRUDE_OIL_KG',
] as const;
export type EquivalencyKind = (typeof EQUIVALENCY_KINDS)[number];

export const EQUIVALENCY_INDICATORS = ['CLIMATE', 'WATER', 'FOSSIL_ENERGY'] as const;
export type EquivalencyIndicator = (typeof EQUIVALENCY_INDICATORS)[number];

/** A sequestration is an uptake of carbon: it names an amount and compensates nothing. */
export const EQUIVALENCY_DIRECTIONS = ['EMISSION', 'SEQUESTRATION'] as const;
export type EquivalencyDirection = (typeof EQUIVALENCY_DIRECTIONS)[number];

/** Unit of an impact by indicator, and of `perUnit`. */
export const EQUIVALENCY_UNITS: Readonly<Record<EquivalencyIndicator, string>> = {
  CLIMATE: 'kg CO2e',
  WATER: 'm3 world eq',
  FOSSIL_ENERGY: 'MJ',
};

export const EQUIVALENCY_LOCALES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl'] as const;
export type EquivalencyLocale = (typeof EQUIVALENCY_LOCALES)[number];

/** Row of a set of `data/equivalencies`. It has exactly one of `value`, `energyKwh` and `factorIds`. */
export interface EquivalencyRow {
  /** Name of the set with its version. */
  readonly set: string;
  readonly kind: EquivalencyKind;
  readonly indicator: EquivalencyIndicator;
  readonly direction: EquivalencyDirection;
  /** ISO 3166-1 country; `GLO`; `GRID` for the grid of the region that is asked for. */
  readonly region: string;
  /** Of use only in its region, such as a gallon. */
  readonly isLocal: boolean;
  readonly year: number;
  /** Impact of one unit, in the unit of the indicator. */
  readonly value?: number | undefined;
  /** Electricity of one unit. */
  readonly energyKwh?: number | undefined;
  /** Factors of the library whose values add up to the impact of one unit. */
  readonly factorIds?: readonly string[] | undefined;
  readonly derivation: string;
  readonly source: string;
  readonly sourceUrl: string;
  readonly licence: string;
  readonly note: string;
}

/** Sentence by plural category of CLDR, with `{n}` for the number. */
export type EquivalencyText = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

export interface EquivalencyTables {
  readonly rows: readonly EquivalencyRow[];
  readonly texts: ReadonlyMap<EquivalencyKind, ReadonlyMap<EquivalencyLocale, EquivalencyText>>;
}

/** An amount of a thing that has the same impact. */
export interface Equivalency {
  readonly row: EquivalencyRow;
  /** Impact / `perUnit`, not rounded. */
  readonly amount: number;
  /** `amount` with two significant figures. */
  readonly roundedAmount: number;
  /** Impact of one unit, in the unit of the indicator. */
  readonly perUnit: number;
  /** Geography of the value. */
  readonly region: string;
  readonly year: number;
  /** Factors behind `perUnit`; empty for a published value. */
  readonly factors: readonly UsedFactor[];
  readonly text: string;
}
