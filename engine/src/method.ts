import type { Boundary, ElectricityAccounting } from './vocabulary.ts';

export const RECYCLING_METHODS = ['CUT_OFF', 'CFF'] as const;
export type RecyclingMethod = (typeof RECYCLING_METHODS)[number];

export interface MonteCarloMethod {
  readonly iterations: number;
  readonly seed: number;
}

/** Method of a FULL result; part of its snapshot. */
export interface FullMethod {
  readonly detail: 'FULL';
  readonly boundary: Boundary;
  readonly recycling: RecyclingMethod;
  /** Electricity accounting of the total; the result of the other one is reported separately. */
  readonly electricity: ElectricityAccounting;
  readonly monteCarlo?: MonteCarloMethod | undefined;
}

export type Method = { readonly detail: 'BASIC' } | FullMethod;

export const DEFAULT_FULL_METHOD: FullMethod = {
  detail: 'FULL',
  boundary: 'CRADLE_TO_GRAVE',
  recycling: 'CUT_OFF',
  electricity: 'LOCATION',
};
