import {
  type CalculateOptions,
  type Component,
  calculateBasic,
  calculateEnergy,
  calculateFull,
  calculateMaterial,
  calculateTransport,
  type Product as DeclaredProduct,
  type EnergyUse,
  type Footprint,
  type TransportLeg,
} from '@trackway/engine';
import { notFound, Refusal } from '../../graphql/refusal.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/outbox.ts';
import type { Scope } from '../../platform/scope.ts';
import {
  type Bill,
  findBills,
  findProduct,
  findProducts,
  noteFootprint,
  type Product,
  type ProductReference,
  partsBelow,
} from '../products/index.ts';
import type { EngineData } from './engine-data.ts';
import { calculateFullFootprint, type FullChoices } from './full.ts';
import type { Calculation, CalculationKind } from './model.ts';
import { calculated } from './refuse.ts';
import { insertCalculation } from './store.ts';

/** Products that one result may be made of; a larger bill of materials is a job for a catalogue. */
const MAX_PARTS = 5_000;

export type Choices = {
  /** The year that factors should be of. */
  readonly year?: number | undefined;
  /** Refuse factors of any other set of global warming potentials. */
  readonly gwpSet?: string | undefined;
};

/** How a result is to be made. */
export type Wanted =
  | { readonly detail: 'BASIC' }
  | { readonly detail: 'FULL'; readonly full: FullChoices };

export async function calculateMaterialFootprint(
  tx: Tx,
  scope: Scope,
  engine: EngineData,
  input: Component,
  choices: Choices,
): Promise<Calculation> {
  const footprint = calculated(['input'], () =>
    calculateMaterial(input, engine.library, optionsOf(engine, choices)),
  );
  return keep(tx, scope, 'MATERIAL', null, footprint);
}

export async function calculateEnergyFootprint(
  tx: Tx,
  scope: Scope,
  engine: EngineData,
  input: EnergyUse,
  choices: Choices,
): Promise<Calculation> {
  const footprint = calculated(['input'], () =>
    calculateEnergy(input, engine.library, optionsOf(engine, choices)),
  );
  return keep(tx, scope, 'ENERGY', null, footprint);
}

export async function calculateTransportFootprint(
  tx: Tx,
  scope: Scope,
  engine: EngineData,
  input: TransportLeg,
  choices: Choices,
): Promise<Calculation> {
  const footprint = calculated(['input'], () =>
    calculateTransport(input, engine.library, optionsOf(engine, choices)),
  );
  return keep(tx, scope, 'TRANSPORT', null, footprint);
}

/** The footprint of one declared unit of a product, with everything below it. */
export async function calculateProductFootprint(
  tx: Tx,
  scope: Scope,
  engine: EngineData,
  reference: ProductReference,
  wanted: Wanted,
  choices: Choices,
): Promise<Calculation> {
  const product = await findProduct(tx, scope, reference);
  if (product === undefined) throw notFound('The product');
  const products = await declaredProducts(tx, scope, product);
  const id = encodeId('product', product.id);
  const root = products.get(id);
  if (root === undefined) throw notFound('The product');
  const options = { ...optionsOf(engine, choices), products };
  const footprint =
    wanted.detail === 'BASIC'
      ? calculated([], () => calculateBasic(root, engine.library, options))
      : await calculateFullFootprint(wanted.full, (full) =>
          calculateFull(root, engine.library, { ...options, ...full }),
        );
  const calculation = await keep(tx, scope, 'PRODUCT', product.id, footprint);
  await noteFootprint(tx, scope, product.id, footprint.co2eKg, calculation.id);
  return calculation;
}

/** A product and all products below it, as the engine reads them, in three statements. */
async function declaredProducts(
  db: Db,
  scope: Scope,
  product: Product,
): Promise<ReadonlyMap<string, DeclaredProduct>> {
  const below = await partsBelow(db, scope, [product.id], MAX_PARTS + 1);
  if (below.length > MAX_PARTS) {
    throw new Refusal(
      'QUERY_TOO_COMPLEX',
      `The product stands on more than ${MAX_PARTS} others; calculate the catalogue instead.`,
    );
  }
  const ids = [...new Set([product.id, ...below])];
  const [parts, bills] = [await findProducts(db, scope, ids), await findBills(db, scope, ids)];
  const billById = new Map(bills.map(({ id, bill }) => [id, bill]));
  return new Map(
    parts.map((part) => {
      const id = encodeId('product', part.id);
      return [id, declaredProduct(id, part, billById.get(part.id))];
    }),
  );
}

function declaredProduct(id: string, product: Product, bill: Bill | undefined): DeclaredProduct {
  const { name, sectorTags, netMassKg, declaredAmount, declaredUnit } = product;
  return {
    id,
    name,
    sectorTags,
    declaredUnit: { amount: declaredAmount, unit: declaredUnit },
    netMassKg: netMassKg ?? undefined,
    components: bill?.components,
    packaging: bill?.packaging,
    processSteps: bill?.processSteps,
    transportLegs: bill?.transportLegs,
    useProfile: bill?.useProfile ?? undefined,
    endOfLife: bill?.endOfLife ?? undefined,
    lifetime: bill?.lifetime ?? undefined,
  };
}

/** Stores a result, which never changes again, with its event. */
async function keep(
  tx: Tx,
  scope: Scope,
  kind: CalculationKind,
  productId: string | null,
  footprint: Footprint,
): Promise<Calculation> {
  const { snapshot, ...result } = footprint;
  const calculation = await insertCalculation(
    tx,
    scope,
    {
      id: newUuid(),
      kind,
      detail: footprint.detail,
      state: 'COMPLETED',
      productId,
      co2eKg: footprint.co2eKg,
      snapshotHash: footprint.snapshotHash,
    },
    result,
    snapshot,
  );
  await recordEvent(tx, scope, 'calculation.completed', {
    calculationId: encodeId('calculation', calculation.id),
    kind,
    productId: productId === null ? null : encodeId('product', productId),
    co2eKg: footprint.co2eKg,
  });
  return calculation;
}

function optionsOf(engine: EngineData, choices: Choices): CalculateOptions {
  return { ...choices, gazetteer: engine.gazetteer };
}
