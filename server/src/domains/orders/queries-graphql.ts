import { builder } from '../../graphql/builder.ts';
import { pageArgs } from '../../graphql/connection.ts';
import { identifierArgs } from '../../graphql/input-fields.ts';
import { listOf, sortInput, sortOf, uuidInFilter } from '../../graphql/list.ts';
import { referenceTo } from '../../graphql/reference.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import { orNotFound } from '../../rules/api-error.ts';
import type { Context } from '../../rules/context.ts';
import { mapGiven } from '../../rules/patch.ts';
import { customers } from '../customers/index.ts';
import { PaymentStateEnum, transactions } from '../transactions/index.ts';
import { OrderStateEnum } from './enums.ts';
import { OrderConnection, OrderRef } from './graphql.ts';
import { orders } from './store.ts';

const OrderFilterInput = builder.inputType('OrderFilter', {
  description: 'Filter of orders; all given conditions must hold.',
  fields: (t) => ({
    state: t.field({ type: [OrderStateEnum], description: 'Only orders in one of these states.' }),
    paymentState: t.field({
      type: [PaymentStateEnum],
      description: 'Only orders in one of these payment states.',
    }),
    customerId: t.id({ description: 'Only objects of this customer.' }),
    customerExternalId: t.string({
      description: 'Only orders of the customer with this id of yours.',
    }),
    transactionId: t.id({ description: 'Only the order of this transaction.' }),
    productId: t.id({ description: 'Only orders with a line of this product.' }),
    text: t.string({
      description: 'Only orders whose externalId begins with this text, in upper or lower case.',
    }),
    createdSince: t.field({ type: 'DateTime', description: 'Created at this moment or later.' }),
    createdUntil: t.field({ type: 'DateTime', description: 'Created before this moment.' }),
    placedSince: t.field({ type: 'DateTime', description: 'Placed at this moment or later.' }),
    placedUntil: t.field({ type: 'DateTime', description: 'Placed before this moment.' }),
    updatedSince: t.field({ type: 'DateTime', description: 'Changed at this moment or later.' }),
    minCo2eKg: t.float({
      description: 'Only orders with a footprint of at least this value, in kg CO2e.',
    }),
    maxCo2eKg: t.float({
      description: 'Only orders with a footprint of at most this value, in kg CO2e.',
    }),
  }),
});

const OrderSortInput = sortInput('Order', 'orders', {
  CREATED_AT: 'Time of creation.',
  PLACED_AT: 'Time when the order was placed.',
  UPDATED_AT: 'Time of the last change.',
  TOTAL: 'Total, as a number of minor units of its currency.',
  FOOTPRINT: 'Footprint; orders without a footprint are left out.',
});

builder.queryFields((t) => ({
  orders: t.field({
    type: OrderConnection,
    nullable: true,
    description:
      'Orders of this organization and environment, oldest first unless ordered otherwise.',
    args: {
      ...pageArgs(),
      filter: t.arg({ type: OrderFilterInput, description: 'Filter of the list.' }),
      sortBy: t.arg({ type: OrderSortInput, description: 'Sort order of the list.' }),
    },
    resolve: async (_root, { filter, sortBy, ...args }, context) => {
      const wanted = await filterOf(context, filter ?? {});
      return listOf(context, args, orders, wanted, sortOf(sortBy));
    },
  }),
  order: t.field({
    type: OrderRef,
    nullable: true,
    description: 'One order, by its id or your own.',
    args: identifierArgs(),
    resolve: async (_root, args, { db, scope }) =>
      orNotFound('The order', await orders.named(db, scope, orderReference(args, []))),
  }),
}));

/** Ids of others become conditions on the order; one of nothing finds nothing. */
async function filterOf(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  { customerExternalId, transactionId, ...filter }: typeof OrderFilterInput.$inferInput,
) {
  const customerId = uuidInFilter('customer', 'customerId', filter.customerId);
  const productId = uuidInFilter('product', 'productId', filter.productId);
  const named = await mapGiven(customerExternalId, async (value) => {
    const customer = await customers.named(db, scope, { by: 'external_id', value });
    return customer?.id ?? NIL_UUID;
  });
  const paid = await mapGiven(
    uuidInFilter('transaction', 'transactionId', transactionId),
    async (value) => {
      const transaction = await transactions.named(db, scope, { by: 'id', value });
      return transaction?.orderId ?? NIL_UUID;
    },
  );
  const isOther = customerId !== undefined && named != null && named !== customerId;
  return { ...filter, productId, customerId: isOther ? NIL_UUID : (named ?? customerId), id: paid };
}

/** The order addressed by exactly one identifier. */
export const orderReference = referenceTo('order', 'order');
