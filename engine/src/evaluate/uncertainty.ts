import { exp } from '../elementary.ts';
import type { Factor } from '../factor.ts';
import type { AnalyticInterval, SampledInterval, Sensitivity } from '../full-details.ts';
import type { MonteCarloMethod } from '../method.ts';
import {
  combineVariances,
  createProductModel,
  disagreement,
  type MonteCarloModel,
  pedigreeVariance,
  runMonteCarlo,
} from '../system/index.ts';
import type { Work } from './contributions.ts';

/** Amounts that share a factor share its error: they are one uncertain number. */
interface Spread {
  readonly factor: Factor;
  readonly amount: number;
  readonly co2eKg: number;
  /** σ² of ln x. */
  readonly variance: number;
}

/** Var(ln h) = Σ η² · σ² over factors; 95 % = total ×/÷ exp(1.96 σ). */
export function analyticInterval(work: readonly Work[], total: number): AnalyticInterval {
  const spreads = spreadsOf(work);
  const elasticities = spreads.map(({ co2eKg }) => (total === 0 ? 0 : co2eKg / total));
  const variances = spreads.map(({ variance }) => variance);
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

/** Every factor an uncertain number around 1, keyed by itself: draws are paired across results. */
export function modelOf(work: readonly Work[]): MonteCarloModel {
  const spreads = spreadsOf(work);
  return createProductModel({
    indicatorCount: 1,
    parameters: spreads.map(({ factor, variance }) => ({
      key: keyOf(factor.id),
      distribution: { kind: 'LOGNORMAL', median: 1, sigma: Math.sqrt(variance) },
    })),
    terms: spreads.map(({ co2eKg }, at) => ({ base: co2eKg, parameters: [at], row: [1] })),
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
      const spread = exp(1.96 * Math.sqrt(varianceOf(flow.scores, factor)));
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

function spreadsOf(work: readonly Work[]): Spread[] {
  const spreads = new Map<string, Spread>();
  for (const { flow, factor, amount, co2eKg } of work) {
    const before = spreads.get(factor.id);
    spreads.set(factor.id, {
      factor,
      amount: (before?.amount ?? 0) + amount,
      co2eKg: (before?.co2eKg ?? 0) + co2eKg,
      variance: Math.max(before?.variance ?? 0, varianceOf(flow.scores, factor)),
    });
  }
  return [...spreads.values()];
}

/** Basic variances of ecoinvent v3: transport 0.12, all else that is bought 0.0006. */
function varianceOf(scores: Work['flow']['scores'], factor: Factor): number {
  const basic = factor.activity.startsWith('transport') ? 0.12 : 0.0006;
  return scores === undefined ? basic : pedigreeVariance(scores, basic);
}

/** FNV-1a: the same factor has the same key wherever it is sampled. */
function keyOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
