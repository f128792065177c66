import type { Work } from '../../rules/mutations/work.ts';
import { abandonCart, checkoutCart, createCart } from '../carts/index.ts';
import { mockCarts } from './mock-data.ts';

/** Checkout details of a shop without shipping data. */
const NO_DELIVERY = {
  externalId: null,
  metadata: undefined,
  customer: undefined,
  discounts: [],
  taxes: [],
  tips: undefined,
  shippingPrice: undefined,
  shippingAddress: null,
  billingAddress: null,
  shippingLegs: [],
  shippingSplit: 'MASS',
} as const;

/** Mock carts, each brought to its state by the step that a shop would take. */
export async function seedCarts(work: Work): Promise<void> {
  for (const { externalId, customer, lines, state } of await mockCarts()) {
    const { id } = await createCart(work, {
      externalId,
      metadata: {},
      customer: customer === undefined ? undefined : { by: 'external_id', value: customer },
      currency: undefined,
      expiresAt: undefined,
      lines: lines.map(({ product, quantity }) => ({
        product: { externalId: product },
        quantity,
      })),
      isMock: true,
    });
    const cart = { reference: { by: 'id', value: id } } as const;
    if (state === 'ABANDONED') await abandonCart(work, cart);
    if (state === 'CHECKED_OUT') {
      await checkoutCart(work, cart, NO_DELIVERY);
    }
  }
}
