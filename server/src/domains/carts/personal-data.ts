import { encodeId } from '../../platform/ids.ts';
import { moneyJson } from '../../platform/money.ts';
import {
  eraseClientData,
  idsOfCustomer,
  placeAfter,
  registerPersonalData,
} from '../customers/index.ts';
import type { Cart, CartLine } from './model.ts';
import { cartsOfPerson, linesOfCarts } from './store.ts';

/** Carts contain what a person considered buying. */
registerPersonalData('shoppingCarts', {
  permission: 'ORDERS_READ',
  load: async (tenant, customerId) => {
    const carts = await cartsOfPerson(tenant, customerId);
    const ids = carts.map(({ id }) => id);
    const lines = Map.groupBy(await linesOfCarts(tenant, ids), ({ cartId }) => cartId);
    return carts.values().map((cart) => cartData(cart, lines.get(cart.id) ?? []));
  },
  // Without the customer's name, its external id and metadata a cart is anonymous.
  erase: async (work, customerId, page) => {
    const ids = await idsOfCustomer(work, 'shopping_carts', customerId, page);
    const isDone = await eraseClientData(work, 'shopping_carts', ids);
    return placeAfter(page, ids, isDone);
  },
});

function cartData({ id, orderId, currency, ...cart }: Cart, lines: readonly CartLine[]): unknown {
  const { externalId, state, metadata, expiresAt, createdAt, updatedAt } = cart;
  const priceOf = (minor: number | null) =>
    minor === null || currency === null ? null : moneyJson({ minor, currency });
  return {
    id: encodeId('shoppingCart', id),
    externalId,
    state,
    orderId: orderId === null ? null : encodeId('order', orderId),
    metadata,
    expiresAt,
    createdAt,
    updatedAt,
    lines: lines.map(({ productId, quantity, unitPriceMinor, addedAt }) => ({
      productId: encodeId('product', productId),
      quantity,
      unitPrice: priceOf(unitPriceMinor),
      addedAt,
    })),
  };
}
