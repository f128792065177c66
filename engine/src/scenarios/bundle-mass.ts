import type { Bundle } from '../bundle/bundle.ts';
import type { Products } from './scenario-subject.ts';

interface Goods {
  readonly bundle: Bundle;
  readonly products: Products;
}

/**
 * The declared mass of a bundle changes with its lines and with the net masses of their products, so that
 * its way follows. A product without a net mass leaves it as it is.
 */
export function bundleWithMass(before: Goods, after: Goods): Bundle {
  const { massKg } = before.bundle;
  const [beforeKg, afterKg] = [goodsKg(before), goodsKg(after)];
  if (massKg === undefined || beforeKg === undefined || afterKg === undefined) return after.bundle;
  return beforeKg === afterKg
    ? after.bundle
    : { ...after.bundle, massKg: massKg + (afterKg - beforeKg) };
}

function goodsKg({ bundle, products }: Goods): number | undefined {
  let massKg = 0;
  for (const { productId, quantity } of bundle.lines) {
    const unitKg = products.get(productId)?.netMassKg;
    if (unitKg === undefined) return undefined;
    massKg += unitKg * quantity;
  }
  return massKg;
}
