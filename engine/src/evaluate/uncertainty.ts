import { exp } from '../elementary.ts';
import type { Factor } from '../factor.ts';
import type { AnalyticInterval, SampledInterval, Sensitivity } from '../full-details.ts';
import type { MonteCarloMethod } from '../method.ts';
import { pathText } from '../path.ts';
import type { Uncertainty } from '../product.ts';
import {
  combineVariances,
  createProductModel,
  type Distribution,
  disagreement,
  logVarianceOf,
  type MonteCarloModel,
  pedigreeVariance,
  runMonteCarlo,
} from '../system/index.ts';
import type { Work } from './contributions.ts';

/** One uncertain number around 1 that multiplies some of the work: a factor, or a declared amount. */
interface Spread {
  readonly key: string;
  readonly co2eKg: number;
  readonly distribution: Distribution;
}

/** Var(ln h) = Σ η² · σ² over factors; 95 % = total ×/÷ exp(1.96 σ). */
export function analyticInterval(work: readonly Work[], total: number): AnalyticInterval {
  const spreads = spreadsOf(work);
  const elasticities = spreads.map(({ co2eKg }) => (total === 0 ? 0 : co2eKg / total));
  const variances = spreads.map(({ distribution }) => logVarianceOf(distribution) ?? 0);
  const { logVariance, low, high } = combineVariances(total, elasticities, variances);
  return { logVariance, lowCo2eKg: low, highCo2eKg: high };
}

/** The same spreads, sampled. The draws of a factor are the same in every calculation with a seed. */
export function sampledInterval(
  work: readonly Work[],
  analytic: AnalyticInterval,
  { iterations, seed }: MonteCarloMethod,
): SampledInterval {
  const run = runMonteCarlo(modelOf(work), { seed, iterations });
  const [summary] = run.summaries;
  const { mean = 0, variation = 0, p2_5 = 0, p50 = 0, p97_5 = 0 } = summary ?? {};
  const bounds = {
    logVariance: analytic.logVariance,
    low: analytic.lowCo2eKg,
    high: analytic.highCo2eKg,
  };
  const departure = disagreement(bounds, { p2_5, p97_5 });
  return {
    iterations: run.iterations,
    seed,
    meanCo2eKg: mean,
    variation,
    p2_5Co2eKg: p2_5,
    p50Co2eKg: p50,
    p97_5Co2eKg: p97_5,
    disagreement: departure,
    isDisagreeing: departure > 0.2,
  };
}

/** Factors and spread amounts as uncertain numbers, keyed by themselves: draws are paired across results. */
export function modelOf(work: readonly Work[]): MonteCarloModel {
  const spreads = spreadsOf(work);
  const numberOf = new Map(spreads.map(({ key }, at) => [key, at]));
  return createProductModel({
    indicatorCount: 1,
    parameters: spreads.map(({ key, distribution }) => ({ key: hashOf(key), distribution })),
    terms: work.map((item) => ({
      base: item.co2eKg,
      parameters: keysOf(item).map((key) => numberOf.get(key) ?? 0),
      row: [1],
    })),
  });
}

const MOST_BARS = 20;

/**
 * The tornado. The total is linear in every contribution, so the bounds are exact:
 * total · (1 + η · (exp(±1.96 σ) − 1)).
 */
export function sensitivitiesOf(work: readonly Work[], total: number): Sensitivity[] {
  if (total === 0) return [];
  return work
    .map(({ flow, factor, co2eKg }) => {
      const elasticity = co2eKg / total;
      const ofAmount = logVarianceOf(amountDistribution(flow.spread)) ?? 0;
      const spread = exp(1.96 * Math.sqrt(varianceOf(flow, factor) + ofAmount));
      const bounds = [
        total * (1 + elasticity * (1 / spread - 1)),
        total * (1 + elasticity * (spread - 1)),
      ] as const;
      const { path, label } = flow;
      const lowCo2eKg = Math.min(...bounds);
      return { path, label, elasticity, lowCo2eKg, highCo2eKg: Math.max(...bounds) };
    })
    .sort((a, b) => b.highCo2eKg - b.lowCo2eKg - (a.highCo2eKg - a.lowCo2eKg))
    .slice(0, MOST_BARS);
}

/**
 * Amounts that share a factor share its error, with the worst of their scores; flows of one
 * declared amount share its spread.
 */
function spreadsOf(work: readonly Work[]): Spread[] {
  const carried = new Map<string, number>();
  const variances = new Map<string, number>();
  const declared = new Map<string, Distribution>();
  for (const item of work) {
    const { flow, factor, co2eKg } = item;
    for (const key of keysOf(item)) carried.set(key, (carried.get(key) ?? 0) + co2eKg);
    const [ofFactor, ofAmount] = keysOf(item);
    const variance = varianceOf(flow, factor);
    if (ofFactor) variances.set(ofFactor, Math.max(variances.get(ofFactor) ?? 0, variance));
    if (ofAmount) declared.set(ofAmount, amountDistribution(flow.spread));
  }
  return [...carried].map(([key, co2eKg]) => {
    const sigma = Math.sqrt(variances.get(key) ?? 0);
    const ofFactor = { kind: 'LOGNORMAL', median: 1, sigma } as const;
    return { key, co2eKg, distribution: declared.get(key) ?? ofFactor };
  });
}

/** The uncertain numbers that one flow is multiplied by. */
function keysOf({ flow, factor, product }: Work): readonly string[] {
  if (flow.spread === undefined) return [factor.id];
  return [factor.id, `${product.id} ${pathText(flow.path)}`];
}

function amountDistribution(spread: Uncertainty | undefined): Distribution {
  switch (spread?.kind) {
    case 'LOGNORMAL':
      return { kind: 'LOGNORMAL', median: 1, sigma: spread.sigma };
    case 'NORMAL':
      return { kind: 'NORMAL', mean: 1, deviation: spread.deviation };
    case 'TRIANGULAR':
      return { kind: 'TRIANGULAR', least: spread.least, mode: 1, most: spread.most };
    case 'UNIFORM':
      return { kind: 'UNIFORM', least: spread.least, most: spread.most };
    default:
      return { kind: 'FIXED', value: 1 };
  }
}

/**
 * The basic variance of the flow's factor with its scores. Snapshots of the first engine state none:
 * they keep the basic variances of ecoinvent v3, transport 0.12 and all else 0.0006.
 */
function varianceOf({ scores, basicVariance }: Work['flow'], factor: Factor): number {
  const basic = basicVariance ?? (factor.activity.startsWith('transport') ? 0.12 : 0.0006);
  return scores === undefined ? basic : pedigreeVariance(scores, basic);
}

/** FNV-1a: the same factor has the same key wherever it is sampled. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
