// docs/decisions/0111-solvers-and-their-callers.md says where this is used.

import type { DemandStudy } from '../system/study-demand.ts';

/**
 * c_j = q_j · x_j: the impact that arises at each node itself, by node, in the unit of the
 * indicator. They add up to the total.
 */
export function directContributions(study: DemandStudy, indicator: number): Float64Array {
  const { system, amounts } = study.activity;
  const contributions = new Float64Array(system.nodeCount);
  for (let position = 0; position < system.nodeCount; position++) {
    const direct = system.direct[position * system.indicatorCount + indicator] ?? 0;
    contributions[system.nodeAt[position] ?? 0] = direct * (amounts[position] ?? 0);
  }
  return contributions;
}

/**
 * η_e = a_e · y_i · x_j / h by edge: the relative change of the total per relative change of one
 * amount, dimensionless (Heijungs 2010, Sensitivity coefficients for matrix-based LCA). All zero
 * where the total is zero, because a relative change has no meaning there.
 */
export function edgeElasticities(study: DemandStudy, indicator: number): Float64Array {
  const { system } = study.activity;
  const { values } = study.intensities;
  const width = system.indicatorCount;
  const bySlot = new Float64Array(system.edgeCount);
  const total = study.totals[indicator] ?? 0;
  if (total === 0) return bySlot;
  for (let row = 0; row < system.nodeCount; row++) {
    const share = (study.activity.amounts[row] ?? 0) / total;
    if (share === 0) continue;
    const end = system.rowStart[row + 1] ?? 0;
    for (let slot = system.rowStart[row] ?? 0; slot < end; slot++) {
      const supplied = values[(system.suppliers[slot] ?? 0) * width + indicator] ?? 0;
      bySlot[slot] = (system.amounts[slot] ?? 0) * supplied * share;
    }
  }
  return Float64Array.from(system.slotOf, (slot) => bySlot[slot] ?? 0);
}

/** q_j · x_j / h by node: the elasticity of the total to each direct impact. They add up to 1. */
export function directElasticities(study: DemandStudy, indicator: number): Float64Array {
  const total = study.totals[indicator] ?? 0;
  const contributions = directContributions(study, indicator);
  return total === 0 ? contributions.fill(0) : contributions.map((value) => value / total);
}
