import type { Reference, TenantTx } from '../../platform/database/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import { badInput, notFound, type Problem } from '../../rules/errors/api-error.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { inStored, problem, sizeProblems } from '../../rules/inputs/problems.ts';
import {
  assertTransition,
  requireCurrent,
  type Target,
  withUniqueExternalId,
  wrongState,
} from '../../rules/mutations/preconditions.ts';
import type { Work } from '../../rules/mutations/work.ts';
import { agree, pick } from '../../rules/properties/draft.ts';
import { type Buyer, lockBuyer } from '../customers/index.ts';
import {
  createOrder,
  type Delivery,
  estimateFootprints,
  finderOf,
  MAX_LINES,
  type Order,
  type WantedLine,
} from '../orders/index.ts';
import { findNamedProducts } from '../products/index.ts';
import { cartAbandoned, cartCheckedOut, cartPayload } from './events.ts';
import { checkLine, currencyChangeProblems, currencyOf, mergeLines } from './lines.ts';
import {
  CART_TRANSITIONS,
  type Cart,
  type CartGiven,
  LIFETIME_DAYS,
  SHOWN_CURRENCY,
} from './model.ts';
import { GIVEN, WRITTEN } from './properties.ts';
import {
  type CartChange,
  carts,
  deleteLine,
  insertCart,
  linesOfCarts,
  totalOfCart,
  updateCartRow,
  upsertLines,
} from './store.ts';

type WantedCart = CartGiven & {
  readonly customer: Buyer | undefined;
  /** Currency of the first price when absent. */
  readonly currency: string | undefined;
  readonly expiresAt: Date | undefined;
  readonly lines: readonly WantedLine[];
  readonly isMock?: boolean;
};

export async function createCart(
  work: Work,
  wanted: WantedCart,
  given: readonly Problem[] = [],
): Promise<Cart> {
  const problems = [...given];
  problems.push(...expiryProblems(wanted.expiresAt));
  problems.push(...sizeProblems(wanted.lines, ['lines'], MAX_LINES));
  const products = wanted.lines.map(await finderOf(work, wanted.lines));
  const currency = wanted.currency ?? currencyOf(wanted.lines, products);
  const lines = mergeLines(
    wanted.lines.map((line, at) =>
      checkLine(currency, line, products[at], ['lines', at], problems),
    ),
    problems,
  );
  const customerId = await lockBuyer(work, wanted.customer, problems);
  if (problems.length > 0) throw badInput(problems);
  const { expiresAt, isMock = false } = wanted;
  const draft = {
    ...pick(GIVEN, wanted),
    customerId,
    currency: currency ?? null,
    expiresAt,
    isMock,
  };
  const id = newUuid();
  const cart = await withUniqueExternalId('shopping_carts', 'a cart', draft.externalId, () =>
    insertCart(work, id, draft),
  );
  await upsertLines(work, id, lines);
  const productIds = lines.map(({ productId }) => productId);
  await estimateFootprints(work, productIds);
  return cart;
}

/** A cart as it would be; what is undefined stays. */
export type ChangedCart = {
  readonly draft: CartGiven;
  readonly customer: Buyer | null | undefined;
  readonly currency: string | undefined;
  readonly expiresAt: Date | undefined;
  readonly problems: readonly Problem[];
};

/** Changes an open cart. If nothing changes, no version is written. */
export async function updateCart(
  work: TenantTx,
  target: Target,
  change: (current: Cart) => ChangedCart,
): Promise<Cart> {
  const current = await currentCart(work, target);
  if (current.state !== 'OPEN') {
    const message = `The cart is ${current.state}; only an OPEN cart can be changed.`;
    throw wrongState(message, current.state, CART_TRANSITIONS);
  }
  const { draft, customer, currency, expiresAt, problems: given } = change(current);
  const problems = [...given, ...expiryProblems(expiresAt)];
  if (currency !== undefined && currency !== current.currency)
    problems.push(...(await currencyChangeProblems(work, current, currency)));
  // One that is kept may have been erased since.
  const wanted = customer === undefined ? buyerOf(current) : customer;
  const customerId = await lockBuyer(work, wanted ?? undefined, problems);
  if (problems.length > 0) throw badInput(problems);
  const changed = {
    ...draft,
    customerId,
    currency: currency ?? current.currency,
  };
  const isSame =
    agree(WRITTEN, { ...current, ...changed }, current) &&
    (expiresAt ?? current.expiresAt).getTime() === current.expiresAt.getTime();
  if (isSame) return current;
  return withUniqueExternalId('shopping_carts', 'a cart', draft.externalId, () =>
    updateCartRow(work, current.id, { ...changed, expiresAt }),
  );
}

export function expiryProblems(expiresAt: Date | undefined): Problem[] {
  if (expiresAt === undefined || expiresAt.getTime() > Date.now()) return [];
  return [problem(['expiresAt'], 'OUT_OF_RANGE', 'An open cart expires in the future.')];
}

/** Sets the quantity of a product in the cart. Reopens an abandoned cart. */
export async function setCartLine(
  work: Work,
  target: Target,
  wanted: WantedLine,
  problems: Problem[],
): Promise<Cart> {
  const cart = await editableCart(work, target);
  const find = await finderOf(work, [wanted]);
  const product = find(wanted);
  const currency = cart.currency ?? currencyOf([wanted], [product]);
  const line = checkLine(currency, wanted, product, [], problems);
  if (problems.length > 0) throw badInput(problems);
  const isChanged = await upsertLines(work, cart.id, [line]);
  if (!isChanged && cart.state === 'OPEN') return cart;
  await estimateFootprints(work, [line.productId]);
  if ((await linesOfCarts(work, [cart.id])).length > MAX_LINES) {
    const message = `A cart has at most ${MAX_LINES} lines.`;
    throw badInput([problem([], 'TOO_MANY', message)]);
  }
  return updateCartRow(work, cart.id, { ...reopen(cart), currency });
}

export async function removeCartLine(
  work: TenantTx,
  target: Target,
  productReference: Reference,
): Promise<Cart> {
  const cart = await editableCart(work, target);
  const find = await findNamedProducts(work, [productReference]);
  const product = find(productReference);
  const isGone = product !== undefined && (await deleteLine(work, cart.id, product.id));
  if (!isGone) throw notFound('A line of the cart with this product');
  return updateCartRow(work, cart.id, reopen(cart));
}

export async function abandonCart(work: TenantTx, target: Target): Promise<Cart> {
  const current = await currentCart(work, target);
  assertTransition('The cart', current.state, 'ABANDONED', CART_TRANSITIONS);
  const cart = await updateCartRow(work, current.id, { state: 'ABANDONED' });
  const totalMinor = await totalOfCart(work, cart.id);
  await recordEvents(work, cartAbandoned.of(cart.id, cartPayload({ ...cart, totalMinor })));
  return cart;
}

/** Properties of the order other than its lines; the cart's customer and metadata when absent. */
type CheckoutDetails = Omit<Delivery, 'metadata'> & {
  readonly metadata: Delivery['metadata'] | undefined;
  readonly customer: Buyer | undefined;
};

/**
 * Makes an order of a cart, once: the cart's row is held, so of several who try only the first finds
 * it open, and the order exists if and only if the cart is checked out.
 */
export async function checkoutCart(
  work: Work,
  target: Target,
  { metadata, customer, ...delivery }: CheckoutDetails,
  given: readonly Problem[] = [],
): Promise<{ readonly cart: Cart; readonly order: Order }> {
  const current = await currentCart(work, target);
  assertNotOrdered(current);
  assertTransition('The cart', current.state, 'CHECKED_OUT', CART_TRANSITIONS);
  const lines = await linesOfCarts(work, [current.id]);
  if (lines.length === 0) {
    const message = 'The cart has no lines: put a product into it with setCartLine first.';
    const problems = [inStored(problem(['lines'], 'EMPTY', message)), ...given];
    throw wrongState(message, current.state, CART_TRANSITIONS, { problems });
  }
  const { isMock } = current;
  const currency = current.currency ?? SHOWN_CURRENCY;
  const wanted = {
    ...delivery,
    metadata: metadata ?? current.metadata,
    currency,
    customer: customer ?? buyerOf(current),
    lines: lines.map(({ productId, quantity, unitPriceMinor }) => ({
      productId: encodeId('product', productId),
      quantity,
      unitPrice: unitPriceMinor === null ? undefined : { minor: unitPriceMinor, currency },
    })),
    placedAt: undefined,
    isMock,
  };
  const order = await createOrder(work, wanted, given, { areStored: true });
  const change = {
    state: 'CHECKED_OUT',
    orderId: order.id,
    customerId: order.customerId,
  } as const;
  const cart = await updateCartRow(work, current.id, change);
  await recordEvents(
    work,
    cartCheckedOut.of(cart.id, cartPayload({ ...cart, totalMinor: order.totalMinor })),
  );
  return { cart, order };
}

function buyerOf({ customerId }: Cart): Buyer | undefined {
  return customerId === null ? undefined : { by: 'id', value: customerId };
}

/** Refuses a second checkout, and names the order for whoever lost the answer to the first one. */
function assertNotOrdered({ state, orderId: made }: Cart): void {
  if (made === null) return;
  const orderId = encodeId('order', made);
  const message = `The cart is ${state}: its order is ${orderId}.`;
  throw wrongState(message, state, CART_TRANSITIONS, { orderId });
}

async function currentCart(work: TenantTx, target: Target): Promise<Cart> {
  return requireCurrent(
    'The cart',
    await carts.lock(work, target.reference),
    target.expectedVersion,
  );
}

/** A cart that lines can be written to: an open one, or an abandoned one, which that opens again. */
async function editableCart(work: TenantTx, target: Target): Promise<Cart> {
  const current = await currentCart(work, target);
  if (current.state !== 'OPEN')
    assertTransition('The cart', current.state, 'OPEN', CART_TRANSITIONS);
  return current;
}

function reopen({ state }: Cart): CartChange {
  return state === 'OPEN' ? {} : { state: 'OPEN', days: LIFETIME_DAYS };
}
