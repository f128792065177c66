import { exp } from '../elementary.ts';
import { totalOf, workBehind } from '../evaluate/evaluate.ts';
import { spreadOf } from '../evaluate/uncertainty.ts';
import type { Path } from '../path.ts';
import type { Snapshot } from '../snapshot.ts';

/** A flow at its 95 % bounds, and the result there, evaluated exactly. */
export interface TornadoBar {
  readonly path: Path;
  readonly label: string;
  readonly productId: string;
  readonly lowCo2eKg: number;
  readonly highCo2eKg: number;
}

const MOST_BARS = 20;
/** 95 % of a lognormal distribution lie within 1.96 standard deviations of ln x. */
const REACH = 1.96;

/**
 * The flows whose uncertainty moves the result most: each is set to its bounds in the snapshot, and
 * the whole is evaluated again, loops and sub-products included.
 */
export function tornadoOf(snapshot: Snapshot): TornadoBar[] {
  const { work } = workBehind(snapshot);
  const seen = new Set<string>();
  const flows = work.flatMap((item) => {
    const { product, at, flow, co2eKg } = item;
    const key = `${product.id} ${at}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const ratio = exp(REACH * spreadOf(item));
    return [{ product, at, flow, ratio, reach: Math.abs(co2eKg) * (ratio - 1 / ratio) }];
  });
  flows.sort((a, b) => b.reach - a.reach);
  return flows
    .slice(0, MOST_BARS)
    .map(({ product, at, flow, ratio }): TornadoBar => {
      const [one, other] = [1 / ratio, ratio].map((times) =>
        totalOf(scaled(snapshot, product.id, at, times)),
      );
      const [low = 0, high = 0] = [one ?? 0, other ?? 0].sort((a, b) => a - b);
      const { path, label } = flow;
      return { path, label, productId: product.id, lowCo2eKg: low, highCo2eKg: high };
    })
    .sort((a, b) => b.highCo2eKg - b.lowCo2eKg - (a.highCo2eKg - a.lowCo2eKg));
}

function scaled(snapshot: Snapshot, productId: string, at: number, times: number): Snapshot {
  const products = snapshot.products.map((product) => {
    if (product.id !== productId) return product;
    const flows = product.flows.map((flow, place) =>
      place === at ? { ...flow, amount: flow.amount * times } : flow,
    );
    return { ...product, flows };
  });
  return { ...snapshot, products };
}
