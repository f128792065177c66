import { exp } from '../elementary.ts';
import { SystemError } from './system-error.ts';

/**
 * Probability distribution of an uncertain amount. A declared value is the median of LOGNORMAL, the
 * mean of NORMAL, the mode of TRIANGULAR. A negative median is a credit and is distributed as its
 * mirror image.
 */
export type Distribution =
  | { readonly kind: 'FIXED'; readonly value: number }
  /** `sigma` is the standard deviation of ln x; the geometric one is exp(sigma). */
  | { readonly kind: 'LOGNORMAL'; readonly median: number; readonly sigma: number }
  | { readonly kind: 'NORMAL'; readonly mean: number; readonly deviation: number }
  | {
      readonly kind: 'TRIANGULAR';
      readonly least: number;
      readonly mode: number;
      readonly most: number;
    }
  | { readonly kind: 'UNIFORM'; readonly least: number; readonly most: number };

/** Refuses spreads that are negative, bounds out of order and numbers that are none. */
export function requireDistribution(distribution: Distribution): void {
  if (!isSound(distribution)) {
    const { kind, ...numbers } = distribution;
    const given = Object.entries(numbers).map(([name, value]) => `${name} ${value}`);
    throw new SystemError('INVALID_SYSTEM', `No ${kind} distribution has ${given.join(', ')}.`);
  }
}

/** Expected value, in the unit of the amount. */
export function meanOf(distribution: Distribution): number {
  switch (distribution.kind) {
    case 'FIXED':
      return distribution.value;
    case 'LOGNORMAL':
      return distribution.median * exp(square(distribution.sigma) / 2);
    case 'NORMAL':
      return distribution.mean;
    case 'TRIANGULAR':
      return (distribution.least + distribution.mode + distribution.most) / 3;
    case 'UNIFORM':
      return (distribution.least + distribution.most) / 2;
  }
}

/** Variance, in the unit of the amount squared. */
export function varianceOf(distribution: Distribution): number {
  switch (distribution.kind) {
    case 'FIXED':
      return 0;
    case 'LOGNORMAL': {
      const spread = exp(square(distribution.sigma));
      return square(distribution.median) * spread * (spread - 1);
    }
    case 'NORMAL':
      return square(distribution.deviation);
    case 'TRIANGULAR': {
      const { least, mode, most } = distribution;
      return (square(most - least) - (mode - least) * (most - mode)) / 18;
    }
    case 'UNIFORM':
      return square(distribution.most - distribution.least) / 12;
  }
}

/**
 * Var(ln x), dimensionless: σ² of a lognormal, and (deviation / mean)² of the others, its first
 * order (the delta method). Undefined where the mean is zero.
 */
export function logVarianceOf(distribution: Distribution): number | undefined {
  if (distribution.kind === 'LOGNORMAL') return square(distribution.sigma);
  const variance = varianceOf(distribution);
  if (variance === 0) return 0;
  const mean = meanOf(distribution);
  return mean === 0 ? undefined : variance / square(mean);
}

function isSound(distribution: Distribution): boolean {
  switch (distribution.kind) {
    case 'FIXED':
      return Number.isFinite(distribution.value);
    case 'LOGNORMAL':
      return Number.isFinite(distribution.median) && isSpread(distribution.sigma);
    case 'NORMAL':
      return Number.isFinite(distribution.mean) && isSpread(distribution.deviation);
    case 'TRIANGULAR': {
      const { least, mode, most } = distribution;
      return isSpread(most - least) && isSpread(mode - least) && isSpread(most - mode);
    }
    case 'UNIFORM':
      return isSpread(distribution.most - distribution.least);
  }
}

function isSpread(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

/** Not `** 2`: ECMAScript leaves the last bit of a power to the engine. */
function square(value: number): number {
  return value * value;
}
