import { builder } from '../../graphql/builder.ts';
import { pageArgs } from '../../graphql/connection.ts';
import { timeFilters } from '../../graphql/input-fields.ts';
import {
  filterArg,
  listOf,
  objectInFilter,
  sortArg,
  sortInput,
  sortOf,
} from '../../graphql/list.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import {
  TransactionConnection,
  TransactionStateEnum,
  TransactionTypeEnum,
  transactions,
} from '../transactions/index.ts';
import { orders } from './store.ts';

/** The list of all transactions: its filter names an order by any of its identifiers. */

const TransactionFilterInput = builder.inputType('TransactionFilter', {
  description: 'Filter of transactions; all given conditions must hold.',
  fields: (t) => ({
    order: objectField(t, 'Only transactions of this order.'),
    orderId: shortField(t, 'order'),
    type: t.field({ type: TransactionTypeEnum, description: 'Only transactions of this type.' }),
    state: t.field({ type: [TransactionStateEnum], description: 'In one of these states.' }),
    ...timeFilters(t, 'Recorded'),
  }),
});

const TransactionSortInput = sortInput('Transaction', 'transactions', {
  CREATED_AT: 'Time of the record.',
  UPDATED_AT: 'Time of the last change of its state.',
});

builder.queryField('transactions', (t) =>
  t.field({
    type: TransactionConnection,
    description:
      'Transactions of all orders of this organization and environment, oldest first unless ordered otherwise.',
    args: { ...pageArgs(), ...filterArg(TransactionFilterInput), ...sortArg(TransactionSortInput) },
    resolve: async (_root, { filter, sortBy, ...args }, context) => {
      const orderId = await objectInFilter(context, 'order', filter, orders);
      return listOf(context, args, transactions, { ...filter, orderId }, sortOf(sortBy));
    },
  }),
);
