import type { Reference, TenantTx } from '../../platform/database/index.ts';
import { orNotFound, type Problem } from '../../rules/errors/api-error.ts';
import type { Target } from '../../rules/mutations/preconditions.ts';
import { addToCustomerTotals } from '../customers/index.ts';
import {
  paymentStateOf,
  recordTransaction,
  settleTransaction,
  sumLedger,
  type Transaction,
  transactions,
  type WantedTransaction,
} from '../transactions/index.ts';
import type { Order } from './model.ts';
import { lockOrder } from './service.ts';
import { updateOrderRow } from './store.ts';

/** A transaction and its order after the change. */
export type Payment = { readonly transaction: Transaction; readonly order: Order };

/**
 * Writes a transaction of an order, whose row is held from here to the end: that puts all movements
 * of its money in one line, so that their sums are exact. With problems that are given it is refused, with all that are
 * found.
 */
export async function recordPayment(
  work: TenantTx,
  reference: Reference,
  wanted: WantedTransaction,
  given: readonly Problem[] = [],
): Promise<Payment> {
  const current = await lockOrder(work, { reference });
  const account = {
    orderId: current.id,
    currency: current.currency,
    totalMinor: current.totalMinor,
    closedAs: current.state === 'CANCELLED' ? current.state : undefined,
  };
  const transaction = await recordTransaction(work, account, wanted, given);
  return { transaction, order: await updateMoney(work, current) };
}

/** Writes a payment of an order of the past: one that was cancelled may have been paid before. */
export async function recordPaymentOf(
  work: TenantTx,
  orderId: string,
  wanted: WantedTransaction,
): Promise<void> {
  const current = await lockOrder(work, { reference: { by: 'id', value: orderId } });
  const { currency, totalMinor } = current;
  await recordTransaction(work, { orderId, currency, totalMinor }, wanted);
  await updateMoney(work, current);
}

export async function settlePayment(
  work: TenantTx,
  { reference, expectedVersion }: Target,
  state: Transaction['state'],
): Promise<Payment> {
  const seen = orNotFound('The transaction', await transactions.named(work, reference));
  // Locks the order first, in the same sequence as every other writer; then reads the transaction
  // again.
  const current = await lockOrder(work, { reference: { by: 'id', value: seen.orderId } });
  const held = orNotFound(
    'The transaction',
    await transactions.named(work, { by: 'id', value: seen.id }),
  );
  const transaction = await settleTransaction(work, held, state, expectedVersion);
  return { transaction, order: await updateMoney(work, current) };
}

/** Brings an order up to date with its ledger, and the totals of its customer with it. */
async function updateMoney(work: TenantTx, current: Order): Promise<Order> {
  const sums = await sumLedger(work, current.id);
  const { capturedMinor, refundedMinor } = sums;
  const paymentState = paymentStateOf(current.totalMinor, sums);
  const isSame =
    paymentState === current.paymentState &&
    capturedMinor === current.capturedMinor &&
    refundedMinor === current.refundedMinor;
  if (isSame) return current;
  const change = { paymentState, capturedMinor, refundedMinor };
  const order = await updateOrderRow(work, current.id, change);
  const minor = capturedMinor - refundedMinor - (current.capturedMinor - current.refundedMinor);
  if (order.customerId !== null && minor !== 0) {
    const spent = { minor, currency: order.currency };
    await addToCustomerTotals(work, order.customerId, { spent });
  }
  return order;
}
