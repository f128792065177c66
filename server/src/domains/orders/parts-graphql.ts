import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { defineGroupLoader, defineLoaderBy, definePerRequest } from '../../graphql/loader.ts';
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

/** Footprint of one unit of a line, and how the ledger counts it. */
type LineFigures = {
  readonly unitCo2eKg: number | null;
  /** Detail and boundary of the footprint; null without one. */
  readonly basis: FootprintBasis | null;
  /** Without the assumed way to the customer where the order declares its legs. */
  readonly countedCo2eKg: number | null;
};

const NO_FIGURES: LineFigures = { unitCo2eKg: null, basis: null, countedCo2eKg: null };

/** Names an order as it is, for what is worked out once per request: a page of orders has thousands of lines. */
const nameOf = ({ id, version }: Order): string => `${id} ${version}`;

/** Figures of the lines of an order by their numbers. */
const figuresOf = definePerRequest(
  nameOf,
  async (context: Context, order): Promise<ReadonlyMap<number, LineFigures>> => {
    const lines = await linesOf(context, order.id);
    return order.confirmedAt === null
      ? estimatedFigures(context, order, lines)
      : confirmedFigures(context, order, lines);
  },
);

async function figuresOfLine(context: Context, { line, order }: LineOfOrder): Promise<LineFigures> {
  return (await figuresOf(context, order)).get(line.number) ?? NO_FIGURES;
}

/** Frozen at confirmation. */
async function confirmedFigures(
  context: Context,
  { shippingLegs }: Order,
  lines: readonly OrderLine[],
): Promise<ReadonlyMap<number, LineFigures>> {
  const ids = [...new Set(lines.flatMap(({ calculationId }) => calculationId ?? []))];
  const bases = await Promise.all(ids.map((id) => footprintBasisById(context, id)));
  const basisOf = new Map(ids.map((id, at) => [id, bases[at]?.basis ?? null]));
  return new Map(
    lines.map((line) => {
      const unit = currentUnit(line);
      const assumed = shippingLegs.length > 0 ? line.unitAssumedDistributionCo2eKg : 0;
      const basis = line.calculationId === null ? null : (basisOf.get(line.calculationId) ?? null);
      const countedCo2eKg = unit ? unit.co2eKg - assumed : null;
      return [line.number, { unitCo2eKg: line.unitCo2eKg, basis, countedCo2eKg }];
    }),
  );
}

/** Before confirmation: what the products emit by their latest calculations. */
async function estimatedFigures(
  context: Context,
  order: Order,
  lines: readonly OrderLine[],
): Promise<ReadonlyMap<number, LineFigures>> {
  const ids = [...new Set(lines.map(({ productId }) => productId))];
  const ofProducts = await Promise.all(ids.map((id) => productFigures(context, order, id)));
  const byProduct = new Map(ids.map((id, at) => [id, ofProducts[at] ?? NO_FIGURES]));
  return new Map(
    lines.map(({ number, productId }) => [number, byProduct.get(productId) ?? NO_FIGURES]),
  );
}

async function productFigures(
  context: Context,
  { shippingLegs }: Order,
  productId: string,
): Promise<LineFigures> {
  const product = await productById(context, productId);
  const { co2eKg = null, calculationId = null } = product ?? {};
  if (product === undefined || co2eKg === null) return NO_FIGURES;
  const isAssumed = calculationId !== null && shippingLegs.length > 0;
  const assumed = isAssumed ? await assumedDistributionById(context, calculationId) : undefined;
  return {
    unitCo2eKg: co2eKg,
    basis: product.footprintBasis,
    countedCo2eKg: co2eKg - (assumed?.co2eKg ?? 0),
  };
}

/** Numbers of the lines whose footprint is of another basis than that of the first line with one. */
export const linesOfOtherBasis = definePerRequest(nameOf, async (context: Context, order) => {
  const withBasis = [...(await figuresOf(context, order))].filter(
    ([, { basis }]) => basis !== null,
  );
  const first = withBasis[0]?.[1].basis;
  return withBasis.flatMap(([number, { basis }]) => (basis === first ? [] : [number]));
});

/** Number of lines without a footprint. */
export const countLinesWithoutFootprint = definePerRequest(
  nameOf,
  async (context: Context, order) => {
    const figures = await figuresOf(context, order);
    return [...figures.values()].filter(({ unitCo2eKg }) => unitCo2eKg === null).length;
  },
);

/** Footprint of the lines as far as it is known; null if no line has one. */
export const estimatedCo2eKg = definePerRequest(nameOf, async (context: Context, order) => {
  const lines = await linesOf(context, order.id);
  const figures = await figuresOf(context, order);
  const counted = lines.flatMap(({ number, quantity }) => {
    const co2eKg = figures.get(number)?.countedCo2eKg ?? null;
    return co2eKg === null ? [] : [quantity * co2eKg];
  });
  if (counted.length === 0) return null;
  return counted.reduce((sum, co2eKg) => sum + co2eKg, 0) + (order.shippingCo2eKg ?? 0);
});

export const AddressRef = builder.objectRef<Address>('Address').implement({
  description: 'A delivery or billing address. Personal data: erased with the customer.',
  fields: (t) => ({
    ...exposed(t, {
      name: nullable('String', 'Name of the recipient.'),
      company: nullable('String', 'Name of the company at the address.'),
      city: nullable('String', 'Name of the city or town.'),
      region: nullable('String', 'State or province.'),
      postalCode: nullable('String', 'Postal code or ZIP code.'),
      country: field('CountryCode', 'Country of the address (ISO 3166-1 alpha-2).'),
    }),
    lines: t.stringList({
      description: 'Street and house, as they are written, at most 10 lines.',
      resolve: ({ lines = [] }) => lines,
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
      description:
        'Mass of the line in kg with the packaging that its product declares, as it is carried and split; null when the product had no net mass.',
      resolve: ({ line }) => (line.unitMassKg === null ? null : line.unitMassKg * line.quantity),
    }),
    estimatedCo2eKg: t.float({
      nullable: true,
      description:
        'Footprint of the products of the line in kg CO2e: by their latest calculation, from confirmation on as it was frozen. Null when the product has none.',
      resolve: async ({ line, order }, _args, context) => {
        const { unitCo2eKg: unit } = await figuresOfLine(context, { line, order });
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
      resolve: async (ofOrder, _args, context) => (await figuresOfLine(context, ofOrder)).basis,
    }),
    calculation: t.field({
      type: CalculationRef,
      nullable: true,
      description: 'Calculation of the frozen footprint; null before confirmation.',
      resolve: ({ line }, _args, context) => calculationById(context, line.calculationId),
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
  fields: (t) =>
    exposed(t, {
      number: field('Int', 'Number of the line in its order.'),
      quantity: field('Int', 'Quantity that was returned.'),
      disposition: field(DispositionEnum, 'Treatment of the returned goods.'),
    }),
});

export const OrderReturnRef = builder.objectRef<OrderReturn>('OrderReturn').implement({
  description: 'Goods of an order that came back at one time.',
  fields: (t) =>
    exposed(t, {
      lines: field([ReturnedLineRef], 'Returned lines.', { size: 3 }),
      transportLegs: field([TransportLegRef], 'Transport of returned goods.', { size: 3 }),
      createdAt: field('DateTime', 'Time of the record.'),
    }),
});
