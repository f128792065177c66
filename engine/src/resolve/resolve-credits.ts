import { detailNumber } from '../factor.ts';
import { FUEL_ROWS } from '../library/energy-rows.ts';
import { isEuropean } from '../library/regions.ts';
import type { WasteShares } from '../library/waste-statistics.ts';
import type { Path } from '../path.ts';
import type { LifecyclePhase } from '../vocabulary.ts';
import { addFlow, type Draft, type Place, type TreatedMass } from './draft.ts';
import { addGrid, addRows } from './resolve-energy.ts';

/** Energy of waste that is burnt with recovery, in kWh of its lower heating value, by country. */
export type EnergyOfWaste = Map<string | undefined, number>;

/**
 * Material that treatment replaces: inside the total by the Circular Footprint Formula, beyond the system by
 * cut-off. Returns the energy of burnt waste in kWh: one credit serves all masses of a country.
 */
export function creditMass(draft: Draft, mass: TreatedMass, shares: WasteShares): number {
  const phase = phaseOfCredits(draft);
  if (phase === undefined) return 0;
  replaceMaterial(draft, mass, shares.recycled, phase === 'END_OF_LIFE', phase);
  return (mass.massKg * shares.energyRecovered * heatingValueOf(draft, mass)) / 3.6;
}

/** Undefined if the result does not show module D. */
function phaseOfCredits({ options }: Draft): LifecyclePhase | undefined {
  if (options.full?.recycling === 'CFF') return 'END_OF_LIFE';
  return options.isWithoutModuleD ? undefined : 'BEYOND_SYSTEM';
}

/**
 * CFF: (1 − A) · R2 · (Erec − Ev · Qsout/Qp). Module D: the net output, (R2 − R1) · (Erec − Ev ·
 * Qsout/Qp), because output that replaces the product's own recycled input is no gain.
 */
function replaceMaterial(
  draft: Draft,
  mass: TreatedMass,
  recycledShare: number,
  isCff: boolean,
  phase: LifecyclePhase,
): void {
  const { virgin, recycled, path, circularity } = mass;
  if (virgin === undefined || recycled === undefined) return;
  const share = isCff ? recycledShare * (1 - circularity.A) : recycledShare - mass.recycledShare;
  const kg = mass.massKg * share;
  if (kg === 0) return;
  addFlow(draft, { path, label: `${mass.label}, recycling`, phase }, recycled, {
    amount: kg,
    unit: 'kg',
  });
  const replacedKg = -kg * circularity.qualityOut;
  addFlow(draft, { path, label: `${mass.label}, virgin replaced`, phase }, virgin, {
    amount: replacedKg,
    unit: 'kg',
  });
}

/** Lower heating value in MJ per kg, declared or of the material. */
function heatingValueOf({ library }: Draft, { circularity }: TreatedMass): number {
  const { treatment, heatingValueMjPerKg } = circularity;
  const factor = treatment && library.factors.get(`waste-carbon:burnt:${treatment.burnt}`);
  return heatingValueMjPerKg ?? (factor && detailNumber(factor, 'lhv_mj_per_kg')) ?? 0;
}

/** Electricity and heat per energy of the waste: waste-to-energy plants (CEWEP reports, rounded). */
const EFFICIENCY = {
  europe: { electricity: 0.15, heat: 0.3 },
  elsewhere: { electricity: 0.2, heat: 0 },
} as const;

/** −LHV · (Xelec · Eelec + Xheat · Eheat): the grid of the place, and heat of natural gas. */
export function creditEnergy(draft: Draft, root: Path, energy: EnergyOfWaste): void {
  const phase = phaseOfCredits(draft);
  if (phase === undefined) return;
  for (const [country, energyKwh] of energy) {
    const isEurope = country !== undefined && isEuropean(country);
    const { electricity, heat } = isEurope ? EFFICIENCY.europe : EFFICIENCY.elsewhere;
    const path = [...root, 'endOfLife', 'energyRecovery'];
    const grid: Place = { path, label: 'Burnt waste, electricity replaced', phase };
    addGrid(draft, grid, -energyKwh * electricity, country, {});
    const gas = FUEL_ROWS.NATURAL_GAS;
    if (heat === 0 || gas === undefined) continue;
    const boiler: Place = { path, label: 'Burnt waste, heat replaced', phase };
    const replaced = { amount: -energyKwh * heat, unit: gas.unit };
    addRows(draft, boiler, gas, replaced, { geography: country });
  }
}
