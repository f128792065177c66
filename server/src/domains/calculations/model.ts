import type { Footprint } from '@trackway/engine';

const CALCULATION_KINDS = [
  'MATERIAL',
  'ENERGY',
  'TRANSPORT',
  'PRODUCT',
  'SUPPLY_CHAIN',
  'CART',
  'ORDER',
  'CATALOGUE',
] as const;
export type CalculationKind = (typeof CALCULATION_KINDS)[number];

const CALCULATION_DETAILS = ['BASIC', 'FULL'] as const;
export type CalculationDetail = (typeof CALCULATION_DETAILS)[number];

const CALCULATION_STATES = ['QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED'] as const;
export type CalculationState = (typeof CALCULATION_STATES)[number];

/** A result as the engine gave it, without the snapshot, which is kept beside it. */
export type CalculationResult = Omit<Footprint, 'snapshot'>;

export type Calculation = {
  readonly id: string;
  readonly kind: CalculationKind;
  readonly detail: CalculationDetail;
  readonly state: CalculationState;
  readonly productId: string | null;
  /** The supply chain, cart or order that it is of. */
  readonly subjectId: string | null;
  readonly co2eKg: number | null;
  readonly snapshotHash: string | null;
  /** The job that makes the result; its state is that of the calculation. */
  readonly jobId: string | null;
  readonly createdAt: Date;
};
