import type { ValuesOf } from '../../platform/database/index.ts';
import type { Transitions } from '../../rules/mutations/preconditions.ts';
import type { GIVEN, TRANSACTION } from './properties.ts';

export type TransactionType = 'AUTHORIZATION' | 'CAPTURE' | 'REFUND' | 'VOID';

export type TransactionState = 'PENDING' | 'SUCCEEDED' | 'FAILED';

export const TRANSACTION_TRANSITIONS: Transitions<TransactionState> = {
  PENDING: ['SUCCEEDED', 'FAILED'],
  SUCCEEDED: [],
  FAILED: [],
};

/**
 * Type of the parent of a transaction: a capture needs none, a refund and a void always have one.
 */
export const PARENT_TYPES: Readonly<Record<TransactionType, TransactionType | undefined>> = {
  AUTHORIZATION: undefined,
  CAPTURE: 'AUTHORIZATION',
  REFUND: 'CAPTURE',
  VOID: 'AUTHORIZATION',
};

/** A row of the money ledger of an order. */
export type Transaction = ValuesOf<typeof TRANSACTION>;

/** The properties of a transaction that clients write. */
export type TransactionGiven = ValuesOf<typeof GIVEN>;

export type PaymentState =
  | 'UNPAID'
  | 'AUTHORIZED'
  | 'PARTIALLY_PAID'
  | 'PAID'
  | 'PARTIALLY_REFUNDED'
  | 'REFUNDED'
  | 'VOIDED';

/** The ledger of one order added up, in minor units of its currency; pending counts as live. */
export type LedgerSums = {
  readonly capturedMinor: number;
  readonly refundedMinor: number;
  readonly voidedMinor: number;
  /** Authorized, and neither captured nor voided yet. */
  readonly openMinor: number;
  readonly liveCapturedMinor: number;
  readonly liveOpenMinor: number;
};

/** Sums of a ledger without rows. */
export const EMPTY_LEDGER: LedgerSums = {
  capturedMinor: 0,
  refundedMinor: 0,
  voidedMinor: 0,
  openMinor: 0,
  liveCapturedMinor: 0,
  liveOpenMinor: 0,
};

/** Payment state of an order's ledger: money that moved takes precedence over authorized money. */
export function paymentStateOf(totalMinor: number, sums: LedgerSums): PaymentState {
  const { capturedMinor, refundedMinor, voidedMinor, openMinor } = sums;
  if (refundedMinor > 0) return refundedMinor < capturedMinor ? 'PARTIALLY_REFUNDED' : 'REFUNDED';
  if (capturedMinor >= totalMinor) return 'PAID';
  if (capturedMinor > 0) return 'PARTIALLY_PAID';
  if (openMinor > 0) return 'AUTHORIZED';
  return voidedMinor > 0 ? 'VOIDED' : 'UNPAID';
}

/**
 * Amount that can still be requested: an authorization reserves its whole amount, a capture uses
 * its own reservation.
 */
export function remainingFor(
  type: 'AUTHORIZATION' | 'CAPTURE',
  totalMinor: number,
  { liveCapturedMinor, liveOpenMinor }: LedgerSums,
): number {
  const taken = liveCapturedMinor + (type === 'AUTHORIZATION' ? liveOpenMinor : 0);
  return Math.max(0, totalMinor - taken);
}
