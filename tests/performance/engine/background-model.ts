import type { CompiledSystem, MonteCarloModel } from '../../../engine/src/system/index.ts';
import { createSystemModel } from '../../../engine/src/system-uncertainty/system-monte-carlo.ts';

/** Every amount is lognormal with σ 0.1; the demand is one unit of the last node. */
export function backgroundModel(system: CompiledSystem): MonteCarloModel {
  const demand = [{ node: system.nodeCount - 1, amount: 1 }];
  return createSystemModel(system, demand, {
    ofEdge: (_, median) => ({ kind: 'LOGNORMAL', median, sigma: 0.1 }),
  });
}
