import { encodeId } from '../../platform/ids.ts';
import { moneyJson } from '../../platform/money.ts';
import {
  changedFields,
  id,
  integer,
  list,
  money,
  nullable,
  number,
  object,
  oneOf,
  text,
} from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';
import type { Order, OrderLine } from './model.ts';

const declare = eventsOf({
  name: 'order',
  idKind: 'order',
  idProperty: 'orderId',
  permission: 'ORDERS_READ',
});

const ORDER = {
  externalId: nullable(text('The id of the order in your own system.', 'A-1001')),
  customerId: nullable(id('customer', 'Customer of the order; null if none is named.')),
  version: integer('Version of the order after the change.', 2),
  state: oneOf('State of the order after the change.', [
    'DRAFT',
    'CONFIRMED',
    'SHIPPED',
    'DELIVERED',
    'RETURNED',
    'CANCELLED',
  ]),
  paymentState: oneOf('State of the payments of the order.', [
    'UNPAID',
    'AUTHORIZED',
    'PARTIALLY_PAID',
    'PAID',
    'PARTIALLY_REFUNDED',
    'REFUNDED',
    'VOIDED',
  ]),
  subtotal: money('Sum of the lines.'),
  discount: money('Sum of the discounts.'),
  shipping: money('Price of shipping.'),
  tax: money('Sum of the taxes.'),
  tips: money('Sum of the tips.'),
  total: money('Total of the order: lines − discounts + shipping + taxes + tips.'),
  co2eKg: nullable(number('Footprint of the order in kg CO2e; null before it is confirmed.', 12.5)),
};

const LINE_NUMBER = integer('Number of the line in the order, from 1.', 1);

export const orderCreated = declare('created', {
  meaning: 'An order was created, by a mutation, by checking out a cart, or by an import.',
  properties: ORDER,
});

const orderUpdated = declare('updated', {
  meaning:
    'A draft, or the metadata of an order, was changed by `updateOrder`, its footprint was restated, or a climate contribution was added or changed.',
  properties: {
    ...ORDER,
    changedFields: changedFields(
      'Name of the field in `UpdateOrderInput`, or `co2eKg` of a restatement, or `climateContributions`.',
      'metadata',
    ),
  },
});

const orderConfirmed = declare('confirmed', {
  meaning: 'An order was confirmed; its footprint is frozen.',
  properties: {
    ...ORDER,
    lines: list(
      'Lines of the order.',
      object({
        number: LINE_NUMBER,
        productId: id('product', 'Product of the line.'),
        quantity: integer('Number of pieces.', 2),
        unitPrice: money('Price of one piece.'),
        unitCo2eKg: nullable(
          number('Footprint of one piece in kg CO2e; null if the product has none.', 6.25),
        ),
        calculationId: nullable(
          id('calculation', 'Calculation of the footprint; null if the product has none.'),
        ),
      }),
    ),
  },
});

export const orderShipped = declare('shipped', {
  meaning: 'An order was shipped.',
  properties: {
    ...ORDER,
    changedFields: changedFields(
      '`shippingLegs`, if the way or the mass of the shipment is not the planned one.',
      'shippingLegs',
    ),
  },
});

export const orderDelivered = declare('delivered', {
  meaning: 'An order was delivered.',
  properties: ORDER,
});

export const orderCancelled = declare('cancelled', {
  meaning: 'An order was cancelled before shipment.',
  properties: ORDER,
});

export const orderReturned = declare('returned', {
  meaning: 'Pieces of an order came back. The state is RETURNED once all of them did.',
  properties: {
    ...ORDER,
    lines: list(
      'Pieces that came back.',
      object({
        number: LINE_NUMBER,
        quantity: integer('Number of pieces that came back.', 1),
        disposition: oneOf('Treatment of the returned pieces.', ['RESTOCK', 'DESTROY']),
      }),
    ),
  },
});

/** The part of the payload that all events of an order have. */
export function orderPayload(order: Order) {
  const { externalId, customerId, version, state, paymentState, currency, co2eKg } = order;
  const amount = (minor: number) => moneyJson({ minor, currency });
  return {
    externalId,
    customerId: customerId === null ? null : encodeId('customer', customerId),
    version,
    state,
    paymentState,
    subtotal: amount(order.subtotalMinor),
    discount: amount(order.discountMinor),
    shipping: amount(order.shippingMinor),
    tax: amount(order.taxMinor),
    tips: amount(order.tipsMinor),
    total: amount(order.totalMinor),
    co2eKg,
  };
}

export function updatedEvent(order: Order, changedFields: readonly string[]) {
  const names = [...new Set(changedFields)].sort();
  return orderUpdated.of(order.id, { ...orderPayload(order), changedFields: names });
}

export function confirmedEvent(order: Order, lines: readonly OrderLine[]) {
  return orderConfirmed.of(order.id, {
    ...orderPayload(order),
    lines: lines.map((line) => ({
      number: line.number,
      productId: encodeId('product', line.productId),
      quantity: line.quantity,
      unitPrice: moneyJson({ minor: line.unitPriceMinor, currency: order.currency }),
      unitCo2eKg: line.unitCo2eKg,
      calculationId:
        line.calculationId === null ? null : encodeId('calculation', line.calculationId),
    })),
  });
}
