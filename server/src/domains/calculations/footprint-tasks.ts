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
  type Footprint,
  type FullOptions,
  type Passage,
  type Product,
  type TransportLeg,
} from '@trackway/engine';
import type { TenantDb } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Path } from '../../rules/inputs/problems.ts';
import { Task } from '../../rules/jobs/compute.ts';
import { type FootprintBasis, findProducts, type ProductReference } from '../products/index.ts';
import { packInputs } from './calculation-inputs.ts';
import {
  type DeclaredTree,
  loadDeclaredProducts,
  loadDeclaredTree,
  READ_TOGETHER,
} from './declared-products.ts';
import {
  type EngineData,
  engineOf,
  engineTask,
  MAX_RESULT_CHARACTERS,
  type PackedFootprint,
  pack,
} from './engine-data.ts';
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

type FullChoices = Pick<FullOptions, 'boundary' | 'recycling' | 'electricity' | 'monteCarlo'>;

/** Method of a calculation. */
export type CalculationMethod =
  | { readonly detail: 'BASIC' }
  | { readonly detail: 'FULL'; readonly full: FullChoices };

type One<Input> = { readonly input: Input; readonly choices: Choices };

export const materialTask = engineTask(
  'calculate a material',
  async (engine, _tenant, { input, choices }: One<Component>) => {
    const calculate = () => calculateMaterial(input, engine.library, optionsOf(engine, choices));
    return pack({ kind: 'MATERIAL' }, runEngine(['input'], calculate));
  },
);

export const energyTask = engineTask(
  'calculate energy',
  async (engine, _tenant, { input, choices }: One<EnergyUse>) => {
    const calculate = () => calculateEnergy(input, engine.library, optionsOf(engine, choices));
    return pack({ kind: 'ENERGY' }, runEngine(['input'], calculate));
  },
);

export const transportTask = engineTask(
  'calculate transport',
  async (engine, _tenant, { input, choices }: One<TransportLeg>) => {
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
export const productTask = new Task(
  'calculate a product',
  async (
    tools,
    tenant,
    { reference, wanted, choices, asProductFootprint }: ProductInput,
  ): Promise<PackedFootprint> => {
    const [engine, tree] = await Promise.all([
      engineOf(tools, tenant),
      loadDeclaredTree(tenant, reference),
    ]);
    const isFootprint = asProductFootprint ?? basisOf(wanted) === tree.footprintBasis;
    const method = { wanted, choices };
    return packTree(engine, tree, method, calculateTree(engine, tree, method), isFootprint);
  },
);

type Method = { readonly wanted: CalculationMethod; readonly choices: Choices };

export function calculateTree(
  engine: EngineData,
  { root, products }: DeclaredTree,
  { wanted, choices }: Method,
): Footprint {
  const options = { ...optionsOf(engine, choices), products };
  return runEngine(placeOf, () =>
    wanted.detail === 'BASIC'
      ? calculateBasic(root, engine.library, options)
      : calculateFull(root, engine.library, { ...options, ...wanted.full }),
  );
}

/** The result of a product, so that it can be stored, as the footprint of the product or not. */
export function packTree(
  engine: EngineData,
  { id: productId, version: productVersion, root, products }: DeclaredTree,
  method: Method,
  footprint: Footprint,
  isFootprint: boolean,
): PackedFootprint {
  const footprintBasis = isFootprint ? basisOf(method.wanted) : undefined;
  const subject = { kind: 'PRODUCT', productId: root.id } as const;
  const inputs = packInputs(engine, { subject, products: products.values(), ...method });
  return pack({ kind: 'PRODUCT', productId, productVersion, footprintBasis }, footprint, inputs);
}

type ProductsInput = {
  readonly productIds: readonly string[];
  /** Time after which no further product is begun; undefined calculates all. */
  readonly budgetMs: number | undefined;
};

/**
 * BASIC footprints of many products of that basis. A product that declares nothing it is made of, that cannot be
 * calculated, or that comes after the time is over, is left out.
 */
export const productsTask = engineTask(
  'calculate products',
  async (engine, tenant, { productIds, budgetMs }: ProductsInput) => {
    const untilMs = budgetMs === undefined ? undefined : performance.now() + budgetMs;
    const isOver = () => untilMs !== undefined && performance.now() > untilMs;
    const footprints: PackedFootprint[] = [];
    for (let from = 0; from < productIds.length; from += READ_TOGETHER) {
      const ids = productIds.slice(from, from + READ_TOGETHER);
      const calculate = await basicCalculator(engine, tenant, ids);
      for (const id of ids) {
        const footprint = calculate(id);
        if (footprint !== undefined) footprints.push(footprint);
        if (isOver()) return footprints;
      }
    }
    return footprints;
  },
);

/** A function that calculates one of these products; undefined if it has no BASIC footprint. */
async function basicCalculator(
  engine: EngineData,
  tenant: TenantDb,
  productIds: readonly string[],
): Promise<(productId: string) => PackedFootprint | undefined> {
  const products = await loadDeclaredProducts(tenant, productIds);
  const found = await findProducts(tenant, productIds);
  const ofBasic = new Set(
    found.flatMap(({ id, footprintBasis }) => (footprintBasis === 'BASIC' ? [id] : [])),
  );
  const options = { ...optionsOf(engine, {}), products };
  return (productId) => {
    const product = products.get(encodeId('product', productId));
    if (product === undefined || isEmpty(product) || !ofBasic.has(productId)) return undefined;
    try {
      const footprint = calculateBasic(product, engine.library, options);
      return pack({ kind: 'PRODUCT', productId, footprintBasis: 'BASIC' }, footprint);
    } catch (error) {
      if (error instanceof CalculationError) return undefined;
      throw error;
    }
  };
}

function basisOf(wanted: CalculationMethod): FootprintBasis {
  return wanted.detail === 'BASIC' ? 'BASIC' : `FULL_${wanted.full.boundary ?? 'CRADLE_TO_GRAVE'}`;
}

/** True if a product declares nothing that it is made of: its footprint is unknown, not zero. */
export function isEmpty({ components = [], processSteps = [] }: Product): boolean {
  return components.length + processSteps.length === 0;
}

export function optionsOf({ gazetteer }: EngineData, choices: Choices): CalculateOptions {
  return { ...choices, gazetteer, maxResultCharacters: MAX_RESULT_CHARACTERS };
}
