import { builder, wordEnum } from '../../graphql/builder.ts';
import { connectionType, DEFAULT_NESTED_PAGE_SIZE, pageArgs } from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { gate } from '../../graphql/gates.ts';
import { defineLoader, inOrderOf } from '../../graphql/loader.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { defineNestedConnection } from '../../graphql/nested-connection.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { encodeId } from '../../platform/ids.ts';
import { CustomerRef, customerById } from '../customers/index.ts';
import { ProductRef, productById, TransportLegRef } from '../products/index.ts';
import {
  ledgerOf,
  PaymentStateEnum,
  type Transaction,
  TransactionConnection,
  TransactionRef,
} from '../transactions/index.ts';
import type { EntryKind, EntryPart } from './footprint.ts';
import { countEntries, type FootprintEntry, listEntries } from './ledger-store.ts';
import { addressesOfOrders, linesOfOrders, returnsOfOrders } from './line-store.ts';
import type {
  Address,
  Disposition,
  Order,
  OrderLine,
  OrderReturn,
  OrderState,
  ReturnedLine,
  ShippingSplit,
} from './model.ts';
import { countOrdersOfCustomers, findOrders, listOrdersOfCustomers } from './store.ts';

export const OrderStateEnum = wordEnum<OrderState>('OrderState', 'Where an order stands.', {
  DRAFT: 'Being prepared; its footprint is an estimate.',
  CONFIRMED: 'Placed for good; its product footprints are frozen.',
  SHIPPED: 'On its way; what shipping emits is booked.',
  DELIVERED: 'With the customer. Goods may come back.',
  RETURNED: 'All of it came back.',
  CANCELLED: 'Given up before shipment; its footprint is taken back.',
});

export const ShippingSplitEnum = wordEnum<ShippingSplit>(
  'ShippingSplit',
  'What the emissions of transport are split over the lines of an order by.',
  {
    MASS: 'Mass of the goods; evenly per piece when a product has no mass.',
    VALUE: 'Price of the goods.',
  },
);

export const DispositionEnum = wordEnum<Disposition>(
  'Disposition',
  'What becomes of goods that come back.',
  {
    RESTOCK: 'They are sold again: the order no longer bears their product footprint.',
    DESTROY: 'They are disposed of: the order bears their product footprint and their end of life.',
  },
);

const EntryKindEnum = wordEnum<EntryKind>('FootprintEntryKind', 'What made a ledger entry.', {
  CALCULATED: 'The footprint of the products, frozen at confirmation.',
  SHIPPED: 'The way to the customer.',
  RETURNED: 'Goods came back.',
  ADJUSTED: 'A cancellation or a restatement.',
  CONTRIBUTION: 'A climate contribution; never netted with emissions.',
});

const EntryPartEnum = wordEnum<EntryPart>('FootprintEntryPart', 'What a ledger entry is about.', {
  PRODUCT: 'Making the product.',
  OUTBOUND_TRANSPORT: 'The way to the customer.',
  RETURN_TRANSPORT: 'The way back.',
  RECONDITIONING: 'Making returned goods fit to be sold again.',
  END_OF_LIFE: 'Disposing of returned goods.',
  CONTRIBUTION: 'A climate contribution.',
});

/** Orders by id in one statement per request, undefined where there is none. */
export const orderById = defineLoader(async ({ db, scope }: Context, ids: readonly string[]) =>
  inOrderOf(ids, await findOrders(db, scope, ids), (row) => row.id, undefined),
);

const linesOf = defineLoader(async ({ db, scope }: Context, ids: readonly string[]) => {
  const byOrder = Map.groupBy(await linesOfOrders(db, scope, ids), ({ orderId }) => orderId);
  return ids.map((id): readonly OrderLine[] => byOrder.get(id) ?? []);
});

const returnsOf = defineLoader(async ({ db, scope }: Context, ids: readonly string[]) => {
  const byOrder = Map.groupBy(await returnsOfOrders(db, scope, ids), ({ orderId }) => orderId);
  return ids.map((id): readonly OrderReturn[] => byOrder.get(id) ?? []);
});

const addressesOf = defineLoader(async ({ db, scope }: Context, ids: readonly string[]) =>
  inOrderOf(ids, await addressesOfOrders(db, scope, ids), (row) => row.orderId, undefined),
);

/** Frozen at confirmation; before, what the product emits by its latest calculation. */
async function lineFootprint(context: Context, line: OrderLine, order: Order) {
  if (order.confirmedAt !== null) return line.unitCo2eKg;
  return (await productById(context, line.productId))?.co2eKg ?? null;
}

/** What the lines emit as far as it is known; null when it is known of none. */
async function estimatedCo2eKg(context: Context, order: Order): Promise<number | null> {
  const lines = await linesOf(context, order.id);
  const units = await Promise.all(lines.map((line) => lineFootprint(context, line, order)));
  if (units.every((unit) => unit === null)) return null;
  const products = lines.reduce((sum, line, at) => sum + line.quantity * (units[at] ?? 0), 0);
  return products + (order.shippingCo2eKg ?? 0);
}

const AddressRef = builder.objectRef<Address>('Address').implement({
  description: 'Where something goes, or who pays. Personal data: erased with the customer.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'Who receives it.' }),
    company: t.exposeString('company', { nullable: true, description: 'At which company.' }),
    lines: t.stringList({
      description: 'Street and house, as they are written, at most 10 lines.',
      resolve: ({ lines = [] }) => lines,
    }),
    city: t.exposeString('city', { nullable: true, description: 'City or town.' }),
    region: t.exposeString('region', { nullable: true, description: 'State or province.' }),
    postalCode: t.exposeString('postalCode', { nullable: true, description: 'Postal code.' }),
    country: t.expose('country', { type: 'CountryCode', description: 'Country.' }),
  }),
});

/** A line knows its order, whose state says whether its footprint is frozen. */
type LineOfOrder = { readonly line: OrderLine; readonly order: Order };

const OrderLineRef = builder.objectRef<LineOfOrder>('OrderLine').implement({
  description: 'So many pieces of one product in an order.',
  fields: (t) => ({
    number: t.int({
      description: 'Place of the line in its order, from 1: names it in a return.',
      resolve: ({ line }) => line.number,
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'The product, as it is now.',
      resolve: ({ line }, _args, context) => productById(context, line.productId),
    }),
    name: t.string({
      description: 'Name of the product when it was ordered.',
      resolve: ({ line }) => line.name,
    }),
    quantity: t.int({
      description: 'How many declared units of the product.',
      resolve: ({ line }) => line.quantity,
    }),
    returnedQuantity: t.int({
      description: 'How many of them came back.',
      resolve: ({ line }) => line.returnedQuantity,
    }),
    unitPrice: t.field({
      type: MoneyRef,
      description: 'Price of one.',
      resolve: ({ line, order }) => ({ minor: line.unitPriceMinor, currency: order.currency }),
    }),
    total: t.field({
      type: MoneyRef,
      description: 'Price of the line.',
      resolve: ({ line, order }) => ({
        minor: line.unitPriceMinor * line.quantity,
        currency: order.currency,
      }),
    }),
    massKg: t.float({
      nullable: true,
      description: 'Net mass of the line in kg; null when the product had none.',
      resolve: ({ line }) => (line.unitMassKg === null ? null : line.unitMassKg * line.quantity),
    }),
    estimatedCo2eKg: t.float({
      nullable: true,
      description:
        'Footprint of the products of the line in kg CO2e: by their latest calculation, from confirmation on as it was frozen. Null when the product has none.',
      resolve: async ({ line, order }, _args, context) => {
        const unit = await lineFootprint(context, line, order);
        return unit === null ? null : unit * line.quantity;
      },
    }),
    co2eKg: t.float({
      nullable: true,
      description:
        'Footprint of the products of the line in kg CO2e, frozen at confirmation; null before.',
      resolve: ({ line }) => (line.unitCo2eKg === null ? null : line.unitCo2eKg * line.quantity),
    }),
    calculationId: t.id({
      nullable: true,
      description: 'The calculation that the frozen footprint is from.',
      resolve: ({ line }) =>
        line.calculationId === null ? null : encodeId('calculation', line.calculationId),
    }),
    restatedCo2eKg: t.float({
      nullable: true,
      description:
        'Footprint of the products of the line in kg CO2e by the latest restatement; null when there was none.',
      resolve: ({ line }) =>
        line.restatedUnitCo2eKg === null ? null : line.restatedUnitCo2eKg * line.quantity,
    }),
  }),
});

const ReturnedLineRef = builder.objectRef<ReturnedLine>('ReturnedLine').implement({
  description: 'Pieces of one line that came back.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Number of the line in its order.' }),
    quantity: t.exposeInt('quantity', { description: 'How many came back.' }),
    disposition: t.expose('disposition', {
      type: DispositionEnum,
      description: 'What became of them.',
    }),
  }),
});

const OrderReturnRef = builder.objectRef<OrderReturn>('OrderReturn').implement({
  description: 'Goods of an order that came back at one time.',
  fields: (t) => ({
    lines: t.field({
      type: [ReturnedLineRef],
      extensions: gate({ size: 3 }),
      description: 'What came back.',
      resolve: ({ lines }) => lines,
    }),
    transportLegs: t.field({
      type: [TransportLegRef],
      extensions: gate({ size: 3 }),
      description: 'The way back.',
      resolve: ({ transportLegs }) => transportLegs,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was recorded.' }),
  }),
});

const FootprintEntryRef = builder.objectRef<FootprintEntry>('FootprintEntry').implement({
  description:
    'A row of the footprint ledger of an order, which only grows. All but contributions add up to the footprint of the order.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Place in the ledger, from 1.' }),
    kind: t.expose('kind', { type: EntryKindEnum, description: 'What made it.' }),
    part: t.expose('part', { type: EntryPartEnum, description: 'What it is about.' }),
    lineNumber: t.exposeInt('lineNumber', {
      nullable: true,
      description: 'The line of the order that it belongs to.',
    }),
    quantity: t.exposeInt('quantity', { nullable: true, description: 'For how many pieces.' }),
    co2eKg: t.exposeFloat('co2eKg', {
      description: 'Greenhouse gases in kg CO2e; negative when something is taken back.',
    }),
    calculationId: t.id({
      nullable: true,
      description: 'The calculation that it is from.',
      resolve: ({ calculationId }) =>
        calculationId === null ? null : encodeId('calculation', calculationId),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
  }),
});

const FootprintEntryConnection = connectionType(
  FootprintEntryRef,
  'FootprintEntry',
  'ledger entries',
);

const entriesOf = defineNestedConnection<FootprintEntry>({
  list: 'footprint entries of',
  load: ({ db, scope }, orderIds, page) => listEntries(db, scope, orderIds, page),
  key: (entry) => [entry.number],
  count: ({ db, scope }, orderIds) => countEntries(db, scope, orderIds),
});

export const OrderRef = builder.objectRef<Order>('Order').implement({
  description: 'What was sold to whom, where it went, what was paid and what it emits.',
  interfaces: [Node],
  extensions: gate({ permission: 'ORDERS_READ' }),
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
      extensions: gate({ size: 3 }),
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
      extensions: gate({ size: 1 }),
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

const ordersOfCustomer = defineNestedConnection<Order>({
  list: 'orders of',
  load: ({ db, scope }, customerIds, page) => listOrdersOfCustomers(db, scope, customerIds, page),
  key: (order) => [order.id],
  count: ({ db, scope }, customerIds) => countOrdersOfCustomers(db, scope, customerIds),
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
