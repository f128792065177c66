import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { defineGroupLoader, defineLoaderBy } from '../../graphql/loader.ts';
import { MoneyRef } from '../../graphql/money.ts';
import type { Context } from '../../rules/context.ts';
import {
  assumedDistributionById,
  CalculationRef,
  calculationById,
  footprintBasisById,
} from '../calculations/index.ts';
import {
  type FootprintBasis,
  FootprintBasisEnum,
  ProductRef,
  productById,
  TransportLegRef,
} from '../products/index.ts';
import { DispositionEnum } from './enums.ts';
import { currentUnit } from './footprint.ts';
import { addressesOfOrders, linesOfOrders, returnsOfOrders } from './line-store.ts';
import type { Address, Order, OrderLine, OrderReturn, ReturnedLine } from './model.ts';

/** Parts of an order: lines, addresses, returns. */

export const linesOf = defineGroupLoader(linesOfOrders, ({ orderId }) => orderId);
export const returnsOf = defineGroupLoader(returnsOfOrders, ({ orderId }) => orderId);
export const addressesOf = defineLoaderBy(addressesOfOrders, ({ orderId }) => orderId);

/** Frozen at confirmation; before, what the product emits by its latest calculation. */
export async function lineFootprint(context: Context, line: OrderLine, order: Order) {
  if (order.confirmedAt !== null) return line.unitCo2eKg;
  return (await productById(context, line.productId))?.co2eKg ?? null;
}

/** Detail and boundary of the footprint of a line; null without one. */
async function lineBasis(
  context: Context,
  line: OrderLine,
  order: Order,
): Promise<FootprintBasis | null> {
  if (order.confirmedAt === null) {
    const product = await productById(context, line.productId);
    return product?.co2eKg == null ? null : product.footprintBasis;
  }
  if (line.calculationId === null) return null;
  return (await footprintBasisById(context, line.calculationId))?.basis ?? null;
}

/** Numbers of the lines whose footprint is of another basis than that of the first line with one. */
export async function linesOfOtherBasis(context: Context, order: Order): Promise<number[]> {
  const lines = await linesOf(context, order.id);
  const bases = await Promise.all(lines.map((line) => lineBasis(context, line, order)));
  const first = bases.find((basis) => basis !== null);
  return lines.flatMap(({ number }, at) => {
    const basis = bases[at] ?? null;
    return basis === null || basis === first ? [] : [number];
  });
}

/** Footprint of one unit of a line as the ledger counts it: without an assumed way where legs are declared. */
async function countedUnit(context: Context, line: OrderLine, order: Order) {
  const hasLegs = order.shippingLegs.length > 0;
  if (order.confirmedAt !== null) {
    const unit = currentUnit(line);
    return unit ? unit.co2eKg - (hasLegs ? line.unitAssumedDistributionCo2eKg : 0) : null;
  }
  const product = await productById(context, line.productId);
  const { co2eKg = null, calculationId = null } = product ?? {};
  if (co2eKg === null || calculationId === null || !hasLegs) return co2eKg;
  const assumed = await assumedDistributionById(context, calculationId);
  return co2eKg - (assumed?.co2eKg ?? 0);
}

/** Footprint of the lines as far as it is known; null if no line has one. */
export async function estimatedCo2eKg(context: Context, order: Order): Promise<number | null> {
  const lines = await linesOf(context, order.id);
  const units = await Promise.all(lines.map((line) => countedUnit(context, line, order)));
  if (units.every((unit) => unit === null)) return null;
  const products = lines.reduce((sum, line, at) => sum + line.quantity * (units[at] ?? 0), 0);
  return products + (order.shippingCo2eKg ?? 0);
}

export const AddressRef = builder.objectRef<Address>('Address').implement({
  description: 'A delivery or billing address. Personal data: erased with the customer.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: 'Name of the recipient.' }),
    company: t.exposeString('company', {
      nullable: true,
      description: 'Name of the company at the address.',
    }),
    lines: t.stringList({
      description: 'Street and house, as they are written, at most 10 lines.',
      resolve: ({ lines = [] }) => lines,
    }),
    city: t.exposeString('city', { nullable: true, description: 'Name of the city or town.' }),
    region: t.exposeString('region', { nullable: true, description: 'State or province.' }),
    postalCode: t.exposeString('postalCode', {
      nullable: true,
      description: 'Postal code or ZIP code.',
    }),
    country: t.expose('country', {
      type: 'CountryCode',
      description: 'Country of the address (ISO 3166-1 alpha-2).',
    }),
  }),
});

/** A line with its order, whose state determines whether its footprint is frozen. */
type LineOfOrder = { readonly line: OrderLine; readonly order: Order };

export const OrderLineRef = builder.objectRef<LineOfOrder>('OrderLine').implement({
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
      description: 'Quantity in declared units of the product.',
      resolve: ({ line }) => line.quantity,
    }),
    returnedQuantity: t.int({
      description: 'Quantity that was returned.',
      resolve: ({ line }) => line.returnedQuantity,
    }),
    unitPrice: t.field({
      type: MoneyRef,
      description: 'Price of one unit.',
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
    footprintBasis: t.field({
      type: FootprintBasisEnum,
      nullable: true,
      description: 'Detail and boundary of the footprint of the line; null without one.',
      resolve: ({ line, order }, _args, context) => lineBasis(context, line, order),
    }),
    calculation: t.field({
      type: CalculationRef,
      nullable: true,
      description: 'Calculation of the frozen footprint; null before confirmation.',
      resolve: ({ line }, _args, context) =>
        line.calculationId === null ? null : calculationById(context, line.calculationId),
    }),
    restatedCo2eKg: t.float({
      nullable: true,
      description:
        'Footprint of the products of the line in kg CO2e by the latest restatement, or without the assumed distribution that the legs of a shipment replaced; null when there was neither.',
      resolve: ({ line }) =>
        line.restatedUnitCo2eKg === null ? null : line.restatedUnitCo2eKg * line.quantity,
    }),
  }),
});

const ReturnedLineRef = builder.objectRef<ReturnedLine>('ReturnedLine').implement({
  description: 'Pieces of one line that came back.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Number of the line in its order.' }),
    quantity: t.exposeInt('quantity', { description: 'Quantity that was returned.' }),
    disposition: t.expose('disposition', {
      type: DispositionEnum,
      description: 'Treatment of the returned goods.',
    }),
  }),
});

export const OrderReturnRef = builder.objectRef<OrderReturn>('OrderReturn').implement({
  description: 'Goods of an order that came back at one time.',
  fields: (t) => ({
    lines: t.field({
      type: [ReturnedLineRef],
      extensions: access({ size: 3 }),
      description: 'Returned lines.',
      resolve: ({ lines }) => lines,
    }),
    transportLegs: t.field({
      type: [TransportLegRef],
      extensions: access({ size: 3 }),
      description: 'Transport of returned goods.',
      resolve: ({ transportLegs }) => transportLegs,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the record.' }),
  }),
});
