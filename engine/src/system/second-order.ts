import { exp } from '../elementary.ts';
import { type Distribution, logVarianceOf, meanOf } from './distribution.ts';

/** 97.5 % quantile of the standard normal distribution. */
const Z = 1.96;

/**
 * 95 % interval of h = Σ_t base_t · Π_k x_k, in the unit of h. ln h is taken to the second order in the standard
 * normal numbers behind x_k (docs/methods/quality.md), with the skewness of Cornish and Fisher (1938):
 *
 *     ln bound = ln h ± z |w| + ½ tr H + ½ (z² − 1) wᵀHw / |w|²
 *     w = Σ p_t s_t    H = Σ p_t s_t s_tᵀ − w wᵀ    p_t share of term t, s_t = σ_k of its numbers
 *
 * Where credits cancel emissions H is negative and the series does not converge: it then counts as 0.
 */
export function secondOrderInterval(
  numbers: readonly { readonly distribution: Distribution }[],
  terms: readonly { readonly base: number; readonly parameters: readonly number[] }[],
): { readonly low: number; readonly high: number } {
  const variances = numbers.map(({ distribution }) => logVarianceOf(distribution) ?? 0);
  const medians = numbers.map(
    ({ distribution }, at) => meanOf(distribution) * exp(-(variances[at] ?? 0) / 2),
  );
  let median = 0;
  const sizes = Float64Array.from(terms, ({ base, parameters }) => {
    let size = base;
    for (const number of parameters) size *= medians[number] ?? 0;
    median += size;
    return size;
  });
  const elasticities = new Float64Array(numbers.length);
  terms.forEach(({ parameters }, at) => {
    const share = (sizes[at] ?? 0) / median;
    for (const number of parameters) elasticities[number] = (elasticities[number] ?? 0) + share;
  });
  // w_k = η_k · σ_k, so that s_t · w is a sum of η_k · σ_k².
  const pulls = elasticities.map((elasticity, at) => elasticity * (variances[at] ?? 0));
  let first = 0;
  pulls.forEach((pull, at) => {
    first += pull * (elasticities[at] ?? 0);
  });
  let trace = -first;
  let bend = -first * first;
  terms.forEach(({ parameters }, at) => {
    const share = (sizes[at] ?? 0) / median;
    let pull = 0;
    for (const number of parameters) {
      pull += pulls[number] ?? 0;
      trace += share * (variances[number] ?? 0);
    }
    bend += share * pull * pull;
  });
  const skew = first === 0 ? 0 : ((Z * Z - 1) / 2) * Math.max(0, bend / first);
  const middle = median * exp(Math.max(0, trace) / 2 + skew);
  const spread = exp(Z * Math.sqrt(first));
  const bounds = [middle / spread, middle * spread] as const;
  return { low: Math.min(...bounds), high: Math.max(...bounds) };
}
