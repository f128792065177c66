import { exp } from '../elementary.ts';

/** First-order uncertainty of a total. Its median is the declared total. */
export interface AnalyticUncertainty {
  /** Var(ln h), dimensionless. */
  readonly logVariance: number;
  /** 95 % interval: total ×/÷ exp(1.96 σ), in the unit of the indicator. */
  readonly low: number;
  readonly high: number;
}

/** Var(ln h) ≈ Σ η²·σ² and its interval, from elasticities and variances of ln x. */
export function combineVariances(
  total: number,
  elasticities: ArrayLike<number>,
  logVariances: ArrayLike<number>,
): AnalyticUncertainty {
  let logVariance = 0;
  for (let at = 0; at < elasticities.length; at++) {
    const elasticity = elasticities[at] ?? 0;
    logVariance += elasticity * elasticity * (logVariances[at] ?? 0);
  }
  const spread = exp(1.96 * Math.sqrt(logVariance));
  const bounds = [total / spread, total * spread] as const;
  return { logVariance, low: Math.min(...bounds), high: Math.max(...bounds) };
}

/**
 * Deviation of a Monte Carlo interval from the analytic interval, relative to the analytic width.
 * Above 0.2 the first-order approximation is not reliable.
 */
export function disagreement(
  analytic: AnalyticUncertainty,
  sampled: { readonly p2_5: number; readonly p97_5: number },
): number {
  const width = analytic.high - analytic.low;
  const sampledWidth = sampled.p97_5 - sampled.p2_5;
  return width === 0 ? (sampledWidth === 0 ? 0 : 1) : Math.abs(sampledWidth / width - 1);
}
