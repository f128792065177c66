import type { ProcessSystem } from '../../engine/src/system/process-system.ts';
import { numbersFrom } from './arbitrary-system.ts';

/**
 * An input–output economy of the size of the United States' benchmark tables: every sector buys
 * from nearly every other and from itself, in money, with a few large suppliers. Made up, and the
 * same every time.
 */
export function economy(sectorCount = 411, indicatorCount = 23): ProcessSystem {
  const next = numbersFrom(2026);
  const names = Array.from({ length: sectorCount }, (_, at) => `sector-${at}`);
  const indicators = Array.from({ length: indicatorCount }, (_, at) => `indicator-${at}`);
  const importance = names.map(() => next() ** 4);
  const processes = names.map((id) => {
    const bought = importance.map((weight) => (next() < 0.9 ? weight * next() : 0));
    const sum = bought.reduce((total, amount) => total + amount, 0);
    const intermediateShare = 0.3 + 0.4 * next();
    const output = 1e6 * next() + 1;
    const inputs = names.flatMap((product, at) => {
      const share = (bought[at] ?? 0) / sum;
      return share > 0 ? [{ product, amount: share * intermediateShare * output }] : [];
    });
    const interventions = indicators.map((flow) => ({ flow, amount: next() * output }));
    return { id, outputs: [{ product: id, amount: output }], inputs, interventions };
  });
  const characterisation = indicators.map((indicator) => ({
    indicator,
    flow: indicator,
    factor: 1,
  }));
  const demand = names.map((product) => ({ product, amount: 1000 * next() }));
  return { processes, characterisation, demand };
}
