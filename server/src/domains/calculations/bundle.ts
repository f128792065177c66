import {
  calculateBasic,
  calculateBundle,
  calculateFull,
  type TransportLeg,
} from '@trackway/engine';
import { encodeId } from '../../platform/ids.ts';
import type { Path } from '../../rules/problems.ts';
import { loadDeclaredProducts } from './declared-products.ts';
import { engineTask, pack } from './engine-data.ts';
import { type CalculationMethod, type Choices, optionsOf } from './footprint-tasks.ts';
import { runEngine } from './run-engine.ts';

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

type BundleInput = {
  readonly subject: { readonly kind: 'CART' | 'ORDER'; readonly subjectId: string };
  readonly bundle: Bundle;
  readonly wanted: CalculationMethod;
  readonly choices: Choices;
  /** Also calculates the footprint of one declared unit of each product. */
  readonly hasUnits: boolean;
};

/** The footprint of a cart or an order: its products, times their quantity, and their transport. */
export const bundleTask = engineTask(
  'calculate a bundle',
  async (engine, db, scope, { subject, bundle, wanted, choices, hasUnits }: BundleInput) => {
    const { name, lines, transportLegs, massKg } = bundle;
    const productIds = [...new Set(lines.map(({ productId }) => productId))];
    const products = await loadDeclaredProducts(db, scope, productIds);
    const options = { ...optionsOf(engine, choices), products };
    const declared = {
      id: encodeId(subject.kind === 'CART' ? 'shoppingCart' : 'order', subject.subjectId),
      name,
      lines: lines.map(({ productId, quantity }) => ({
        productId: encodeId('product', productId),
        quantity,
      })),
      transportLegs,
      massKg,
    };
    const method = wanted.detail === 'BASIC' ? { detail: 'BASIC' as const } : wanted.full;
    const footprint = runEngine(pathInBundle, () =>
      calculateBundle(declared, engine.library, { ...options, ...method }),
    );
    const unitCo2eKg = (productId: string): number => {
      const product = products.get(encodeId('product', productId));
      if (product === undefined) return 0;
      if (wanted.detail === 'BASIC') return calculateBasic(product, engine.library, options).co2eKg;
      const { monteCarlo: _drawn, ...full } = wanted.full;
      // As in the bundle: its legs are the real way, and none is assumed for the product.
      const isDelivered = transportLegs.length > 0;
      return calculateFull(product, engine.library, { ...options, ...full, isDelivered }).co2eKg;
    };
    return {
      footprint: pack(subject, footprint),
      /** kg CO2e of one declared unit by product, by the same method. */
      unitCo2eKg: new Map(hasUnits ? productIds.map((id) => [id, unitCo2eKg(id)]) : []),
    };
  },
);

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
