import {
  calculateBasic,
  calculateBundle,
  calculateFull,
  type Footprint,
  type TransportLeg,
} from '@trackway/engine';
import type { Tx } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Path } from '../../rules/problems.ts';
import { loadDeclaredProducts } from './declared-products.ts';
import type { EngineData } from './engine-data.ts';
import { calculateFullFootprint } from './full.ts';
import type { Calculation } from './model.ts';
import { runEngine } from './run-engine.ts';
import { type CalculationMethod, type Choices, optionsOf, saveCalculation } from './service.ts';

/** Content of a cart or an order. */
type Bundle = {
  readonly name: string;
  /** Quantity in declared units of each product, by its id in the database. */
  readonly lines: readonly { readonly productId: string; readonly quantity: number }[];
  /** The way to the customer. */
  readonly transportLegs: readonly TransportLeg[];
  /** Mass of legs that do not state their own; undefined if it is unknown. */
  readonly massKg: number | undefined;
};

type CalculatedBundle = {
  readonly calculation: Calculation;
  /** kg CO2e of one declared unit of a product of the bundle, by the same method. */
  readonly unitCo2eKg: (productId: string) => number;
};

/** The footprint of a cart or an order: its products, times their quantity, and their way. */
export async function calculateBundleFootprint(
  tx: Tx,
  scope: Scope,
  engine: EngineData,
  subject: { readonly kind: 'CART' | 'ORDER'; readonly subjectId: string },
  { name, lines, transportLegs, massKg }: Bundle,
  wanted: CalculationMethod,
  choices: Choices,
): Promise<CalculatedBundle> {
  const productIds = [...new Set(lines.map(({ productId }) => productId))];
  const products = await loadDeclaredProducts(tx, scope, productIds);
  const options = { ...optionsOf(engine, choices), products };
  const bundle = {
    id: encodeId(subject.kind === 'CART' ? 'shoppingCart' : 'order', subject.subjectId),
    name,
    lines: lines.map(({ productId, quantity }) => ({
      productId: encodeId('product', productId),
      quantity,
    })),
    transportLegs,
    massKg,
  };
  const footprint =
    wanted.detail === 'BASIC'
      ? runEngine(pathInBundle, () =>
          calculateBundle(bundle, engine.library, { ...options, detail: 'BASIC' }),
        )
      : await calculateFullFootprint(
          wanted.full,
          (full) => calculateBundle(bundle, engine.library, { ...options, ...full }),
          pathInBundle,
        );
  const unitOf = (productId: string): Footprint | undefined => {
    const product = products.get(encodeId('product', productId));
    if (product === undefined) return undefined;
    if (wanted.detail === 'BASIC') return calculateBasic(product, engine.library, options);
    const { monteCarlo: _drawn, ...full } = wanted.full;
    return calculateFull(product, engine.library, { ...options, ...full });
  };
  return {
    calculation: await saveCalculation(tx, scope, subject, footprint),
    unitCo2eKg: (productId) => unitOf(productId)?.co2eKg ?? 0,
  };
}

/**
 * Lines are addressed by their place in the cart or order; everything else by its place in the
 * input.
 */
function pathInBundle(path: Path): Path {
  switch (path[0]) {
    case 'lines':
      return path;
    case 'transportLegs':
      return ['input', 'shippingLegs', ...path.slice(1)];
    default:
      return ['input', ...path];
  }
}
