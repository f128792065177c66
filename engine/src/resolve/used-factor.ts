import type { Factor, UsedFactor } from '../factor.ts';
import { SUPPLIER_SET_ID } from '../supplier-pcf.ts';

/** Columns of sources that the evaluation of a snapshot reads. */
const EVALUATED_COLUMNS = [
  'aircraft_kgco2e',
  'land_use_change_kgco2e',
  'biogenic_uptake_kgco2e',
  'primary_data_share',
  'exempted_emissions_percent',
] as const;

const packed = new WeakMap<Factor, UsedFactor>();

/**
 * A factor as a snapshot holds it. The same object each time, so that its digest is worked out once. A
 * supplier's own footprint is in no library: it stays whole.
 */
export function usedFactor(factor: Factor): UsedFactor {
  if (factor.setId === SUPPLIER_SET_ID) return factor;
  const used = packed.get(factor) ?? pack(factor);
  packed.set(factor, used);
  return used;
}

function pack(factor: Factor): UsedFactor {
  const { id, setId, sourceId, name, activity, unit, geography, year, co2eKgPerUnit } = factor;
  const { fossilCo2Kg, ch4Co2eKg, n2oCo2eKg, biogenicCo2Kg, gwpSet } = factor;
  const { indicators, source } = factor;
  const details = evaluatedColumns(factor);
  return {
    id,
    setId,
    sourceId,
    name,
    activity,
    unit,
    geography,
    year,
    co2eKgPerUnit,
    ...(fossilCo2Kg !== null && { fossilCo2Kg }),
    ...(ch4Co2eKg !== null && { ch4Co2eKg }),
    ...(n2oCo2eKg !== null && { n2oCo2eKg }),
    ...(biogenicCo2Kg !== null && { biogenicCo2Kg }),
    gwpSet,
    ...(indicators && { indicators }),
    ...(details && { details }),
    source,
  };
}

function evaluatedColumns({ details }: Factor): Readonly<Record<string, string>> | undefined {
  const kept = EVALUATED_COLUMNS.flatMap((column) => {
    const text = details?.[column];
    return text === undefined || text === '' ? [] : [[column, text] as const];
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
