import type { Tx } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Compute } from '../../rules/compute.ts';
import { abandonCart, checkoutCart, createCart } from '../carts/index.ts';
import { mockCarts } from './mock-data.ts';

/** Checkout details of a shop without shipping data. */
const NO_DELIVERY = {
  externalId: null,
  shippingPrice: undefined,
  shippingAddress: null,
  billingAddress: null,
  shippingLegs: [],
  shippingSplit: 'MASS',
} as const;

/** Mock carts, each brought to its state by the step that a shop would take. */
export async function seedCarts(tx: Tx, scope: Scope, compute: Compute): Promise<void> {
  for (const { externalId, customer, lines, state } of await mockCarts()) {
    const { id } = await createCart(tx, scope, compute, {
      externalId,
      customer: customer === undefined ? undefined : { by: 'external_id', value: customer },
      currency: undefined,
      expiresAt: undefined,
      lines: lines.map(({ product, quantity }) => ({
        productExternalId: product,
        quantity,
      })),
      isMock: true,
    });
    const cart = { by: 'id', value: id } as const;
    if (state === 'ABANDONED') await abandonCart(tx, scope, cart, undefined);
    if (state === 'CHECKED_OUT') {
      await checkoutCart(tx, scope, compute, cart, undefined, NO_DELIVERY);
    }
  }
}
