import { type Activity, type Demand, solveDemand } from './solve-demand.ts';
import type { Intensities } from './solve-intensities.ts';

/** One demand and one adjoint solution: everything a first-order question needs. */
export interface DemandStudy {
  readonly intensities: Intensities;
  readonly activity: Activity;
  readonly demand: Demand;
  /** h = f·y, the impact of the demand by indicator. */
  readonly totals: Float64Array<ArrayBuffer>;
}

/** Solves the demand for intensities that are already known. */
export function studyDemand(intensities: Intensities, demand: Demand): DemandStudy {
  const { system, values } = intensities;
  const totals = new Float64Array(system.indicatorCount);
  for (const { node, amount } of demand) {
    const start = (system.positionOf[node] ?? 0) * system.indicatorCount;
    for (let lane = 0; lane < totals.length; lane++) {
      totals[lane] = (totals[lane] ?? 0) + amount * (values[start + lane] ?? 0);
    }
  }
  return { intensities, activity: solveDemand(system, demand), demand, totals };
}
