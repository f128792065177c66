import type {
  Component,
  EndOfLife,
  Lifetime,
  Packaging,
  ProcessStep,
  TransportLeg,
  UseProfile,
} from '@trackway/engine';
import type { ValuesOf } from '../../platform/database/index.ts';
import type { Transitions } from '../../rules/mutations/preconditions.ts';
import type { PRODUCT, WRITTEN } from './properties.ts';

export type ProductStatus = 'DRAFT' | 'ACTIVE' | 'ARCHIVED';

/** Detail and boundary of the footprint of a product. */
export type FootprintBasis =
  | 'BASIC'
  | 'FULL_CRADLE_TO_GATE'
  | 'FULL_CRADLE_TO_SHELF'
  | 'FULL_CRADLE_TO_GRAVE';

export type ProductFootprintState = 'NOT_CALCULATED' | 'OUTDATED' | 'CURRENT';

export const PRODUCT_TRANSITIONS: Transitions<ProductStatus> = {
  DRAFT: ['ACTIVE'],
  ACTIVE: ['DRAFT', 'ARCHIVED'],
  ARCHIVED: ['ACTIVE'],
};

/** Bill of materials, processes and life cycle of a product: the part that calculations read. */
export type Bill = {
  readonly components: readonly Component[];
  readonly packaging: readonly Packaging[];
  readonly processSteps: readonly ProcessStep[];
  readonly transportLegs: readonly TransportLeg[];
  readonly useProfile: UseProfile | null;
  readonly endOfLife: EndOfLife | null;
  readonly lifetime: Lifetime | null;
};

export type Product = ValuesOf<typeof PRODUCT>;

export function footprintStateOf({
  co2eKg,
  hasOutdatedFootprint,
}: Pick<Product, 'co2eKg' | 'hasOutdatedFootprint'>): ProductFootprintState {
  if (co2eKg === null) return 'NOT_CALCULATED';
  return hasOutdatedFootprint ? 'OUTDATED' : 'CURRENT';
}

/**
 * True if the declaration was, or may have been, changed after a calculation of the product. A footprint that is
 * CURRENT says of all later calculations that it was not; without one any later version counts as a change.
 */
export function isDeclaredAfter(
  product: Pick<Product, 'calculationId' | 'co2eKg' | 'hasOutdatedFootprint' | 'updatedAt'>,
  calculation: { readonly id: string; readonly createdAt: Date },
): boolean {
  const { calculationId, updatedAt } = product;
  const state = footprintStateOf(product);
  if (calculationId === calculation.id) return state === 'OUTDATED';
  // Ids ascend with time.
  const isLater = calculationId !== null && calculationId < calculation.id;
  return !(isLater && state === 'CURRENT') && updatedAt > calculation.createdAt;
}

/** Writable properties of a product; a new one needs a name, the rest has defaults. */
export type ProductDraft = ValuesOf<typeof WRITTEN>;
