// docs/decisions/0111-solvers-and-their-callers.md says where this is used.

import { type AnalyticUncertainty, combineVariances } from '../system/combine-variances.ts';
import { type Distribution, logVarianceOf } from '../system/distribution.ts';
import type { DemandStudy } from '../system/study-demand.ts';
import { directElasticities, edgeElasticities } from './elasticities.ts';
import type { SystemUncertainty } from './system-monte-carlo.ts';

/**
 * The analytic counterpart of a system Monte Carlo run, from the same description and at the cost
 * of one pass over the edges. Good while spreads are moderate; compare with `disagreement`.
 */
export function analyticUncertainty(
  study: DemandStudy,
  uncertainty: SystemUncertainty,
  indicator: number,
): AnalyticUncertainty {
  const { system } = study.intensities;
  const ofEdges = edgeElasticities(study, indicator);
  const ofNodes = directElasticities(study, indicator);
  const elasticities = new Float64Array(ofEdges.length + ofNodes.length);
  elasticities.set(ofEdges);
  elasticities.set(ofNodes, ofEdges.length);
  const variances = new Float64Array(elasticities.length);
  for (let edge = 0; edge < ofEdges.length; edge++) {
    if (ofEdges[edge] === 0) continue;
    const amount = system.amounts[system.slotOf[edge] ?? 0] ?? 0;
    variances[edge] = spreadOf(uncertainty.ofEdge(edge, amount));
  }
  for (let node = 0; node < ofNodes.length; node++) {
    if (ofNodes[node] === 0) continue;
    variances[ofEdges.length + node] = spreadOf(uncertainty.ofNode?.(node));
  }
  return combineVariances(study.totals[indicator] ?? 0, elasticities, variances);
}

function spreadOf(distribution: Distribution | undefined): number {
  return distribution ? (logVarianceOf(distribution) ?? 0) : 0;
}
