import { builder } from '../../graphql/builder.ts';
import { pageArgs } from '../../graphql/connection.ts';
import { listOf, orderInput, orderOf, uuidInFilter } from '../../graphql/list.ts';
import { referenceTo } from '../../graphql/reference.ts';
import { orNotFound } from '../../rules/api-error.ts';
import { PaymentStateEnum } from '../transactions/index.ts';
import { OrderStateEnum } from './enums.ts';
import { OrderConnection, OrderRef } from './graphql.ts';
import { orders } from './store.ts';

const OrderFilterInput = builder.inputType('OrderFilter', {
  description: 'Which orders to list; all conditions must hold.',
  fields: (t) => ({
    state: t.field({ type: [OrderStateEnum], description: 'In one of these states.' }),
    paymentState: t.field({
      type: [PaymentStateEnum],
      description: 'In one of these payment states.',
    }),
    customerId: t.id({ description: 'Of this customer.' }),
    productId: t.id({ description: 'With a line of this product.' }),
    text: t.string({ description: 'With an externalId that begins with this.' }),
    placedFrom: t.field({ type: 'DateTime', description: 'Placed at this moment or later.' }),
    placedUntil: t.field({ type: 'DateTime', description: 'Placed before this moment.' }),
    updatedSince: t.field({ type: 'DateTime', description: 'Changed at this moment or later.' }),
    minCo2eKg: t.float({ description: 'With a footprint of at least this, in kg CO2e.' }),
    maxCo2eKg: t.float({ description: 'With a footprint of at most this, in kg CO2e.' }),
  }),
});

const OrderOrderInput = orderInput('Order', 'orders', {
  CREATED_AT: 'When it was created.',
  PLACED_AT: 'When it was placed.',
  UPDATED_AT: 'When it was last changed.',
  TOTAL: 'Its total, as a number of the smallest units of its currency.',
  FOOTPRINT: 'Its footprint; orders without one are left out.',
});

builder.queryFields((t) => ({
  orders: t.field({
    type: OrderConnection,
    nullable: true,
    description:
      'Orders of this organization and environment, oldest first unless ordered otherwise.',
    args: {
      ...pageArgs(),
      filter: t.arg({ type: OrderFilterInput, description: 'Which orders.' }),
      orderBy: t.arg({ type: OrderOrderInput, description: 'In which order.' }),
    },
    resolve: (_root, { filter, orderBy, ...args }, context) => {
      const customerId = uuidInFilter('customer', 'customerId', filter?.customerId);
      const productId = uuidInFilter('product', 'productId', filter?.productId);
      return listOf(context, args, orders, { ...filter, customerId, productId }, orderOf(orderBy));
    },
  }),
  order: t.field({
    type: OrderRef,
    nullable: true,
    description: 'One order, by its id or your own.',
    args: {
      id: t.arg.id({ description: 'Its id.' }),
      externalId: t.arg.string({ description: 'Your own id of it.' }),
    },
    resolve: async (_root, args, { db, scope }) =>
      orNotFound('The order', await orders.named(db, scope, orderReference(args, []))),
  }),
}));

/** Which order is meant, by exactly one identifier. */
export const orderReference = referenceTo('order', 'order');
