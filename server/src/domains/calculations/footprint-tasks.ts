import {
  type CalculateOptions,
  CalculationError,
  type Component,
  calculateBasic,
  calculateEnergy,
  calculateFull,
  calculateMaterial,
  calculateTransport,
  type EnergyUse,
  type FullOptions,
  type Passage,
  type Product,
  type TransportLeg,
} from '@trackway/engine';
import { encodeId } from '../../platform/ids.ts';
import { orNotFound } from '../../rules/api-error.ts';
import type { Path } from '../../rules/problems.ts';
import {
  type FootprintBasis,
  findProduct,
  findProducts,
  type ProductReference,
} from '../products/index.ts';
import { loadDeclaredProducts } from './declared-products.ts';
import { type EngineData, engineTask, type PackedFootprint, pack } from './engine-data.ts';
import { runEngine } from './run-engine.ts';

export type Choices = {
  /** The year that factors should be of. */
  readonly year?: number | undefined;
  /** Refuses factors of any other set of global warming potentials. */
  readonly gwpSet?: string | undefined;
  /** Straits and canals that ships may not take, when their route is estimated. */
  readonly closedPassages?: readonly Passage[] | undefined;
  /** Refuses a result with warnings. */
  readonly strict?: boolean | undefined;
};

export type FullChoices = Pick<
  FullOptions,
  'boundary' | 'recycling' | 'electricity' | 'monteCarlo'
>;

/** Method of a calculation. */
export type CalculationMethod =
  | { readonly detail: 'BASIC' }
  | { readonly detail: 'FULL'; readonly full: FullChoices };

type One<Input> = { readonly input: Input; readonly choices: Choices };

export const materialTask = engineTask(
  'calculate a material',
  async (engine, _db, _scope, { input, choices }: One<Component>) => {
    const calculate = () => calculateMaterial(input, engine.library, optionsOf(engine, choices));
    return pack({ kind: 'MATERIAL' }, runEngine(['input'], calculate));
  },
);

export const energyTask = engineTask(
  'calculate energy',
  async (engine, _db, _scope, { input, choices }: One<EnergyUse>) => {
    const calculate = () => calculateEnergy(input, engine.library, optionsOf(engine, choices));
    return pack({ kind: 'ENERGY' }, runEngine(['input'], calculate));
  },
);

export const transportTask = engineTask(
  'calculate transport',
  async (engine, _db, _scope, { input, choices }: One<TransportLeg>) => {
    const calculate = () => calculateTransport(input, engine.library, optionsOf(engine, choices));
    return pack({ kind: 'TRANSPORT' }, runEngine(['input'], calculate));
  },
);

type ProductInput = {
  /** True makes the result the footprint of the product; by default true for a result of its basis. */
  readonly asProductFootprint: boolean | undefined;
  readonly reference: ProductReference;
  readonly wanted: CalculationMethod;
  readonly choices: Choices;
};

/** Parts are named by their place in the product; the method is in the input. */
const placeOf = (path: Path): Path => (path[0] === 'monteCarlo' ? ['input', ...path] : path);

/** The footprint of one declared unit of a product, with everything below it. */
export const productTask = engineTask(
  'calculate a product',
  async (engine, db, scope, { reference, wanted, choices, asProductFootprint }: ProductInput) => {
    const product = orNotFound('The product', await findProduct(db, scope, reference));
    const products = await loadDeclaredProducts(db, scope, [product.id]);
    const root = orNotFound('The product', products.get(encodeId('product', product.id)));
    const options = { ...optionsOf(engine, choices), products };
    const calculate =
      wanted.detail === 'BASIC'
        ? () => calculateBasic(root, engine.library, options)
        : () => calculateFull(root, engine.library, { ...options, ...wanted.full });
    const basis = basisOf(wanted);
    const isFootprint = asProductFootprint ?? basis === product.footprintBasis;
    const footprintBasis = isFootprint ? basis : undefined;
    const subject = { kind: 'PRODUCT', productId: product.id, footprintBasis } as const;
    return pack(subject, runEngine(placeOf, calculate));
  },
);

type ProductsInput = { readonly productIds: readonly string[] };

/**
 * BASIC footprints of many products of that basis. A product that declares nothing it is made of, or that cannot be
 * calculated, is left out: its footprint is unknown, not zero.
 */
export const productsTask = engineTask(
  'calculate products',
  async (engine, db, scope, { productIds }: ProductsInput) => {
    const products = await loadDeclaredProducts(db, scope, productIds);
    const found = await findProducts(db, scope, productIds);
    const ofBasic = new Set(
      found.flatMap(({ id, footprintBasis }) => (footprintBasis === 'BASIC' ? [id] : [])),
    );
    const options = { ...optionsOf(engine, {}), products };
    return productIds.flatMap((productId): PackedFootprint[] => {
      const product = products.get(encodeId('product', productId));
      if (product === undefined || isEmpty(product) || !ofBasic.has(productId)) return [];
      try {
        const footprint = calculateBasic(product, engine.library, options);
        return [pack({ kind: 'PRODUCT', productId, footprintBasis: 'BASIC' }, footprint)];
      } catch (error) {
        if (error instanceof CalculationError) return [];
        throw error;
      }
    });
  },
);

function basisOf(wanted: CalculationMethod): FootprintBasis {
  return wanted.detail === 'BASIC' ? 'BASIC' : `FULL_${wanted.full.boundary ?? 'CRADLE_TO_GRAVE'}`;
}

function isEmpty({ components = [], processSteps = [] }: Product): boolean {
  return components.length + processSteps.length === 0;
}

export function optionsOf(engine: EngineData, choices: Choices): CalculateOptions {
  return { ...choices, gazetteer: engine.gazetteer };
}
