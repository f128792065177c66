import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType } from '../../graphql/connection.ts';
import { identifierArgs } from '../../graphql/input-fields.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { defineNestedConnection } from '../../graphql/nested-connection.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { recordFields } from '../../graphql/property-fields.ts';
import { referenceTo } from '../../graphql/reference.ts';
import { orNotFound } from '../../rules/errors/api-error.ts';
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
      resolve: (transaction, _args, context) => transactionById(context, transaction.parentId),
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

builder.queryField('transaction', (t) =>
  t.field({
    type: TransactionRef,
    description: 'One transaction, by its id or your own.',
    args: identifierArgs(),
    resolve: async (_root, args, context) =>
      orNotFound(
        'The transaction',
        await transactions.named(context, transactionReference(args, [])),
      ),
  }),
);

/** The transaction addressed by exactly one identifier. */
export const transactionReference = referenceTo('transaction', 'transaction');
