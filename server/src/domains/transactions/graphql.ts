import { builder, OrderDirectionEnum, wordEnum } from '../../graphql/builder.ts';
import {
  type Connection,
  type Count,
  connectionOf,
  connectionType,
  countUpTo,
  pageArgs,
} from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { gate } from '../../graphql/gates.ts';
import { defineLoader, inOrderOf } from '../../graphql/loader.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { defineNestedConnection } from '../../graphql/nested-connection.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { badInput, notFound } from '../../graphql/refusal.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import type { PaymentState, Transaction, TransactionState, TransactionType } from './model.ts';
import {
  countLedgers,
  countMatchingTransactions,
  countTransactions,
  findTransaction,
  findTransactions,
  listLedgers,
  listTransactions,
  type TransactionFilter,
  type TransactionOrder,
  type TransactionOrderField,
  type TransactionReference,
} from './store.ts';

export const TransactionTypeEnum = wordEnum<TransactionType>(
  'TransactionType',
  'What a transaction does.',
  {
    AUTHORIZATION: 'Reserves money of the customer, to be captured later.',
    CAPTURE: 'Takes money: of an authorization when it has a parent, else at once (a sale).',
    REFUND: 'Gives money of a capture back.',
    VOID: 'Releases what an authorization reserved and nobody captured.',
  },
);

export const TransactionStateEnum = wordEnum<TransactionState>(
  'TransactionState',
  'Where a transaction stands.',
  {
    PENDING: 'Under way: its amount is set aside, and `settleTransaction` says how it ended.',
    SUCCEEDED: 'The money moved, or is reserved.',
    FAILED: 'Nothing moved.',
  },
);

export const PaymentStateEnum = wordEnum<PaymentState>(
  'PaymentState',
  'What the transactions of an order add up to.',
  {
    UNPAID: 'Nothing authorized or captured.',
    AUTHORIZED: 'Money is reserved, none captured.',
    PARTIALLY_PAID: 'Less than the total is captured.',
    PAID: 'The total is captured.',
    PARTIALLY_REFUNDED: 'Some of what was captured is given back.',
    REFUNDED: 'All that was captured is given back.',
    VOIDED: 'What was reserved is released again, nothing captured.',
  },
);

/** Transactions by id in one statement per request, undefined where there is none. */
export const transactionById = defineLoader(
  async ({ db, scope }: Context, ids: readonly string[]) =>
    inOrderOf(ids, await findTransactions(db, scope, ids), (row) => row.id, undefined),
);

export const TransactionRef = builder.objectRef<Transaction>('Transaction');

TransactionRef.implement({
  description: 'A row of the money ledger of an order. Rows are added, never changed or removed.',
  interfaces: [Node],
  extensions: gate({ permission: 'ORDERS_READ' }),
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id.',
      resolve: (transaction) => encodeId('transaction', transaction.id),
    }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: "Your own or your payment provider's id of it, unique in this environment.",
    }),
    type: t.expose('type', { type: TransactionTypeEnum, description: 'What it does.' }),
    state: t.expose('state', { type: TransactionStateEnum, description: 'Where it stands.' }),
    amount: t.field({
      type: MoneyRef,
      description: 'How much it is about.',
      resolve: ({ amountMinor, currency }) => ({ minor: amountMinor, currency }),
    }),
    amountLeft: t.field({
      type: MoneyRef,
      nullable: true,
      description:
        'What can still be captured of an authorization, or refunded of a capture. Null of the others.',
      resolve: ({ type, state, amountMinor, claimedMinor, currency }) => {
        if (type === 'REFUND' || type === 'VOID') return null;
        return { minor: state === 'SUCCEEDED' ? amountMinor - claimedMinor : 0, currency };
      },
    }),
    parent: t.field({
      type: TransactionRef,
      nullable: true,
      description: 'The authorization that is captured or voided, the capture that is refunded.',
      resolve: (transaction, _args, context) =>
        transaction.parentId === null ? null : transactionById(context, transaction.parentId),
    }),
    provider: t.exposeString('provider', {
      nullable: true,
      description: 'Who moves the money, such as the name of a payment provider.',
    }),
    settledAt: t.expose('settledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it succeeded or failed; null while pending.',
    }),
    version: t.exposeInt('version', {
      description: 'Grows by one when it is settled; see `expectedVersion`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was recorded.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When its state last changed.',
    }),
  }),
});

registerNode('transaction', { typename: 'Transaction', load: transactionById });

export const TransactionConnection = connectionType(
  TransactionRef,
  'Transaction',
  'transactions',
  'ORDERS_READ',
);

/** The ledger of an order, oldest first. */
export const ledgerOf = defineNestedConnection<Transaction>({
  list: 'transactions of',
  load: ({ db, scope }, orderIds, page) => listLedgers(db, scope, orderIds, page),
  key: (transaction) => [transaction.id],
  count: ({ db, scope }, orderIds) => countLedgers(db, scope, orderIds),
});

const TransactionFilterInput = builder.inputType('TransactionFilter', {
  description: 'Which transactions to list; all conditions must hold.',
  fields: (t) => ({
    orderId: t.id({ description: 'Of this order.' }),
    type: t.field({ type: TransactionTypeEnum, description: 'Of this type.' }),
    state: t.field({ type: TransactionStateEnum, description: 'In this state.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Recorded at this moment or later.' }),
    createdUntil: t.field({ type: 'DateTime', description: 'Recorded before this moment.' }),
    updatedSince: t.field({ type: 'DateTime', description: 'Changed at this moment or later.' }),
  }),
});

const TransactionOrderFieldEnum = wordEnum<TransactionOrderField>(
  'TransactionOrderField',
  'What a list of transactions is ordered by.',
  { CREATED_AT: 'When it was recorded.', UPDATED_AT: 'When its state last changed.' },
);

const TransactionOrderInput = builder.inputType('TransactionOrder', {
  description: 'What a list of transactions is ordered by.',
  fields: (t) => ({
    field: t.field({ type: TransactionOrderFieldEnum, required: true, description: 'The field.' }),
    direction: t.field({ type: OrderDirectionEnum, description: 'Which way; ASC by default.' }),
  }),
});

builder.queryFields((t) => ({
  transactions: t.field({
    type: TransactionConnection,
    nullable: true,
    description:
      'Transactions of all orders of this organization and environment, oldest first unless ordered otherwise.',
    args: {
      ...pageArgs(),
      filter: t.arg({ type: TransactionFilterInput, description: 'Which transactions.' }),
      orderBy: t.arg({ type: TransactionOrderInput, description: 'In which order.' }),
    },
    resolve: (_root, { filter, orderBy, ...args }, context): Promise<Connection<Transaction>> => {
      const { db, scope } = context;
      const wanted = readFilter(filter ?? {});
      const isUnfiltered = Object.values(wanted).every((value) => value === undefined);
      const order: TransactionOrder = {
        field: orderBy?.field ?? 'CREATED_AT',
        isDescending: orderBy?.direction === 'DESC',
      };
      return connectionOf(context, args, {
        list: `transactions ${order.field} ${order.isDescending}`,
        load: (page) => listTransactions(db, scope, wanted, order, page),
        key: ({ id, createdAt, updatedAt }) => [
          (order.field === 'UPDATED_AT' ? updatedAt : createdAt).toISOString(),
          id,
        ],
        count: async (): Promise<Count> => {
          if (isUnfiltered) return { total: await countTransactions(db, scope), isExact: true };
          return countUpTo((limit) => countMatchingTransactions(db, scope, wanted, limit));
        },
      });
    },
  }),
  transaction: t.field({
    type: TransactionRef,
    nullable: true,
    description: 'One transaction, by its id or your own.',
    args: {
      id: t.arg.id({ description: 'Its id.' }),
      externalId: t.arg.string({ description: 'Your own id of it.' }),
    },
    resolve: async (_root, args, { db, scope }) => {
      const transaction = await findTransaction(db, scope, transactionReference(args, []));
      if (transaction === undefined) throw notFound('The transaction');
      return transaction;
    },
  }),
}));

/** An id that is not one of an order matches nothing, like that of an order of others. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

function readFilter(filter: typeof TransactionFilterInput.$inferInput): TransactionFilter {
  const { orderId, type, state, createdFrom, createdUntil, updatedSince } = filter;
  return {
    orderId:
      orderId === null || orderId === undefined
        ? undefined
        : (decodeId('order', orderId) ?? NOBODY),
    type: type ?? undefined,
    state: state ?? undefined,
    createdFrom: createdFrom ?? undefined,
    createdUntil: createdUntil ?? undefined,
    updatedSince: updatedSince ?? undefined,
  };
}

type Identifiers = {
  readonly id?: string | null | undefined;
  readonly externalId?: string | null | undefined;
};

/** Which transaction is meant, by exactly one identifier. */
export function transactionReference(
  { id, externalId }: Identifiers,
  path: readonly string[],
): TransactionReference {
  if (typeof id === 'string' && typeof externalId !== 'string') {
    const uuid = decodeId('transaction', id);
    if (uuid === undefined) throw notFound('The transaction');
    return { by: 'id', value: uuid };
  }
  if (typeof externalId === 'string' && typeof id !== 'string') {
    return { by: 'external_id', value: externalId };
  }
  const message = 'Say which transaction by exactly one of id and externalId.';
  throw badInput([{ path, code: 'EXACTLY_ONE', message }]);
}
