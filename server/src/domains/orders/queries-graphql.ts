import { builder } from '../../graphql/builder.ts';
import { pageArgs } from '../../graphql/connection.ts';
import { creationFilters, identifierArgs, searchedText } from '../../graphql/input-fields.ts';
import {
  filterArg,
  listOf,
  objectInFilter,
  sortArg,
  sortInput,
  sortOf,
} from '../../graphql/list.ts';
import { objectField, referenceTo, shortField } from '../../graphql/reference.ts';
import type { TenantDb } from '../../platform/database/index.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import { orNotFound } from '../../rules/errors/api-error.ts';
import { mapGiven } from '../../rules/inputs/patch.ts';
import { customers } from '../customers/index.ts';
import { products } from '../products/index.ts';
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
    customer: objectField(t, 'Only orders of this customer.'),
    customerId: shortField(t, 'customer'),
    transaction: objectField(t, 'Only the order of this transaction.'),
    transactionId: shortField(t, 'transaction'),
    product: objectField(t, 'Only orders with a line of this product.'),
    productId: shortField(t, 'product'),
    text: searchedText(
      t,
      'Only orders whose externalId begins with this text, in upper or lower case.',
    ),
    ...creationFilters(t),
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
    description:
      'Orders of this organization and environment, oldest first unless ordered otherwise.',
    args: { ...pageArgs(), ...filterArg(OrderFilterInput), ...sortArg(OrderSortInput) },
    resolve: async (_root, { filter, sortBy, ...args }, context) => {
      const wanted = await filterOf(context, filter ?? {});
      return listOf(context, args, orders, wanted, sortOf(sortBy));
    },
  }),
  order: t.field({
    type: OrderRef,
    description: 'One order, by its id or your own.',
    args: identifierArgs(),
    resolve: async (_root, args, context) =>
      orNotFound('The order', await orders.named(context, orderReference(args, []))),
  }),
}));

/** Objects that the filter names become conditions on the order; one that does not exist finds nothing. */
async function filterOf(context: TenantDb, given: typeof OrderFilterInput.$inferInput) {
  const paid = await objectInFilter(context, 'transaction', given, transactions);
  return {
    ...given,
    customerId: await objectInFilter(context, 'customer', given, customers),
    productId: await objectInFilter(context, 'product', given, products),
    id: await mapGiven(paid, async (value) => {
      const transaction = await transactions.named(context, { by: 'id', value });
      return transaction?.orderId ?? NIL_UUID;
    }),
  };
}

/** The order addressed by exactly one identifier. */
export const orderReference = referenceTo('order', 'order');
