import { access } from '../../graphql/access.ts';
import { builder, describedEnum } from '../../graphql/builder.ts';
import { connectionType, pageArgs } from '../../graphql/connection.ts';
import { listOf, orderInput, orderOf, uuidInFilter } from '../../graphql/list.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { defineNestedConnection } from '../../graphql/nested-connection.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { referenceTo } from '../../graphql/reference.ts';
import { encodeId } from '../../platform/ids.ts';
import { orNotFound } from '../../rules/api-error.ts';
import type { PaymentState, Transaction, TransactionState, TransactionType } from './model.ts';
import { transactions } from './store.ts';

export const TransactionTypeEnum = describedEnum<TransactionType>(
  'TransactionType',
  'What a transaction does.',
  {
    AUTHORIZATION: 'Reserves money of the customer, to be captured later.',
    CAPTURE: 'Takes money: of an authorization when it has a parent, else at once (a sale).',
    REFUND: 'Gives money of a capture back.',
    VOID: 'Releases what an authorization reserved and nobody captured.',
  },
);

export const TransactionStateEnum = describedEnum<TransactionState>(
  'TransactionState',
  'Where a transaction stands.',
  {
    PENDING: 'Under way: its amount is set aside, and `settleTransaction` says how it ended.',
    SUCCEEDED: 'The money moved, or is reserved.',
    FAILED: 'Nothing moved.',
  },
);

export const PaymentStateEnum = describedEnum<PaymentState>(
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
const transactionById = defineLoaderById(transactions.find);

export const TransactionRef = builder.objectRef<Transaction>('Transaction');

TransactionRef.implement({
  description: 'A row of the money ledger of an order. Rows are added, never changed or removed.',
  interfaces: [Node],
  extensions: access({ permission: 'ORDERS_READ' }),
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
export const ledgerOf = defineNestedConnection({
  list: 'transactions of',
  ...transactions.below('order_id'),
  key: (transaction) => [transaction.id],
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

const TransactionOrderInput = orderInput('Transaction', 'transactions', {
  CREATED_AT: 'When it was recorded.',
  UPDATED_AT: 'When its state last changed.',
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
    resolve: (_root, { filter, orderBy, ...args }, context) => {
      const orderId = uuidInFilter('order', 'orderId', filter?.orderId);
      return listOf(context, args, transactions, { ...filter, orderId }, orderOf(orderBy));
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
    resolve: async (_root, args, { db, scope }) =>
      orNotFound(
        'The transaction',
        await transactions.named(db, scope, transactionReference(args, [])),
      ),
  }),
}));

/** Which transaction is meant, by exactly one identifier. */
export const transactionReference = referenceTo('transaction', 'transaction');
