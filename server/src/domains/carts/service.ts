import type { Reference } from '../../platform/database/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import { MAX_MINOR } from '../../platform/money.ts';
import { ApiError, badInput, notFound, type Problem } from '../../rules/api-error.ts';
import { pick } from '../../rules/draft.ts';
import { recordEvents } from '../../rules/events.ts';
import {
  assertTransition,
  requireCurrent,
  type Target,
  withUniqueExternalId,
} from '../../rules/preconditions.ts';
import { type Path, problem, sizeProblems } from '../../rules/problems.ts';
import type { TenantTx, Work } from '../../rules/work.ts';
import { lockBuyer } from '../customers/index.ts';
import {
  createOrder,
  type Delivery,
  finderOf,
  latestFootprints,
  MAX_LINES,
  type Order,
  productProblems,
  quantityProblems,
  type WantedLine,
} from '../orders/index.ts';
import { findNamedProducts, type Product } from '../products/index.ts';
import { cartAbandoned, cartCheckedOut, cartPayload } from './events.ts';
import {
  CART_TRANSITIONS,
  type Cart,
  type CartGiven,
  type CartLine,
  LIFETIME_DAYS,
  SHOWN_CURRENCY,
} from './model.ts';
import { GIVEN } from './properties.ts';
import {
  type CartChange,
  carts,
  deleteLine,
  insertCart,
  linesOfCarts,
  updateCartRow,
  upsertLines,
} from './store.ts';

type WantedCart = CartGiven & {
  readonly customer: Reference | undefined;
  /** That of the first price when absent. */
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
  const { tx, scope } = work;
  const problems = [...given];
  if (wanted.expiresAt !== undefined && wanted.expiresAt.getTime() <= Date.now()) {
    problems.push(problem(['expiresAt'], 'OUT_OF_RANGE', 'A new cart expires in the future.'));
  }
  problems.push(...sizeProblems(wanted.lines, ['lines'], MAX_LINES));
  const products = wanted.lines.map(await finderOf(tx, scope, wanted.lines));
  const currency = wanted.currency ?? currencyOf(wanted.lines, products);
  const lines = mergeLines(
    wanted.lines.map((line, at) =>
      checkLine(currency, line, products[at], ['lines', at], problems),
    ),
    problems,
  );
  if (problems.length > 0) throw badInput(problems);
  const customerId = await lockBuyer(tx, scope, wanted.customer);
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
    insertCart(tx, scope, id, draft),
  );
  await upsertLines(tx, scope, id, lines);
  const productIds = lines.map(({ productId }) => productId);
  await latestFootprints(work, productIds);
  return cart;
}

/** Sets the quantity of a product in the cart. Reopens an abandoned cart. */
export async function setCartLine(
  work: Work,
  target: Target,
  wanted: WantedLine,
  problems: Problem[],
): Promise<Cart> {
  const { tx, scope } = work;
  const cart = await editableCart(work, target);
  const find = await finderOf(tx, scope, [wanted]);
  const product = find(wanted);
  const currency = cart.currency ?? currencyOf([wanted], [product]);
  const line = checkLine(currency, wanted, product, [], problems);
  if (problems.length > 0) throw badInput(problems);
  const isChanged = await upsertLines(tx, scope, cart.id, [line]);
  if (!isChanged && cart.state === 'OPEN') return cart;
  await latestFootprints(work, [line.productId]);
  if ((await linesOfCarts(tx, scope, [cart.id])).length > MAX_LINES) {
    const message = `A cart has at most ${MAX_LINES} lines.`;
    throw badInput([problem(['productId'], 'TOO_MANY', message)]);
  }
  return updateCartRow(tx, scope, cart.id, { ...reopen(cart), currency });
}

export async function removeCartLine(
  work: TenantTx,
  target: Target,
  productReference: Reference | undefined,
): Promise<Cart> {
  const { tx, scope } = work;
  const cart = await editableCart(work, target);
  const find = await findNamedProducts(tx, scope, productReference ? [productReference] : []);
  const product = productReference && find(productReference);
  const isGone = product !== undefined && (await deleteLine(tx, scope, cart.id, product.id));
  if (!isGone) throw notFound('A line of the cart with this product');
  return updateCartRow(tx, scope, cart.id, reopen(cart));
}

export async function abandonCart(work: TenantTx, target: Target): Promise<Cart> {
  const { tx, scope } = work;
  const current = await currentCart(work, target);
  assertTransition('The cart', current.state, 'ABANDONED', CART_TRANSITIONS);
  const cart = await updateCartRow(tx, scope, current.id, { state: 'ABANDONED' });
  await recordEvents(tx, scope, cartAbandoned.of(cart.id, cartPayload(cart)));
  return cart;
}

/**
 * Makes an order of a cart, once: the cart's row is held, so of several who try only the first finds
 * it open, and the order exists if and only if the cart is checked out.
 */
export async function checkoutCart(
  work: Work,
  target: Target,
  delivery: Delivery,
  given: readonly Problem[] = [],
): Promise<{ readonly cart: Cart; readonly order: Order }> {
  const { tx, scope } = work;
  const current = await currentCart(work, target);
  assertTransition('The cart', current.state, 'CHECKED_OUT', CART_TRANSITIONS);
  const lines = await linesOfCarts(tx, scope, [current.id]);
  if (lines.length === 0) {
    throw new ApiError('CONFLICT', 'The cart is empty; put something into it first.', {
      state: current.state,
      allowed: CART_TRANSITIONS[current.state],
    });
  }
  const { customerId, isMock } = current;
  const currency = current.currency ?? SHOWN_CURRENCY;
  const wanted = {
    ...delivery,
    currency,
    customer: customerId === null ? undefined : ({ by: 'id', value: customerId } as const),
    lines: lines.map(({ productId, quantity, unitPriceMinor }) => ({
      productId: encodeId('product', productId),
      quantity,
      unitPrice: unitPriceMinor === null ? undefined : { minor: unitPriceMinor, currency },
    })),
    placedAt: undefined,
    isMock,
  };
  const order = await createOrder(work, wanted, given);
  const change = { state: 'CHECKED_OUT', orderId: order.id } as const;
  const cart = await updateCartRow(tx, scope, current.id, change);
  await recordEvents(tx, scope, cartCheckedOut.of(cart.id, cartPayload(cart)));
  return { cart, order };
}

async function currentCart({ tx, scope }: TenantTx, target: Target): Promise<Cart> {
  return requireCurrent(
    'The cart',
    await carts.lock(tx, scope, target.reference),
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

function currencyOf(
  lines: readonly WantedLine[],
  products: readonly (Product | undefined)[],
): string | undefined {
  const currencies = lines.map(
    ({ unitPrice }, at) => unitPrice?.currency ?? products[at]?.priceCurrency ?? undefined,
  );
  return currencies.find((currency) => currency !== undefined);
}

type CheckedLine = Omit<CartLine, 'cartId' | 'addedAt'>;

/** `currency` is that of the cart; undefined while nothing with a price was put in. */
function checkLine(
  currency: string | undefined,
  wanted: WantedLine,
  product: Product | undefined,
  path: Path,
  problems: Problem[],
): CheckedLine {
  const { quantity, unitPrice } = wanted;
  problems.push(...quantityProblems(quantity, [...path, 'quantity']));
  problems.push(...productProblems(wanted, product, path));
  if (unitPrice !== undefined && unitPrice.currency !== currency) {
    const message = `The cart is in ${currency}; a price in ${unitPrice.currency} does not fit.`;
    problems.push(problem([...path, 'unitPrice', 'currencyCode'], 'WRONG_CURRENCY', message));
  }
  if (product !== undefined && unitPrice === undefined && product.priceCurrency !== currency) {
    const price =
      product.priceCurrency === null ? 'no price' : `a price in ${product.priceCurrency}`;
    const place = currency === undefined ? '' : ` in ${currency}`;
    const message = `"${product.name}" has ${price}: give its price${place}.`;
    problems.push(problem([...path, 'unitPrice'], 'REQUIRED', message));
  }
  if (quantity * (unitPrice?.minor ?? product?.priceMinor ?? 0) > MAX_MINOR) {
    const message = 'The total of the line is too large to be exact.';
    problems.push(problem([...path, 'quantity'], 'OUT_OF_RANGE', message));
  }
  return { productId: product?.id ?? '', quantity, unitPriceMinor: unitPrice?.minor ?? null };
}

/** One line per product: pieces of one product at one price are added up. */
function mergeLines(lines: readonly CheckedLine[], problems: Problem[]): CheckedLine[] {
  const merged = new Map<string, CheckedLine>();
  for (const [at, line] of lines.entries()) {
    const { productId, quantity, unitPriceMinor } = line;
    const first = merged.get(productId);
    if (first === undefined || productId === '') {
      merged.set(productId, line);
      continue;
    }
    if (first.unitPriceMinor !== unitPriceMinor) {
      const message = 'An earlier line has this product at another price; a cart has one of each.';
      problems.push(problem(['lines', at], 'DUPLICATE', message));
    }
    const sum = first.quantity + quantity;
    problems.push(...quantityProblems(sum, ['lines', at, 'quantity']));
    merged.set(productId, { ...first, quantity: sum });
  }
  return [...merged.values()];
}
