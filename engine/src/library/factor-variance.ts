import { ln } from '../elementary.ts';
import { detailNumber, type Factor } from '../factor.ts';
import { isPrimary } from '../supplier-pcf.ts';

/**
 * σ² of ln x that the source of a factor states: a 95 % half-width in percent (ADEME), or the span
 * of the sources that were met. A value that was not read again in its
 * publication is less sure: σ² · 1.5.
 */
export function statedVariance(factor: Factor): number | undefined {
  const percent = detailNumber(factor, 'uncertainty_percent');
  const low = detailNumber(factor, 'low_kgco2e');
  const high = detailNumber(factor, 'high_kgco2e');
  const times = factor.details?.['evidence'] === 'known' ? 1.5 : 1;
  if (percent !== undefined && percent > 0) return times * sigmaOfRatio(1 + percent / 100) ** 2;
  if (low !== undefined && high !== undefined && low > 0 && high > low) {
    return times * sigmaOfRatio(Math.sqrt(high / low)) ** 2;
  }
  return undefined;
}

/** σ of a lognormal whose 95 % interval is the median ×/÷ a ratio. */
export function sigmaOfRatio(ratio: number): number {
  return ln(ratio) / 1.96;
}

/** Sample variance of ln x; undefined for fewer than two values above zero. */
export function logSpread(values: readonly number[]): number | undefined {
  const logs = values.filter((value) => value > 0).map(ln);
  if (logs.length < 2) return undefined;
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
  return logs.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (logs.length - 1);
}

/** A proxy or a spend-based factor is within a factor of 2 to 3 at best: ×/÷ 2.5. */
export const PROXY_VARIANCE = sigmaOfRatio(2.5) ** 2;

/**
 * Basic variance of a factor that no name leads to, where its source states none: energy and fuels
 * ±10 %, transport as ecoinvent v3, treatment of waste a factor of 2, spend as a proxy, else ±50 %,
 * which is how far the sources of one material usually differ.
 */
export function basicVariance(factor: Factor): number {
  const stated = statedVariance(factor);
  if (stated !== undefined) return stated;
  const { activity } = factor;
  if (activity.startsWith('transport')) return 0.12;
  if (activity.startsWith('energy')) return sigmaOfRatio(1.1) ** 2;
  if (activity === 'end_of_life') return sigmaOfRatio(2) ** 2;
  if (isSpendBased(factor)) return PROXY_VARIANCE;
  if (isPrimary(factor) || activity === 'own') return sigmaOfRatio(1.2) ** 2;
  return sigmaOfRatio(1.5) ** 2;
}

/** A factor per money is the average of an industry, never the thing itself. */
export function isSpendBased({ activity }: Factor): boolean {
  return activity === 'cradle_to_purchaser' || activity === 'spend_basic_prices';
}
