import type { CatalogueOptions, Footprint } from '@trackway/engine';
import type { FootprintBasis } from '../products/index.ts';

export type CalculationKind =
  | 'MATERIAL'
  | 'ENERGY'
  | 'TRANSPORT'
  | 'PRODUCT'
  | 'SUPPLY_CHAIN'
  | 'CART'
  | 'ORDER'
  | 'CATALOGUE';

export type CalculationDetail = 'BASIC' | 'FULL';

export type CalculationState = 'QUEUED' | 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELLED';

/** Method of a catalogue. Without a detail, each footprint is calculated by the basis of its product. */
export type CatalogueChoices = Omit<CatalogueOptions, 'onProgress' | 'gazetteer'>;

/** A result of the engine without the snapshot, which is stored separately. */
export type CalculationResult = Omit<Footprint, 'snapshot'>;

/** The 95 % interval that is shown: that of sampled runs if there are any, else the analytic one; null for BASIC. */
export function intervalOf({ full }: Pick<CalculationResult, 'full'>): {
  readonly lowCo2eKg: number;
  readonly highCo2eKg: number;
} | null {
  if (full === null) return null;
  const { monteCarlo, uncertainty } = full;
  return monteCarlo === null
    ? { lowCo2eKg: uncertainty.lowCo2eKg, highCo2eKg: uncertainty.highCo2eKg }
    : { lowCo2eKg: monteCarlo.p2_5Co2eKg, highCo2eKg: monteCarlo.p97_5Co2eKg };
}

export type Calculation = {
  readonly id: string;
  readonly kind: CalculationKind;
  readonly detail: CalculationDetail;
  readonly state: CalculationState;
  readonly productId: string | null;
  /** The supply chain, cart or order that it is of. */
  readonly subjectId: string | null;
  /** The scenario whose baseline or outcome it is; it may be deleted. */
  readonly scenarioId: string | null;
  readonly co2eKg: number | null;
  readonly snapshotHash: string | null;
  /** The job that makes the result; its state is that of the calculation. */
  readonly jobId: string | null;
  readonly createdAt: Date;
};

/** Object of a calculation. */
export type Subject = {
  readonly kind: CalculationKind;
  readonly productId?: string | null;
  /** The supply chain, cart or order. */
  readonly subjectId?: string;
  /** The scenario that it is calculated for. */
  readonly scenarioId?: string;
  /** Detail and boundary, if the result becomes the footprint of the product. */
  readonly footprintBasis?: FootprintBasis | undefined;
  /** Version of the product that was calculated. */
  readonly productVersion?: number;
};
