import { exp, ln } from '../elementary.ts';
import type { Sensitivity } from '../full-details.ts';
import type { Contribution, Footprint } from '../result.ts';
import { SUPPLIER_SET_ID } from '../supplier-pcf.ts';
import type { LifecyclePhase } from '../vocabulary.ts';

/** Gain of measuring one factor of a FULL result: of replacing it by primary data. */
export interface MeasurementGain {
  readonly factorId: string;
  readonly factorName: string;
  readonly geography: string;
  /** Phase in which the factor contributes most. */
  readonly phase: LifecyclePhase;
  /** kg CO2e by which the 95 % interval becomes narrower, above 0. */
  readonly narrowingCo2eKg: number;
}

/**
 * Width in kg CO2e that the 95 % interval of a FULL result loses when one factor is measured, the largest first:
 *
 *     W(V) − W(V − v − m),   W(V) = h · (exp(1.96 √V) − exp(−1.96 √V))
 *     v = (Σ η)² · σ²        m = V_model · (1 − ((η_model − Σ η) / η_model)²)
 *
 * with the elasticities η = contribution / total h of the flows of the factor, which share its error, σ the
 * largest of their standard deviations of ln x, and η_model the share of the result that has the error of the
 * model: all but suppliers' own footprints and the energy of the declared use. It leaves with the factor, because a measured factor has none.
 * The measurement is taken as free of error, and as confirming the value: an upper bound of its gain, the
 * expected value of perfect information in the units of the result. Only the flows of the tornado count, at most 20
 * (docs/methods/quality.md). Empty for a BASIC result and for one that is not above 0.
 */
export function measurementGains({
  co2eKg,
  contributions,
  full,
}: Pick<Footprint, 'co2eKg' | 'contributions' | 'full'>): MeasurementGain[] {
  if (full === null || co2eKg <= 0) return [];
  const { logVariance, parameterLogVariance, modelLogVariance } = full.uncertainty;
  const secondary = contributions.filter(({ setId }) => setId !== SUPPLIER_SET_ID);
  const modelled = modelledShare(secondary);
  const before = widthOf(co2eKg, logVariance);
  const bars = Map.groupBy(full.sensitivities, ({ elasticity }) => elasticity);
  return [...Map.groupBy(secondary, ({ factorId }) => factorId).values()]
    .flatMap((flows) => {
      const [largest] = flows.toSorted((a, b) => b.share - a.share);
      const sigma = Math.max(0, ...flows.map((flow) => sigmaOf(flow, co2eKg, bars)));
      if (largest === undefined || sigma === 0) return [];
      const elasticity = flows.reduce((sum, { share }) => sum + share, 0);
      const ofFactor = Math.min(elasticity ** 2 * sigma ** 2, parameterLogVariance);
      const kept = modelled === 0 ? 1 : ((modelled - modelledShare(flows)) / modelled) ** 2;
      const after = parameterLogVariance - ofFactor + modelLogVariance * kept;
      const narrowingCo2eKg = before - widthOf(co2eKg, after);
      if (narrowingCo2eKg <= 0) return [];
      const { factorId, factorName, geography, phase } = largest;
      return [{ factorId, factorName, geography, phase, narrowingCo2eKg }];
    })
    .sort((a, b) => b.narrowingCo2eKg - a.narrowingCo2eKg);
}

function modelledShare(contributions: readonly Contribution[]): number {
  return contributions.reduce(
    (sum, { share, isDeclaredUse }) => sum + (isDeclaredUse ? 0 : share),
    0,
  );
}

/** Width of the 95 % interval of a lognormal result with this median and Var(ln x), in the unit of the median. */
function widthOf(median: number, logVariance: number): number {
  const spread = exp(1.96 * Math.sqrt(Math.max(0, logVariance)));
  return median * (spread - 1 / spread);
}

/**
 * σ of ln x of a flow, from the width of its bar of the tornado, h · |η| · (s − 1/s) with s = exp(1.96 σ); 0 if it has
 * no bar. A bar has the elasticity of its flow to the bit, and its label without the name of a sub-product.
 */
function sigmaOf(
  { share, label }: Contribution,
  total: number,
  bars: ReadonlyMap<number, readonly Sensitivity[]>,
): number {
  const bar = bars.get(share)?.find((each) => label.endsWith(each.label));
  if (bar === undefined || share === 0) return 0;
  const half = (bar.highCo2eKg - bar.lowCo2eKg) / (2 * total * Math.abs(share));
  return ln(half + Math.sqrt(half ** 2 + 1)) / 1.96;
}
