import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, DEFAULT_NESTED_PAGE_SIZE, pageArgs } from '../../graphql/connection.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { defineNestedConnection } from '../../graphql/nested-connection.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { encodeId } from '../../platform/ids.ts';
import { CustomerRef, customerById } from '../customers/index.ts';
import { TransportLegRef } from '../products/index.ts';
import {
  ledgerOf,
  PaymentStateEnum,
  type Transaction,
  TransactionConnection,
  TransactionRef,
} from '../transactions/index.ts';
import { OrderStateEnum, ShippingSplitEnum } from './enums.ts';
import { entriesOf, FootprintEntryConnection } from './ledger-graphql.ts';
import type { Order } from './model.ts';
import {
  AddressRef,
  addressesOf,
  estimatedCo2eKg,
  lineFootprint,
  linesOf,
  OrderLineRef,
  OrderReturnRef,
  returnsOf,
} from './parts-graphql.ts';
import { orders } from './store.ts';

/** Orders by id in one statement per request, undefined where there is none. */
export const orderById = defineLoaderById(orders.find);

export const OrderRef = builder.objectRef<Order>('Order').implement({
  description: 'What was sold to whom, where it went, what was paid and what it emits.',
  interfaces: [Node],
  extensions: access({ permission: 'ORDERS_READ' }),
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id.',
      resolve: (order) => encodeId('order', order.id),
    }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'Your own id of the order, unique in this environment.',
    }),
    state: t.expose('state', { type: OrderStateEnum, description: 'Where it stands.' }),
    paymentState: t.expose('paymentState', {
      type: PaymentStateEnum,
      description: 'What its transactions add up to.',
    }),
    customer: t.field({
      type: CustomerRef,
      nullable: true,
      description: 'Who ordered; of an erased customer the anonymous rest.',
      resolve: ({ customerId }, _args, context) =>
        customerId === null ? null : customerById(context, customerId),
    }),
    lines: t.field({
      type: [OrderLineRef],
      description: 'What was ordered, at most 250 lines.',
      resolve: async (order, _args, context) =>
        (await linesOf(context, order.id)).map((line) => ({ line, order })),
    }),
    subtotal: t.field({
      type: MoneyRef,
      description: 'Price of all lines.',
      resolve: ({ subtotalMinor, currency }) => ({ minor: subtotalMinor, currency }),
    }),
    shippingPrice: t.field({
      type: MoneyRef,
      description: 'Price of shipping.',
      resolve: ({ shippingMinor, currency }) => ({ minor: shippingMinor, currency }),
    }),
    total: t.field({
      type: MoneyRef,
      description: 'What is to be paid: lines and shipping.',
      resolve: ({ totalMinor, currency }) => ({ minor: totalMinor, currency }),
    }),
    amountCaptured: t.field({
      type: MoneyRef,
      description: 'Money taken so far.',
      resolve: ({ capturedMinor, currency }) => ({ minor: capturedMinor, currency }),
    }),
    amountRefunded: t.field({
      type: MoneyRef,
      description: 'Money given back so far.',
      resolve: ({ refundedMinor, currency }) => ({ minor: refundedMinor, currency }),
    }),
    transactions: t.field({
      type: TransactionConnection,
      nullable: true,
      description: 'Its money ledger, oldest first.',
      args: pageArgs(DEFAULT_NESTED_PAGE_SIZE),
      resolve: (order, args, context) => ledgerOf(context, order.id, args),
    }),
    shippingAddress: t.field({
      type: AddressRef,
      nullable: true,
      description: 'Where it goes; null when erased.',
      resolve: async (order, _args, context) =>
        (await addressesOf(context, order.id))?.shipping ?? null,
    }),
    billingAddress: t.field({
      type: AddressRef,
      nullable: true,
      description: 'Who pays; null when erased.',
      resolve: async (order, _args, context) =>
        (await addressesOf(context, order.id))?.billing ?? null,
    }),
    shippingLegs: t.expose('shippingLegs', {
      type: [TransportLegRef],
      extensions: access({ size: 3 }),
      description: 'The way to the customer: planned, from shipment on as it was.',
    }),
    shippingSplit: t.expose('shippingSplit', {
      type: ShippingSplitEnum,
      description: 'What the emissions of transport are split over the lines by.',
    }),
    shippingCo2eKg: t.exposeFloat('shippingCo2eKg', {
      nullable: true,
      description:
        'Emissions of the way to the customer in kg CO2e, estimated until it is shipped. Null when no legs or no masses are known.',
    }),
    estimatedCo2eKg: t.float({
      nullable: true,
      description:
        'Products and shipping in kg CO2e as far as they are known (see `linesWithoutFootprint`), before anything comes back. Null when of no line it is known.',
      resolve: (order, _args, context) => estimatedCo2eKg(context, order),
    }),
    linesWithoutFootprint: t.int({
      description: 'Number of lines whose product has no footprint, so that the figures lack it.',
      resolve: async (order, _args, context) => {
        const lines = await linesOf(context, order.id);
        const units = await Promise.all(lines.map((line) => lineFootprint(context, line, order)));
        return units.filter((unit) => unit === null).length;
      },
    }),
    co2eKg: t.exposeFloat('co2eKg', {
      nullable: true,
      description:
        'What its footprint ledger adds up to in kg CO2e, contributions left out; null before confirmation and when of no line it is known.',
    }),
    footprintLedger: t.field({
      type: FootprintEntryConnection,
      description: 'Everything that made its footprint, oldest first. Begins at confirmation.',
      args: pageArgs(DEFAULT_NESTED_PAGE_SIZE),
      resolve: (order, args, context) => entriesOf(context, order.id, args),
    }),
    returns: t.field({
      type: [OrderReturnRef],
      extensions: access({ size: 1 }),
      description: 'What came back and when.',
      resolve: (order, _args, context) => returnsOf(context, order.id),
    }),
    isMock: t.exposeBoolean('isMock', { description: 'Whether this is mock data of the sandbox.' }),
    placedAt: t.expose('placedAt', { type: 'DateTime', description: 'When it was ordered.' }),
    confirmedAt: t.expose('confirmedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was confirmed.',
    }),
    shippedAt: t.expose('shippedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was shipped.',
    }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was delivered.',
    }),
    returnedAt: t.expose('returnedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last of it came back.',
    }),
    cancelledAt: t.expose('cancelledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was cancelled.',
    }),
    version: t.exposeInt('version', {
      description: 'Grows by one with every change, movements of money included.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it was last changed.',
    }),
  }),
});

registerNode('order', { typename: 'Order', load: orderById });

export const OrderConnection = connectionType(OrderRef, 'Order', 'orders', 'ORDERS_READ');

const ordersOfCustomer = defineNestedConnection({
  list: 'orders of',
  ...orders.below('customer_id'),
  key: (order) => [order.id],
});

builder.objectField(CustomerRef, 'orders', (t) =>
  t.field({
    type: OrderConnection,
    nullable: true,
    description: 'Orders of the customer, oldest first.',
    args: pageArgs(DEFAULT_NESTED_PAGE_SIZE),
    resolve: (customer, args, context) => ordersOfCustomer(context, customer.id, args),
  }),
);

builder.objectField(TransactionRef, 'order', (t) =>
  t.field({
    type: OrderRef,
    nullable: true,
    description: 'The order whose money it moves.',
    resolve: (transaction: Transaction, _args, context) => orderById(context, transaction.orderId),
  }),
);
