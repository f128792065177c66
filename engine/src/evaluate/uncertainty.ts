import { exp } from '../elementary.ts';
import type { UsedFactor } from '../factor.ts';
import type { AnalyticInterval, SampledInterval, Sensitivity } from '../full-details.ts';
import type { MonteCarloMethod } from '../method.ts';
import { pathText } from '../path.ts';
import type { Uncertainty } from '../product.ts';
import { isBefore040, type Snapshot } from '../snapshot.ts';
import {
  combineVariances,
  createProductModel,
  type Distribution,
  disagreement,
  logVarianceOf,
  type MonteCarloModel,
  pedigreeVariance,
  runMonteCarlo,
  secondOrderInterval,
} from '../system/index.ts';
import type { Work } from './contributions.ts';

/**
 * One uncertain number around 1 that multiplies some of the work: a factor, a declared amount, or the
 * error of the model.
 */
interface Spread {
  readonly key: string;
  readonly co2eKg: number;
  readonly distribution: Distribution;
}

/** kg CO2e that the uncertain numbers at these places multiply. */
interface Term {
  readonly base: number;
  readonly parameters: readonly number[];
}

/** Properties of a snapshot that its uncertain numbers depend on. */
type Modelled = Pick<Snapshot, 'engineVersion' | 'modelVariance'>;

/** Var(ln h) = Σ η² · σ² over factors, amounts and the model, and the interval to the second order of ln h. */
export function analyticInterval(
  work: readonly Work[],
  total: number,
  snapshot: Modelled,
): AnalyticInterval {
  const { spreads, terms } = uncertaintyOf(work, snapshot);
  const elasticities = spreads.map(({ co2eKg }) => (total === 0 ? 0 : co2eKg / total));
  const variances = spreads.map(({ distribution }) => logVarianceOf(distribution) ?? 0);
  const { logVariance, ...firstOrder } = combineVariances(total, elasticities, variances);
  const isFirstOrder = total === 0 || isBefore040(snapshot);
  const { low, high } = isFirstOrder ? firstOrder : secondOrderInterval(spreads, terms);
  const ofModel = spreads.findIndex(({ key }) => key === MODEL);
  const modelLogVariance = (elasticities[ofModel] ?? 0) ** 2 * (variances[ofModel] ?? 0);
  const parameterLogVariance = logVariance - modelLogVariance;
  return {
    logVariance,
    parameterLogVariance,
    modelLogVariance,
    lowCo2eKg: low,
    highCo2eKg: high,
  };
}

/** The same spreads, sampled. The draws of a factor are the same in every calculation with a seed. */
export function sampledInterval(
  work: readonly Work[],
  analytic: AnalyticInterval,
  { iterations, seed }: MonteCarloMethod,
  snapshot: Modelled,
): SampledInterval {
  const run = runMonteCarlo(modelOf(work, snapshot), { seed, iterations });
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

/**
 * Factors, spread amounts and the model as uncertain numbers, keyed by themselves: draws are paired across
 * results, so that an error that two results share cancels out in their difference.
 */
function modelOf(work: readonly Work[], snapshot: Modelled): MonteCarloModel {
  const { spreads, terms } = uncertaintyOf(work, snapshot);
  return sampledModel(spreads, terms);
}

/**
 * The same model with one term for all work of the same uncertain numbers: thousands of flows of a few factors
 * are sampled as fast as one flow of each. Its samples differ from those of `modelOf` by rounding.
 */
export function gatheredModelOf(work: readonly Work[], snapshot: Modelled): MonteCarloModel {
  const { spreads, terms } = uncertaintyOf(work, snapshot);
  const gathered = new Map<string, { base: number; readonly parameters: readonly number[] }>();
  for (const { base, parameters } of terms) {
    const name = parameters.join();
    const term = gathered.get(name) ?? { base: 0, parameters };
    term.base += base;
    gathered.set(name, term);
  }
  return sampledModel(spreads, [...gathered.values()]);
}

function sampledModel(spreads: readonly Spread[], terms: readonly Term[]): MonteCarloModel {
  return createProductModel({
    indicatorCount: 1,
    parameters: spreads.map(({ key, distribution }) => ({ key: hashOf(key), distribution })),
    terms: terms.map((term) => ({ ...term, row: [1] })),
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
    .map((item) => {
      const { flow, co2eKg } = item;
      const elasticity = co2eKg / total;
      const spread = exp(1.96 * spreadOf(item));
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
 * Uncertain numbers of the work, and the terms that they multiply. Amounts that share a factor share its
 * error, with the worst of their scores; flows of one declared amount share its spread.
 */
function uncertaintyOf(work: readonly Work[], snapshot: Modelled) {
  const places = new Map<string, number>();
  const carried: number[] = [];
  const variances: number[] = [];
  const declared = new Map<string, Distribution>();
  const ownVariances = isBefore040(snapshot) ? new Map<string, number>() : variancesAsItself(work);
  const terms = work.map((item): Term => {
    const errors = factorErrors(item, ownVariances);
    const keys = [...errors.map(([key]) => key), ...otherKeys(item, snapshot)];
    const parameters = keys.map((key, at) => {
      const place = places.get(key) ?? places.size;
      places.set(key, place);
      carried[place] = (carried[place] ?? 0) + item.co2eKg;
      variances[place] = Math.max(variances[place] ?? 0, errors[at]?.[1] ?? 0);
      return place;
    });
    const { spread } = item.flow;
    if (spread) declared.set(amountKey(item), amountDistribution(spread));
    return { base: item.co2eKg, parameters };
  });
  const spreads = Array.from(places, ([key, place]): Spread => {
    const variance = key === MODEL ? snapshot.modelVariance : variances[place];
    const ofFactor = { kind: 'LOGNORMAL', median: 1, sigma: Math.sqrt(variance ?? 0) } as const;
    return { key, co2eKg: carried[place] ?? 0, distribution: declared.get(key) ?? ofFactor };
  });
  return { spreads, terms };
}

/** The worst variance of each factor among the flows that it serves as what it is. */
function variancesAsItself(work: readonly Work[]): ReadonlyMap<string, number> {
  const variances = new Map<string, number>();
  for (const item of work) {
    if (item.flow.isProxy) continue;
    const { id } = item.factor;
    variances.set(id, Math.max(variances.get(id) ?? 0, varianceOf(item)));
  }
  return variances;
}

/**
 * The error of a flow's factor. A factor that serves as itself and as a proxy in one result has a second error in
 * the proxy alone: a lining of pigskin that cowhide serves makes the upper of cowhide no less certain.
 */
function factorErrors(
  item: Work,
  ownVariances: ReadonlyMap<string, number>,
): readonly (readonly [key: string, variance: number])[] {
  const { flow, factor } = item;
  const variance = varianceOf(item);
  const own = flow.isProxy ? ownVariances.get(factor.id) : undefined;
  if (own === undefined) return [[factor.id, variance]];
  return [
    [factor.id, own],
    [`${factor.id} as a proxy`, Math.max(0, variance - own)],
  ];
}

/**
 * The other uncertain numbers of a flow. A supplier answers for its own footprint, and the model
 * chooses nothing of the energy of the declared use: its error is in everything else.
 */
function otherKeys(item: Work, { modelVariance }: Modelled): readonly string[] {
  const { flow, factor } = item;
  const isModelled = factor.activity !== 'supplier_pcf' && flow.isDeclaredUse !== true;
  return [
    ...(flow.spread === undefined ? [] : [amountKey(item)]),
    ...(modelVariance !== undefined && isModelled ? [MODEL] : []),
  ];
}

const MODEL = 'model';

function amountKey({ flow, product }: Work): string {
  return `${product.id} ${pathText(flow.path)}`;
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

/** Standard deviation of ln x of a flow: of its factor and its declared amount. */
export function spreadOf(item: Work): number {
  const ofAmount = logVarianceOf(amountDistribution(item.flow.spread)) ?? 0;
  return Math.sqrt(varianceOf(item) + ofAmount);
}

/**
 * The basic variance of the flow's factor with its scores. Snapshots of the first engine state none:
 * they keep the basic variances of ecoinvent v3, transport 0.12 and all else 0.0006.
 */
function varianceOf({ flow, factor, scores }: Work): number {
  const basic = flow.basicVariance ?? basicVarianceOfFirstEngine(factor);
  return scores === undefined ? basic : pedigreeVariance(scores, basic);
}

function basicVarianceOfFirstEngine({ activity }: UsedFactor): number {
  return activity.startsWith('transport') ? 0.12 : 0.0006;
}

/** FNV-1a: the same factor has the same key wherever it is sampled. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
