import { detailNumber } from '../factor.ts';
import type { DataQuality, DataQualityRating } from '../full-details.ts';
import type { Work } from './contributions.ts';

const BOUNDS: readonly (readonly [most: number, rating: DataQualityRating])[] = [
  [1.5, 'EXCELLENT'],
  [2, 'VERY_GOOD'],
  [3, 'GOOD'],
  [4, 'FAIR'],
];

/** DQR = (TeR + GeR + TiR + P) / 4, each weighted by |kg CO2e| (PEF, 4.6.5). */
export function dataQualityOf(work: readonly Work[]): DataQuality {
  let weight = 0;
  let technological = 0;
  let geographical = 0;
  let temporal = 0;
  let precision = 0;
  for (const { flow, co2eKg } of work) {
    const { scores } = flow;
    if (scores === undefined) continue;
    const own = Math.abs(co2eKg);
    weight += own;
    technological += own * scores.technological;
    geographical += own * scores.geographical;
    temporal += own * scores.temporal;
    precision += own * scores.reliability;
  }
  const mean = (sum: number) => (weight === 0 ? 5 : sum / weight);
  const dqr = mean((technological + geographical + temporal + precision) / 4);
  const rating = BOUNDS.find(([most]) => dqr <= most)?.[1] ?? 'POOR';
  return {
    dqr,
    rating,
    technological: mean(technological),
    geographical: mean(geographical),
    temporal: mean(temporal),
    precision: mean(precision),
  };
}

/** Σ supplier footprints · their own primary share / total. A share nobody states counts as none. */
export function primaryDataShareOf(work: readonly Work[], total: number): number {
  if (total === 0) return 0;
  let primary = 0;
  for (const { factor, co2eKg } of work) {
    const percent = detailNumber(factor, 'primary_data_share') ?? 0;
    if (factor.activity === 'supplier_pcf') primary += co2eKg * (percent / 100);
  }
  return primary / total;
}
