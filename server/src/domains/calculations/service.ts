import {
  type CalculateOptions,
  type Component,
  calculateBasic,
  calculateEnergy,
  calculateFull,
  calculateMaterial,
  calculateTransport,
  type EnergyUse,
  type Footprint,
  type Passage,
  type TransportLeg,
} from '@trackway/engine';
import type { Tx } from '../../platform/database/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { orNotFound } from '../../rules/api-error.ts';
import { recordEvents } from '../../rules/events.ts';
import { findProduct, type ProductReference, updateLatestFootprint } from '../products/index.ts';
import { loadDeclaredProducts } from './declared-products.ts';
import type { EngineData } from './engine-data.ts';
import { calculationCompleted } from './events.ts';
import { calculateFullFootprint, type FullChoices } from './full.ts';
import type { Calculation, CalculationKind } from './model.ts';
import { runEngine } from './run-engine.ts';
import { insertCalculation } from './store.ts';

export type Choices = {
  /** The year that factors should be of. */
  readonly year?: number | undefined;
  /** Refuse factors of any other set of global warming potentials. */
  readonly gwpSet?: string | undefined;
  /** Straits and canals that ships may not take, when their way is worked out. */
  readonly closedPassages?: readonly Passage[] | undefined;
};

/** Method of a result. */
export type CalculationMethod =
  | { readonly detail: 'BASIC' }
  | { readonly detail: 'FULL'; readonly full: FullChoices };

export async function calculateMaterialFootprint(
  tx: Tx,
  scope: Scope,
  engine: EngineData,
  input: Component,
  choices: Choices,
): Promise<Calculation> {
  const footprint = runEngine(['input'], () =>
    calculateMaterial(input, engine.library, optionsOf(engine, choices)),
  );
  return saveCalculation(tx, scope, { kind: 'MATERIAL' }, footprint);
}

export async function calculateEnergyFootprint(
  tx: Tx,
  scope: Scope,
  engine: EngineData,
  input: EnergyUse,
  choices: Choices,
): Promise<Calculation> {
  const footprint = runEngine(['input'], () =>
    calculateEnergy(input, engine.library, optionsOf(engine, choices)),
  );
  return saveCalculation(tx, scope, { kind: 'ENERGY' }, footprint);
}

export async function calculateTransportFootprint(
  tx: Tx,
  scope: Scope,
  engine: EngineData,
  input: TransportLeg,
  choices: Choices,
): Promise<Calculation> {
  const footprint = runEngine(['input'], () =>
    calculateTransport(input, engine.library, optionsOf(engine, choices)),
  );
  return saveCalculation(tx, scope, { kind: 'TRANSPORT' }, footprint);
}

/** The footprint of one declared unit of a product, with everything below it. */
export async function calculateProductFootprint(
  tx: Tx,
  scope: Scope,
  engine: EngineData,
  reference: ProductReference,
  wanted: CalculationMethod,
  choices: Choices,
): Promise<Calculation> {
  const product = orNotFound('The product', await findProduct(tx, scope, reference));
  const products = await loadDeclaredProducts(tx, scope, [product.id]);
  const id = encodeId('product', product.id);
  const root = orNotFound('The product', products.get(id));
  const options = { ...optionsOf(engine, choices), products };
  const footprint =
    wanted.detail === 'BASIC'
      ? runEngine([], () => calculateBasic(root, engine.library, options))
      : await calculateFullFootprint(wanted.full, (full) =>
          calculateFull(root, engine.library, { ...options, ...full }),
        );
  const calculation = await saveCalculation(
    tx,
    scope,
    { kind: 'PRODUCT', productId: product.id },
    footprint,
  );
  await updateLatestFootprint(tx, scope, product.id, footprint.co2eKg, calculation.id);
  return calculation;
}

/** Subject of a calculation. */
type Subject = {
  readonly kind: CalculationKind;
  readonly productId?: string | null;
  /** The supply chain, cart or order. */
  readonly subjectId?: string;
};

/** Stores a result, which never changes again, with its event. */
export async function saveCalculation(
  tx: Tx,
  scope: Scope,
  { kind, productId = null, subjectId }: Subject,
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
      subjectId: subjectId ?? null,
      co2eKg: footprint.co2eKg,
      snapshotHash: footprint.snapshotHash,
    },
    result,
    snapshot,
  );
  const event = calculationCompleted.of(calculation.id, {
    kind,
    detail: footprint.detail,
    productId: productId === null ? null : encodeId('product', productId),
    co2eKg: footprint.co2eKg,
    snapshotHash: footprint.snapshotHash,
    doneCount: null,
    failedCount: null,
  });
  await recordEvents(tx, scope, event);
  return calculation;
}

export function optionsOf(engine: EngineData, choices: Choices): CalculateOptions {
  return { ...choices, gazetteer: engine.gazetteer };
}
