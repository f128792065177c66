import { encodeId } from '../../platform/ids.ts';
import { moneyJson } from '../../platform/money.ts';
import { id, integer, money, nullable, oneOf, text } from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';
import type { Cart } from './model.ts';

const declare = eventsOf({
  name: 'cart',
  idKind: 'shoppingCart',
  idProperty: 'cartId',
  permission: 'ORDERS_READ',
});

const CART = {
  orderId: nullable(id('order', 'Order made of the cart; null before checkout.')),
  externalId: nullable(text('The id of the cart in your own system.', 'basket-77')),
  version: integer('Version of the cart after the change.', 4),
  total: nullable(
    money('Total of the order at checkout, else of the lines; null if the cart never had a price.'),
  ),
  state: oneOf('State of the cart after the change.', ['OPEN', 'CHECKED_OUT', 'ABANDONED']),
};

export const cartCheckedOut = declare('checked_out', {
  meaning: 'An order was made of a shopping cart.',
  properties: CART,
});

export const cartAbandoned = declare('abandoned', {
  meaning: 'A shopping cart was abandoned, by a mutation or because it expired.',
  properties: CART,
});

type Announced = Pick<Cart, 'currency' | 'externalId' | 'orderId' | 'state' | 'version'> & {
  readonly totalMinor: number;
};

export function cartPayload(cart: Announced) {
  const { currency, externalId, orderId, state, totalMinor, version } = cart;
  return {
    orderId: orderId === null ? null : encodeId('order', orderId),
    externalId,
    total: currency === null ? null : moneyJson({ minor: totalMinor, currency }),
    version,
    state,
  };
}
