import type { Reference, TenantTx } from '../../platform/database/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import { decimalText, type Money, moneyJson } from '../../platform/money.ts';
import { ApiError, badInput, type Problem } from '../../rules/errors/api-error.ts';
import type { ProblemCode } from '../../rules/errors/problem-codes.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { problem } from '../../rules/inputs/problems.ts';
import {
  assertTransition,
  requireCurrent,
  withUniqueExternalId,
  wrongState,
} from '../../rules/mutations/preconditions.ts';
import { reportTogether } from '../../rules/mutations/report-together.ts';
import { pick } from '../../rules/properties/draft.ts';
import { transactionFailed, transactionSucceeded } from './events.ts';
import {
  PARENT_TYPES,
  remainingFor,
  TRANSACTION_TRANSITIONS,
  type Transaction,
  type TransactionGiven,
  type TransactionState,
  type TransactionType,
} from './model.ts';
import { GIVEN } from './properties.ts';
import { drawOnParent, insertTransaction, sumLedger, transactions, updateState } from './store.ts';

/** Facts about the order that the ledger needs. The caller holds the lock of the order's row. */
type Account = {
  readonly orderId: string;
  readonly currency: string;
  readonly totalMinor: number;
  /** Reason why nothing more may be authorized or captured, if any. */
  readonly closedAs?: string | undefined;
};

export type WantedTransaction = TransactionGiven & {
  readonly type: TransactionType;
  readonly state: TransactionState;
  /** `place` is the field that names it; `parent` when absent. */
  readonly parent: (Reference & { readonly place?: string }) | undefined;
  /** All that is left when absent. */
  readonly amount: Money | undefined;
};

/**
 * Writes one row of an order's ledger. Sums stay within the authorized and captured amounts because
 * the order's row is locked, and because a table constraint bounds the claims on a parent by its
 * amount. With problems that are given it is refused, with all that are found.
 */
export async function recordTransaction(
  work: TenantTx,
  account: Account,
  wanted: WantedTransaction,
  given: readonly Problem[] = [],
): Promise<Transaction> {
  const { type, state } = wanted;
  const ofAmount = amountProblems(account, wanted);
  const { parent, amountMinor } = await reportTogether([...given, ...ofAmount], async () => {
    const of = await parentOf(work, account, wanted);
    assertParentOpen(account, type);
    const room = await remainingAmount(work, account, type, of);
    // A wrong amount has problems of its own.
    const asked = ofAmount.length === 0 ? wanted : { ...wanted, amount: undefined };
    return { parent: of, amountMinor: amountOf(account, asked, room) };
  });
  if (parent !== undefined && state !== 'FAILED') {
    const claimed = await drawOnParent(work, parent.id, amountMinor);
    if (claimed === undefined) throw amountTooLarge(type, account.currency, 0);
  }
  const draft = {
    ...pick(GIVEN, wanted),
    orderId: account.orderId,
    parentId: parent?.id ?? null,
    type,
    state,
    amountMinor,
    currency: account.currency,
  };
  const transaction = await withUniqueExternalId(
    'transactions',
    'a transaction',
    draft.externalId,
    () => insertTransaction(work, newUuid(), draft),
  );
  await announce(work, transaction);
  return transaction;
}

/** Records the result of a pending transaction; a failed one releases its claim on its parent. */
export async function settleTransaction(
  work: TenantTx,
  current: Transaction,
  state: TransactionState,
  expectedVersion: number | null | undefined,
): Promise<Transaction> {
  requireCurrent('The transaction', current, expectedVersion);
  assertTransition('The transaction', current.state, state, TRANSACTION_TRANSITIONS);
  if (state === 'FAILED' && current.parentId !== null) {
    await drawOnParent(work, current.parentId, -current.amountMinor);
  }
  const transaction = await updateState(work, current.id, state);
  await announce(work, transaction);
  return transaction;
}

async function parentOf(
  work: TenantTx,
  account: Account,
  { type, parent: reference }: WantedTransaction,
): Promise<Transaction | undefined> {
  const wrongParent = (code: ProblemCode, message: string) =>
    badInput([{ path: ['input', reference?.place ?? 'parent'], code, message }]);
  const wanted = PARENT_TYPES[type];
  if (reference === undefined) {
    if (wanted === undefined || type === 'CAPTURE') return undefined;
    throw wrongParent('REQUIRED', `A ${type} needs its parent, a transaction of type ${wanted}.`);
  }
  if (wanted === undefined) throw wrongParent('NOT_ALLOWED', `An ${type} has no parent.`);
  const parent = await transactions.named(work, reference);
  if (parent === undefined || parent.orderId !== account.orderId)
    throw wrongParent('NOT_FOUND', 'There is no such transaction of this order.');
  if (parent.type !== wanted) {
    throw wrongParent(
      'WRONG_TYPE',
      `The parent of a ${type} is of type ${wanted}; this is of type ${parent.type}.`,
    );
  }
  if (parent.state !== 'SUCCEEDED') {
    const message = `The parent transaction is ${parent.state}, not SUCCEEDED.`;
    throw wrongState(message, parent.state, TRANSACTION_TRANSITIONS);
  }
  return parent;
}

function assertParentOpen({ closedAs }: Account, type: TransactionType): void {
  if (closedAs === undefined || type === 'REFUND' || type === 'VOID') return;
  throw new ApiError(
    'CONFLICT',
    `The order is ${closedAs}: nothing more can be authorized or captured, only refunded or voided.`,
    { state: closedAs, allowed: [] },
  );
}

/** The most that a transaction of this type may have, in minor units. */
async function remainingAmount(
  work: TenantTx,
  { orderId, totalMinor }: Account,
  type: TransactionType,
  parent: Transaction | undefined,
): Promise<number> {
  const left = parent === undefined ? totalMinor : parent.amountMinor - parent.claimedMinor;
  if (type === 'REFUND' || type === 'VOID') return left;
  return Math.min(left, remainingFor(type, totalMinor, await sumLedger(work, orderId)));
}

/** Problems of an amount, whatever remains. */
function amountProblems({ currency }: Account, { amount }: WantedTransaction): Problem[] {
  if (amount === undefined) return [];
  const ofCurrency = `The order is in ${currency}; all its transactions are.`;
  return [
    ...(amount.currency === currency
      ? []
      : [problem(['amount', 'currencyCode'], 'WRONG_CURRENCY', ofCurrency)]),
    ...(amount.minor === 0
      ? [problem(['amount', 'amount'], 'OUT_OF_RANGE', 'The amount must be greater than 0.')]
      : []),
  ];
}

function amountOf(
  { currency }: Account,
  { type, state, amount }: WantedTransaction,
  room: number,
): number {
  const minor = amount?.minor ?? room;
  if (minor === 0 || (minor > room && state !== 'FAILED'))
    throw amountTooLarge(type, currency, room);
  if (type === 'VOID' && minor < room) {
    const message = `A void takes back all that is left of its authorization, ${decimalText({ minor: room, currency })} ${currency}.`;
    throw badInput([{ path: ['input', 'amount', 'amount'], code: 'OUT_OF_RANGE', message }]);
  }
  return minor;
}

const SAID: Readonly<Record<TransactionType, string>> = {
  AUTHORIZATION: 'authorized',
  CAPTURE: 'captured',
  REFUND: 'refunded',
  VOID: 'voided',
};

function amountTooLarge(type: TransactionType, currency: string, room: number): ApiError {
  const available = moneyJson({ minor: room, currency });
  const message = `At most ${available.amount} ${currency} can still be ${SAID[type]}.`;
  return new ApiError('CONFLICT', message, { available });
}

async function announce(work: TenantTx, transaction: Transaction): Promise<void> {
  const { id, state, amountMinor: minor, currency, parentId } = transaction;
  if (state === 'PENDING') return;
  const event = state === 'SUCCEEDED' ? transactionSucceeded : transactionFailed;
  const payload = {
    externalId: transaction.externalId,
    orderId: encodeId('order', transaction.orderId),
    parentId: parentId === null ? null : encodeId('transaction', parentId),
    type: transaction.type,
    amount: moneyJson({ minor, currency }),
    version: transaction.version,
  };
  await recordEvents(work, event.of(id, payload));
}
