import {
  assumedDistributionCo2eKg,
  calculateBasic,
  calculateBundle,
  calculateFull,
  type Bundle as DeclaredBundle,
  type Footprint,
  type TransportLeg,
} from '@trackway/engine';
import { encodeId } from '../../platform/ids.ts';
import type { Path } from '../../rules/inputs/problems.ts';
import { packInputs } from './calculation-inputs.ts';
import { loadDeclaredSystem } from './declared-products.ts';
import { engineTask, pack } from './engine-data.ts';
import { type CalculationMethod, type Choices, optionsOf } from './footprint-tasks.ts';
import { runEngine } from './run-engine.ts';

/** Content of a cart or an order. */
export type Bundle = {
  readonly name: string;
  /** Quantity in declared units of each product, by its id in the database. */
  readonly lines: readonly {
    readonly number: number;
    readonly productId: string;
    readonly quantity: number;
  }[];
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
  async (engine, tenant, { subject, bundle, wanted, choices, hasUnits }: BundleInput) => {
    const { lines, transportLegs } = bundle;
    const productIds = [...new Set(lines.map(({ productId }) => productId))];
    const products = await loadDeclaredSystem(tenant, productIds);
    const options = { ...optionsOf(engine, choices), products };
    const { kind, subjectId } = subject;
    const id = encodeId(kind === 'CART' ? 'shoppingCart' : 'order', subjectId);
    const declared = declaredBundle(id, bundle);
    const method = wanted.detail === 'BASIC' ? { detail: 'BASIC' as const } : wanted.full;
    const footprint = runEngine(pathInBundle, () =>
      calculateBundle(declared, engine.library, { ...options, ...method }),
    );
    const unitOf = (productId: string): UnitFootprint => {
      const product = products.get(encodeId('product', productId));
      if (product === undefined) return { co2eKg: 0, assumedDistributionCo2eKg: 0 };
      if (wanted.detail === 'BASIC') {
        return unitFootprint(calculateBasic(product, engine.library, options));
      }
      const { monteCarlo: _drawn, ...full } = wanted.full;
      // As in the bundle: its legs are the real way, and none is assumed for the product.
      const isDelivered = transportLegs.length > 0;
      return unitFootprint(
        calculateFull(product, engine.library, { ...options, ...full, isDelivered }),
      );
    };
    const calculated = {
      subject: { kind: 'BUNDLE', bundle: declared } as const,
      products: products.values(),
      wanted,
      choices,
    };
    const inputs = kind === 'ORDER' ? packInputs(engine, calculated) : null;
    return {
      footprint: pack(subject, footprint, inputs),
      /** One declared unit by product, by the same method. */
      units: new Map(hasUnits ? productIds.map((id) => [id, unitOf(id)]) : []),
    };
  },
);

/** A cart or an order as the engine reads it: its lines are known by their numbers. */
export function declaredBundle(id: string, { lines, ...others }: Bundle): DeclaredBundle {
  const declared = lines.map(({ number, productId, quantity }) => ({
    id: String(number),
    productId: encodeId('product', productId),
    quantity,
  }));
  return { id, ...others, lines: declared };
}

/** kg CO2e of one declared unit, and the part of it that is an assumed way to the customer. */
type UnitFootprint = { readonly co2eKg: number; readonly assumedDistributionCo2eKg: number };

function unitFootprint(footprint: Footprint): UnitFootprint {
  const { co2eKg } = footprint;
  return { co2eKg, assumedDistributionCo2eKg: assumedDistributionCo2eKg(footprint) };
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
