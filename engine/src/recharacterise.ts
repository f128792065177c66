import type { Factor } from './factor.ts';
import { gwpSetOf } from './gwp.ts';

/** GWP100 of methane and nitrous oxide, kg CO2e per kg (IPCC assessment reports). */
const POTENTIALS: ReadonlyMap<string, { readonly ch4: number; readonly n2o: number }> = new Map([
  ['SAR', { ch4: 21, n2o: 310 }],
  ['TAR', { ch4: 23, n2o: 296 }],
  ['AR4', { ch4: 25, n2o: 298 }],
  ['AR5', { ch4: 28, n2o: 265 }],
  ['AR6', { ch4: 27.9, n2o: 273 }],
]);

/** The three gases may exceed the total by rounding, and no more. */
const SPLIT_TOLERANCE = 1e-3;

/** Other gases, such as refrigerants, are in the total alone; they stay as published. */
const MOST_OTHER_GASES = 0.35;

/**
 * The factor with other global warming potentials: CO2 + CH4 · GWP'/GWP + N2O · GWP'/GWP + what the
 * source does not split. Undefined for a factor without a split.
 */
export function recharacterised(factor: Factor, gwpSet: string): Factor | undefined {
  const own = gwpSetOf(factor.gwpSet);
  if (own === gwpSet) return factor;
  const from = POTENTIALS.get(own);
  const to = POTENTIALS.get(gwpSet);
  const { fossilCo2Kg, ch4Co2eKg, n2oCo2eKg, co2eKgPerUnit } = factor;
  if (!from || !to || fossilCo2Kg === null || ch4Co2eKg === null || n2oCo2eKg === null) {
    return undefined;
  }
  const rest = co2eKgPerUnit - (fossilCo2Kg + ch4Co2eKg + n2oCo2eKg);
  const total = Math.abs(co2eKgPerUnit);
  if (rest < -SPLIT_TOLERANCE * total || rest > MOST_OTHER_GASES * total) return undefined;
  const methane = ch4Co2eKg * (to.ch4 / from.ch4);
  const nitrousOxide = n2oCo2eKg * (to.n2o / from.n2o);
  return {
    ...factor,
    co2eKgPerUnit: fossilCo2Kg + methane + nitrousOxide + rest,
    ch4Co2eKg: methane,
    n2oCo2eKg: nitrousOxide,
    gwpSet: `${gwpSet}-100, converted from ${factor.gwpSet}`,
  };
}
