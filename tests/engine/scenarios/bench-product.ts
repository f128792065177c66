import {
  calculateEnergy,
  calculateScenario,
  type Inventory,
  type Override,
  type ScenarioAnswer,
  type ScenarioFile,
} from '../../../engine/src/index.ts';
import { defaultLibrary } from '../default-library.ts';

/** A product whose footprint is worked out by hand, with materials of its own. */

export const library = await defaultLibrary();

/** UK Government conversion factors 2025, well to wheel, in kg CO2e per t.km. */
export const ROAD = 0.10163 + 0.02359;
export const RAIL = 0.02779 + 0.00691;

/** kg CO2e of one kWh from the socket of a country. */
export function grid(country: string): number {
  return calculateEnergy({ source: 'GRID_ELECTRICITY', energyKwh: 1, country }, library).co2eKg;
}

const factor = (id: string, co2eKgPerUnit: number) => ({
  id,
  name: id,
  unit: 'kg',
  co2eKgPerUnit,
  gwpSet: 'AR5',
});

export const THING: Inventory = {
  product: {
    id: 'thing',
    name: 'Thing',
    sectorTags: ['TOYS'],
    netMassKg: 1.5,
    components: [
      {
        name: 'Body',
        material: 'stuff a',
        massKg: 1,
        originCountry: 'CN',
        transportLegs: [{ method: 'ROAD', distanceKm: 1000 }],
      },
      { name: 'Cap', material: 'stuff b', massKg: 0.5, originCountry: 'DE' },
    ],
    packaging: [{ name: 'Box', level: 'PRIMARY', material: 'stuff b', massKg: 0.1 }],
    processSteps: [
      {
        name: 'Forming',
        country: 'CN',
        energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 2 }],
      },
    ],
    transportLegs: [{ method: 'ROAD', distanceKm: 500 }],
  },
  factors: [
    factor('virgin-a', 10),
    factor('recycled-a', 4),
    factor('virgin-b', 2),
    factor('virgin-c', 3),
  ],
  materials: [
    { material: 'stuff a', factorId: 'virgin-a', recycledFactorId: 'recycled-a' },
    { material: 'stuff b', factorId: 'virgin-b' },
    { material: 'stuff c', factorId: 'virgin-c' },
  ],
  options: { detail: 'BASIC' },
};

/** kg CO2e of the thing by hand: materials, box, way in, forming, way out of 1.6 kg. */
export const PARTS = {
  body: 10,
  cap: 0.5 * 2,
  box: 0.1 * 2,
  wayIn: 0.001 * 1000 * ROAD,
  forming: 2 * grid('CN'),
  wayOut: 0.0016 * 500 * ROAD,
};

export const BASELINE = Object.values(PARTS).reduce((sum, part) => sum + part, 0);

/** The scenario of overrides on the thing. */
export function run(
  overrides: readonly Override[],
  more: Partial<ScenarioFile> = {},
): ScenarioAnswer {
  return calculateScenario({ ...THING, ...more, overrides }, library);
}

/** Outcome of overrides on the thing, in kg CO2e. */
export function outcome(...overrides: Override[]): number {
  return run(overrides).result.total.outcome;
}
