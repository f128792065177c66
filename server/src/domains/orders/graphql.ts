import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, DEFAULT_NESTED_PAGE_SIZE, pageArgs } from '../../graphql/connection.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { defineNestedConnection } from '../../graphql/nested-connection.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { recordFields } from '../../graphql/property-fields.ts';
import { CustomerRef, customerById } from '../customers/index.ts';
import { TransportLegRef } from '../products/index.ts';
import {
  ledgerOf,
  type Transaction,
  TransactionConnection,
  TransactionRef,
} from '../transactions/index.ts';
import type { Charge } from './charges.ts';
import { entriesOf, FootprintEntryConnection } from './ledger-graphql.ts';
import type { Order } from './model.ts';
import {
  AddressRef,
  addressesOf,
  countLinesWithoutFootprint,
  estimatedCo2eKg,
  linesOf,
  linesOfOtherBasis,
  OrderLineRef,
  OrderReturnRef,
  returnsOf,
} from './parts-graphql.ts';
import { ORDER } from './properties.ts';
import { orders } from './store.ts';

/** Loads orders by id in one statement per request; undefined for a missing one. */
export const orderById = defineLoaderById(orders.find);

type ChargeOfOrder = { readonly charge: Charge; readonly currency: string };

const OrderChargeRef = builder.objectRef<ChargeOfOrder>('OrderCharge').implement({
  description: 'A discount or a tax of an order.',
  fields: (t) => ({
    label: t.string({
      description: 'Name of the charge, such as a voucher code or VAT.',
      resolve: ({ charge }) => charge.label,
    }),
    rate: t.field({
      type: 'Decimal',
      nullable: true,
      description: 'Share that it is of its base, such as 0.19; null if its amount was given.',
      resolve: ({ charge }) => charge.rate,
    }),
    amount: t.field({
      type: MoneyRef,
      description: 'Amount of the discount or tax.',
      resolve: ({ charge, currency }) => ({ minor: charge.amountMinor, currency }),
    }),
  }),
});

export const OrderRef = builder.objectRef<Order>('Order').implement({
  description: 'An order: customer, lines, addresses, payments and footprint.',
  interfaces: [Node],
  extensions: access({ permission: 'ORDERS_READ' }),
  fields: (t) => ({
    ...recordFields(t, 'order', ORDER),
    customer: t.field({
      type: CustomerRef,
      nullable: true,
      description: 'Customer of the order; anonymous if the customer was erased.',
      resolve: ({ customerId }, _args, context) => customerById(context, customerId),
    }),
    lines: t.field({
      type: [OrderLineRef],
      description: 'Lines of the order, at most 250.',
      resolve: async (order, _args, context) =>
        (await linesOf(context, order.id)).map((line) => ({ line, order })),
    }),
    subtotal: t.field({
      type: MoneyRef,
      description: 'Price of all lines.',
      resolve: ({ subtotalMinor, currency }) => ({ minor: subtotalMinor, currency }),
    }),
    discounts: t.field({
      type: [OrderChargeRef],
      extensions: access({ size: 1 }),
      description: 'Discounts of the order.',
      resolve: ({ discounts, currency }) => discounts.map((charge) => ({ charge, currency })),
    }),
    discountTotal: t.field({
      type: MoneyRef,
      description: 'Sum of the discounts.',
      resolve: ({ discountMinor, currency }) => ({ minor: discountMinor, currency }),
    }),
    taxes: t.field({
      type: [OrderChargeRef],
      extensions: access({ size: 1 }),
      description: 'Taxes of the order that its prices do not include.',
      resolve: ({ taxes, currency }) => taxes.map((charge) => ({ charge, currency })),
    }),
    taxTotal: t.field({
      type: MoneyRef,
      description: 'Sum of the taxes.',
      resolve: ({ taxMinor, currency }) => ({ minor: taxMinor, currency }),
    }),
    tips: t.field({
      type: MoneyRef,
      description: 'Sum of the tips.',
      resolve: ({ tipsMinor, currency }) => ({ minor: tipsMinor, currency }),
    }),
    shippingPrice: t.field({
      type: MoneyRef,
      description: 'Price of shipping.',
      resolve: ({ shippingMinor, currency }) => ({ minor: shippingMinor, currency }),
    }),
    total: t.field({
      type: MoneyRef,
      description:
        'Amount to pay: lines − discounts + shipping + taxes + tips, each rounded to the minor unit of the currency.',
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
      description: 'Transactions of the order, oldest first.',
      args: pageArgs(DEFAULT_NESTED_PAGE_SIZE),
      resolve: (order, args, context) => ledgerOf(context, order.id, args),
    }),
    shippingAddress: t.field({
      type: AddressRef,
      nullable: true,
      description: 'Delivery address; null if it was erased.',
      resolve: async (order, _args, context) =>
        (await addressesOf(context, order.id))?.shipping ?? null,
    }),
    billingAddress: t.field({
      type: AddressRef,
      nullable: true,
      description: 'Billing address; null if it was erased.',
      resolve: async (order, _args, context) =>
        (await addressesOf(context, order.id))?.billing ?? null,
    }),
    shippingLegs: t.expose('shippingLegs', {
      type: [TransportLegRef],
      extensions: access({ size: 3 }),
      description: 'The way to the customer: planned, from shipment on as it was.',
    }),
    estimatedCo2eKg: t.float({
      nullable: true,
      description:
        'Products and shipping in kg CO2e, as far as known (see `linesWithoutFootprint`), before returns. Shipping legs replace the distribution that FULL footprints of products assume. Null if no line has a footprint.',
      resolve: (order, _args, context) => estimatedCo2eKg(context, order),
    }),
    linesOfOtherBasis: t.field({
      type: ['Int'],
      extensions: access({ size: 2 }),
      description:
        'Numbers of the lines whose footprint has another detail or boundary than that of the first line with a footprint: the figures mix them. Empty if all lines have the same.',
      resolve: (order, _args, context) => linesOfOtherBasis(context, order),
    }),
    linesWithoutFootprint: t.int({
      description: 'Number of lines whose product has no footprint, so that the figures lack it.',
      resolve: (order, _args, context) => countLinesWithoutFootprint(context, order),
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
      description: 'Returns of the order.',
      resolve: (order, _args, context) => returnsOf(context, order.id),
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
