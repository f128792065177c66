import { detailNumber, type UsedFactor } from '../factor.ts';
import type { GreenhouseGases } from '../full-details.ts';
import { isBefore040, type Snapshot } from '../snapshot.ts';
import type { Work } from './contributions.ts';

/**
 * The climate result by kind of gas. Biogenic CO2 counts 0/0, biogenic methane is included (PEF);
 * uptake and release of biogenic carbon are reported separately and are part of the total including
 * biogenic only.
 */
export function greenhouseGasesOf(
  work: readonly Work[],
  co2eKg: number,
  snapshot: Snapshot,
): GreenhouseGases {
  let fossil = 0;
  let methane = 0;
  let nitrousOxide = 0;
  let unsplit = 0;
  let aircraft = 0;
  for (const { factor, flow, amount, co2eKg: ownKg } of work) {
    if (factor.fossilCo2Kg == null) unsplit += ownKg;
    else {
      fossil += amount * factor.fossilCo2Kg;
      methane += amount * (factor.ch4Co2eKg ?? 0);
      nitrousOxide += amount * (factor.n2oCo2eKg ?? 0);
    }
    if (flow.isAircraft) aircraft += ownKg;
    else aircraft += amount * (detailNumber(factor, 'aircraft_kgco2e') ?? 0);
  }
  return {
    fossilCo2Kg: fossil,
    methaneCo2eKg: methane,
    nitrousOxideCo2eKg: nitrousOxide,
    unsplitCo2eKg: unsplit,
    ...landUseChangeOf(work, snapshot),
    aircraftCo2eKg: aircraft,
    ...biogenicOf(work, co2eKg, snapshot),
  };
}

/** Unknown is null, except in results of engines before 0.4.0, which have a zero and no reason. */
function landUseChangeOf(work: readonly Work[], snapshot: Snapshot) {
  const { kg, count } = sumOfKnown(work, (factor) =>
    detailNumber(factor, 'land_use_change_kgco2e'),
  );
  if (isBefore040(snapshot)) return { landUseChangeCo2eKg: kg };
  return {
    landUseChangeCo2eKg: count > 0 ? kg : null,
    landUseChangeReason:
      count === work.length
        ? null
        : `Land use change: ${count} of ${work.length} contributions have factors that state it apart; that of the others is unknown.`,
  };
}

/** Unknown is null, except in results of the first form, which have zeros. */
function biogenicOf(work: readonly Work[], co2eKg: number, { format }: Snapshot) {
  const emissions = sumOfKnown(work, ({ biogenicCo2Kg }) => biogenicCo2Kg ?? undefined);
  const uptake = sumOfKnown(work, (factor) => {
    const uptakeKg = detailNumber(factor, 'biogenic_uptake_kgco2e');
    return uptakeKg === undefined ? undefined : Math.abs(uptakeKg);
  });
  const isZeroed = format === 'trackway-snapshot/1';
  const emissionsKg = emissions.count > 0 || isZeroed ? emissions.kg : null;
  const removalsKg = uptake.count > 0 || isZeroed ? uptake.kg : null;
  return {
    biogenicEmissionsKg: emissionsKg,
    biogenicRemovalsKg: removalsKg,
    excludingBiogenicCo2eKg: co2eKg,
    includingBiogenicCo2eKg:
      emissionsKg === null || removalsKg === null ? null : co2eKg + emissionsKg - removalsKg,
    biogenicReason: biogenicReason(emissions.count, uptake.count, work.length),
  };
}

function sumOfKnown(
  work: readonly Work[],
  perUnit: (factor: UsedFactor) => number | undefined,
): { readonly kg: number; readonly count: number } {
  let kg = 0;
  let count = 0;
  for (const { factor, amount } of work) {
    const value = perUnit(factor);
    if (value === undefined) continue;
    kg += amount * value;
    count++;
  }
  return { kg, count };
}

function biogenicReason(emitting: number, absorbing: number, all: number): string | null {
  if (emitting === all && absorbing === all) return null;
  return `Biogenic CO2: ${emitting} of ${all} contributions have factors that state its emissions, ${absorbing} its removals; the others are unknown and not counted.`;
}
