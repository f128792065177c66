import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, pageArgs } from '../../graphql/connection.ts';
import { identifierArgs } from '../../graphql/input-fields.ts';
import { listOf, sortInput, sortOf, uuidInFilter } from '../../graphql/list.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { defineNestedConnection } from '../../graphql/nested-connection.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { recordFields } from '../../graphql/property-fields.ts';
import { referenceTo } from '../../graphql/reference.ts';
import { orNotFound } from '../../rules/api-error.ts';
import { TransactionStateEnum, TransactionTypeEnum } from './enums.ts';
import type { Transaction } from './model.ts';
import { TRANSACTION } from './properties.ts';
import { transactions } from './store.ts';

/** Loads transactions by id in one statement per request; undefined for a missing one. */
const transactionById = defineLoaderById(transactions.find);

export const TransactionRef = builder.objectRef<Transaction>('Transaction');

TransactionRef.implement({
  description: 'A row of the money ledger of an order. Rows are added, never changed or removed.',
  interfaces: [Node],
  extensions: access({ permission: 'ORDERS_READ' }),
  fields: (t) => ({
    ...recordFields(t, 'transaction', TRANSACTION),
    amount: t.field({
      type: MoneyRef,
      description: 'Amount of the transaction.',
      resolve: ({ amountMinor, currency }) => ({ minor: amountMinor, currency }),
    }),
    amountLeft: t.field({
      type: MoneyRef,
      nullable: true,
      description:
        'Amount that can still be captured of an authorization, or refunded of a capture. Null for other types.',
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
  description: 'Filter of transactions; all given conditions must hold.',
  fields: (t) => ({
    orderId: t.id({ description: 'Only transactions of this order.' }),
    type: t.field({ type: TransactionTypeEnum, description: 'Only transactions of this type.' }),
    state: t.field({ type: [TransactionStateEnum], description: 'In one of these states.' }),
    createdSince: t.field({ type: 'DateTime', description: 'Recorded at this moment or later.' }),
    createdUntil: t.field({ type: 'DateTime', description: 'Recorded before this moment.' }),
    updatedSince: t.field({ type: 'DateTime', description: 'Changed at this moment or later.' }),
  }),
});

const TransactionSortInput = sortInput('Transaction', 'transactions', {
  CREATED_AT: 'Time of the record.',
  UPDATED_AT: 'Time of the last change of its state.',
});

builder.queryFields((t) => ({
  transactions: t.field({
    type: TransactionConnection,
    nullable: true,
    description:
      'Transactions of all orders of this organization and environment, oldest first unless ordered otherwise.',
    args: {
      ...pageArgs(),
      filter: t.arg({ type: TransactionFilterInput, description: 'Filter of the list.' }),
      sortBy: t.arg({ type: TransactionSortInput, description: 'Sort order of the list.' }),
    },
    resolve: (_root, { filter, sortBy, ...args }, context) => {
      const orderId = uuidInFilter('order', 'orderId', filter?.orderId);
      return listOf(context, args, transactions, { ...filter, orderId }, sortOf(sortBy));
    },
  }),
  transaction: t.field({
    type: TransactionRef,
    nullable: true,
    description: 'One transaction, by its id or your own.',
    args: identifierArgs(),
    resolve: async (_root, args, { db, scope }) =>
      orNotFound(
        'The transaction',
        await transactions.named(db, scope, transactionReference(args, [])),
      ),
  }),
}));

/** The transaction addressed by exactly one identifier. */
export const transactionReference = referenceTo('transaction', 'transaction');
