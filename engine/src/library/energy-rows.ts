import type { EnergySource } from '../vocabulary.ts';

/** Rows of the DESNZ set by number: what is burnt or made, what is lost in distribution, what lies before. */
export interface ActivityRows {
  readonly unit: string;
  readonly direct: string;
  readonly losses?: string;
  readonly upstream: readonly string[];
  /** Made of a mix of fuels, that of the United Kingdom. */
  readonly isMix?: true;
}

/**
 * Fuels and heat: UK Government GHG Conversion Factors, sheets Fuels, Bioenergy, Heat and steam,
 * Transmission and distribution, and the WTT (well-to-tank) sheets. Fuels by gross calorific value,
 * as they are billed; road fuels with their average biofuel blend; biomass as wood pellets.
 */
export const FUEL_ROWS: Partial<Readonly<Record<EnergySource, ActivityRows>>> = {
  NATURAL_GAS: fuel('1_100_1004_6', '11_100_1004_6'),
  COAL: fuel('1_102_1025_6', '11_102_1025_6'),
  FUEL_OIL: fuel('1_101_1013_6', '11_101_1013_6'),
  DIESEL: fuel('1_101_1011_6', '11_101_1011_6'),
  PETROL: fuel('1_101_1017_6', '11_101_1017_6'),
  LPG: fuel('1_100_1003_6', '11_100_1003_6'),
  BIOMASS: { unit: 'kWh', direct: '2_104_1045_5', upstream: ['12_901_1045_5'] },
  BIOGAS: { unit: 'kWh', direct: '2_105_1047_5', upstream: ['12_902_1047_5'] },
  STEAM: { unit: 'kWh', direct: '10_401_4002_5', upstream: ['16_919_4002_5'], isMix: true },
  DISTRICT_HEAT: {
    unit: 'kWh',
    direct: '10_401_4003_5',
    losses: '13_403_4004_5',
    upstream: ['16_919_4003_5', '16_920_4004_5'],
    isMix: true,
  },
};

/** Companions of the UK grid row: losses on the wires, and what lies before generation and losses. */
export const UK_GRID_ROWS: ActivityRows = {
  unit: 'kWh',
  direct: '7_400_4000_5',
  losses: '13_402_4000_5',
  upstream: ['15_917_4000_5', '15_918_4000_5'],
};

/** Photovoltaics, in plants of utilities. */
export const SOLAR_FACTOR = 'published-2026:electricity-ar5-pv-utility';

/**
 * Electricity of one technology over its life cycle, at the plant: medians of IPCC AR5, Annex III.
 * Electricity that is generated on the spot has no losses of a grid.
 */
export const TECHNOLOGY_FACTORS: Partial<Readonly<Record<EnergySource, string>>> = {
  SOLAR: SOLAR_FACTOR,
  WIND: 'published-2026:electricity-ar5-wind-onshore',
  HYDRO: 'published-2026:electricity-ar5-hydro',
  GEOTHERMAL: 'published-2026:electricity-ar5-geothermal',
  NUCLEAR: 'published-2026:electricity-ar5-nuclear',
  BIOMASS_ELECTRICITY: 'published-2026:electricity-ar5-biomass-dedicated',
};

/** Marine gas oil per kWh: burnt, and the upstream. */
export const MARINE_GAS_OIL = fuel('1_101_1023_6', '11_101_1023_6');

/** Hydrogen from natural gas, per kg. */
export const HYDROGEN_FACTOR = 'published-2026:hydrogen-smr';
/** Lower heating value of hydrogen. */
export const HYDROGEN_KWH_PER_KG = 33.33;

function fuel(direct: string, upstream: string): ActivityRows {
  return { unit: 'kWh_gross', direct, upstream: [upstream] };
}
