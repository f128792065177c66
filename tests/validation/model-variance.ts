import { MODEL_VARIANCE } from '../../engine/src/model-variance.ts';
import type { Comparison } from './compare.ts';

/**
 * One product: ln(ours / published), the variance that its factors and amounts explain, and the share of the
 * variance of the model that it has, η².
 */
export type Residual = {
  readonly group: string;
  readonly logRatio: number;
  readonly parameterVariance: number;
  readonly modelShare: number;
};

export function residualsOf(compared: readonly Comparison[]): Residual[] {
  return compared.map(({ case: { group }, ratio, full }) => ({
    group,
    logRatio: Math.log(ratio),
    parameterVariance: full.full?.uncertainty.parameterLogVariance ?? 0,
    modelShare: (full.full?.uncertainty.modelLogVariance ?? 0) / MODEL_VARIANCE,
  }));
}

const STEP = 0.0005;
const MOST = 1;

/** Log-likelihood of a model variance: logRatio ~ N(0, parameterVariance + η² · variance). */
function likelihood(residuals: readonly Residual[], variance: number): number {
  return residuals.reduce((sum, { logRatio, parameterVariance, modelShare }) => {
    const whole = parameterVariance + modelShare * variance;
    return sum - Math.log(whole) / 2 - logRatio ** 2 / (2 * whole);
  }, 0);
}

/** The model variance of the largest likelihood, and the 95 % interval of the likelihood ratio. */
export function estimateModelVariance(residuals: readonly Residual[]): {
  readonly variance: number;
  readonly low: number;
  readonly high: number;
} {
  const candidates = Array.from({ length: MOST / STEP }, (_, at) => (at + 1) * STEP);
  const known = candidates.map((variance) => ({ variance, l: likelihood(residuals, variance) }));
  const best = known.reduce((a, b) => (b.l > a.l ? b : a));
  // χ² of one degree of freedom at 95 %: 3.84.
  const likely = known.filter(({ l }) => 2 * (best.l - l) <= 3.84);
  return {
    variance: best.variance,
    low: likely[0]?.variance ?? best.variance,
    high: likely.at(-1)?.variance ?? best.variance,
  };
}

/**
 * Share of the residuals inside a 95 % interval whose model variance was estimated without them: without
 * the residual itself, or without its whole group.
 */
export function unseenCoverage(residuals: readonly Residual[], by: 'PRODUCT' | 'GROUP'): number {
  const inside = residuals.filter((residual) => {
    const others = residuals.filter((other) =>
      by === 'GROUP' ? other.group !== residual.group : other !== residual,
    );
    const { variance } = estimateModelVariance(others);
    return isInside(residual, variance);
  });
  return inside.length / residuals.length;
}

function isInside(
  { logRatio, parameterVariance, modelShare }: Residual,
  variance: number,
): boolean {
  return Math.abs(logRatio) <= 1.96 * Math.sqrt(parameterVariance + modelShare * variance);
}
