import { detailNumber } from '../factor.ts';
import type { GreenhouseGases } from '../full-details.ts';
import type { Work } from './contributions.ts';

/**
 * The climate result by kind of gas. Biogenic CO2 counts 0/0, biogenic methane is included (PEF);
 * uptake and release of biogenic carbon are reported separately and are part of the total including
 * biogenic only.
 */
export function greenhouseGasesOf(work: readonly Work[], co2eKg: number): GreenhouseGases {
  let fossil = 0;
  let methane = 0;
  let nitrousOxide = 0;
  let unsplit = 0;
  let landUseChange = 0;
  let aircraft = 0;
  let emissions = 0;
  let removals = 0;
  for (const { factor, flow, amount, co2eKg: ownKg } of work) {
    if (factor.fossilCo2Kg === null) unsplit += ownKg;
    else {
      fossil += amount * factor.fossilCo2Kg;
      methane += amount * (factor.ch4Co2eKg ?? 0);
      nitrousOxide += amount * (factor.n2oCo2eKg ?? 0);
    }
    if (flow.isAircraft) aircraft += ownKg;
    else aircraft += amount * (detailNumber(factor, 'aircraft_kgco2e') ?? 0);
    landUseChange += amount * (detailNumber(factor, 'land_use_change_kgco2e') ?? 0);
    emissions += amount * (factor.biogenicCo2Kg ?? 0);
    removals += amount * Math.abs(detailNumber(factor, 'biogenic_uptake_kgco2e') ?? 0);
  }
  return {
    fossilCo2Kg: fossil,
    methaneCo2eKg: methane,
    nitrousOxideCo2eKg: nitrousOxide,
    unsplitCo2eKg: unsplit,
    landUseChangeCo2eKg: landUseChange,
    aircraftCo2eKg: aircraft,
    biogenicEmissionsKg: emissions,
    biogenicRemovalsKg: removals,
    excludingBiogenicCo2eKg: co2eKg,
    includingBiogenicCo2eKg: co2eKg + emissions - removals,
  };
}
