import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Comparison, Refused } from './compare.ts';

const DATA = join(import.meta.dirname, '..', '..', 'data');

type Reported = {
  sector: string;
  kgco2e_per_kg: string;
  kgco2e_cradle_to_gate: string;
  weight_kg: string;
};
type SectorTag = { sector_tag: string; catalogue_sector: string };

const reported: Reported[] = parse(readFileSync(join(DATA, 'validation/carbon-catalogue.csv')), {
  columns: true,
});
const tags: SectorTag[] = parse(readFileSync(join(DATA, 'reference/sector-footprints.csv')), {
  columns: true,
});

/** Footprints per kg that companies reported for one sector, next to ours. */
export interface SectorBenchmark {
  readonly sector: string;
  readonly products: number;
  /** 5th, 50th and 95th percentile, kg CO2e per kg of product, cradle to gate. */
  readonly low: number;
  readonly median: number;
  readonly high: number;
  /** Our FULL results per kg of the products of the sector. */
  readonly ours: readonly { readonly name: string; readonly co2eKgPerKg: number }[];
  readonly inside: number;
}

/** The sectors that have products with stated stages and mass, and at least one product of ours. */
export function sectorBenchmarks(results: readonly (Comparison | Refused)[]): SectorBenchmark[] {
  const bySector = Map.groupBy(
    reported.filter((row) => Number(row.kgco2e_cradle_to_gate) > 0 && Number(row.weight_kg) > 0),
    ({ sector }) => sector,
  );
  return [...bySector]
    .map(([sector, rows]) => benchmark(sector, rows, results))
    .filter(({ ours }) => ours.length > 0)
    .sort((a, b) => (a.sector < b.sector ? -1 : 1));
}

function benchmark(
  sector: string,
  rows: readonly Reported[],
  results: readonly (Comparison | Refused)[],
): SectorBenchmark {
  const values = rows
    .map((row) => Number(row.kgco2e_cradle_to_gate) / Number(row.weight_kg))
    .sort((a, b) => a - b);
  const at = (share: number) => values[Math.round(share * (values.length - 1))] ?? 0;
  const wanted = new Set(
    tags.filter((row) => row.catalogue_sector === sector).map((row) => row.sector_tag),
  );
  const ours = results.flatMap((result) => {
    const { product, name } = result.case;
    const massKg = product.netMassKg ?? 0;
    const isOfSector = product.sectorTags?.some((tag) => wanted.has(tag)) === true;
    if (!('full' in result) || !isOfSector || massKg <= 0) return [];
    return [{ name, co2eKgPerKg: result.full.co2eKg / massKg }];
  });
  const [low, median, high] = [at(0.05), at(0.5), at(0.95)];
  const inside = ours.filter(({ co2eKgPerKg }) => co2eKgPerKg >= low && co2eKgPerKg <= high).length;
  return { sector, products: rows.length, low, median, high, ours, inside };
}

/** Number of reported footprints, with and without stages. */
export const REPORTED = reported.length;
