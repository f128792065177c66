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
  for (const { scores, co2eKg } of work) {
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
  const rating = cappedRating(BOUNDS.find(([most]) => dqr <= most)?.[1] ?? 'POOR', work);
  return {
    dqr,
    rating,
    technological: mean(technological),
    geographical: mean(geographical),
    temporal: mean(temporal),
    precision: mean(precision),
  };
}

/**
 * An average hides what a result rests on. More than half of it on proxies is POOR; more than half on
 * assumptions is GOOD at best. Snapshots of the first engine keep their average.
 */
function cappedRating(rating: DataQualityRating, work: readonly Work[]): DataQualityRating {
  if (work.every(({ flow }) => flow.basicVariance === undefined)) return rating;
  if (shareOf(work, ({ flow }) => flow.isProxy === true) > 0.5) return 'POOR';
  const isTooGood = rating === 'EXCELLENT' || rating === 'VERY_GOOD';
  return isTooGood && shareOf(work, isAssumed) > 0.5 ? 'GOOD' : rating;
}

/** Part of Σ |kg CO2e| whose flows fulfil a condition. */
function shareOf(work: readonly Work[], holds: (item: Work) => boolean): number {
  let all = 0;
  let part = 0;
  for (const item of work) {
    const own = Math.abs(item.co2eKg);
    all += own;
    if (holds(item)) part += own;
  }
  return all === 0 ? 0 : part / all;
}

function isAssumed({ product, at }: Work): boolean {
  return product.decisions.some(({ flows }) => flows.includes(at));
}

/** Percent of the result that suppliers left out of their footprints, by their own statement (PACT). */
export function exemptedPercentOf(work: readonly Work[], total: number): number {
  if (total === 0) return 0;
  let exempted = 0;
  for (const { factor, co2eKg } of work) {
    exempted += co2eKg * (detailNumber(factor, 'exempted_emissions_percent') ?? 0);
  }
  return exempted / total;
}

/** Σ valid supplier footprints · their own primary share / total. A share nobody states counts as none. */
export function primaryDataShareOf(work: readonly Work[], total: number): number {
  if (total === 0) return 0;
  let primary = 0;
  for (const { factor, flow, co2eKg } of work) {
    const percent = detailNumber(factor, 'primary_data_share') ?? 0;
    if (factor.activity === 'supplier_pcf' && !flow.isProxy) primary += co2eKg * (percent / 100);
  }
  return primary / total;
}
