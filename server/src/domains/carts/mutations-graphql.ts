import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { inputArg } from '../../graphql/input-fields.ts';
import { mutation } from '../../graphql/mutation.ts';
import { payloadWith } from '../../graphql/payload.ts';
import { targetIn, targetOf, targetOfUpdate } from '../../graphql/reference.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { notNullableProblems } from '../../rules/inputs/patch.ts';
import type { Path } from '../../rules/inputs/problems.ts';
import { draftFrom } from '../../rules/properties/draft.ts';
import { readMoney } from '../../rules/values/money.ts';
import {
  type Order,
  OrderRef,
  readCustomer,
  readDelivery,
  readNewCustomer,
  type WantedLine,
} from '../orders/index.ts';
import { ownProductReference } from '../products/index.ts';
import { CartRef } from './graphql.ts';
import {
  AbandonCartInput,
  type CartLineInput,
  CheckoutCartInput,
  CreateCartInput,
  RemoveCartLineInput,
  SetCartLineInput,
  UpdateCartInput,
} from './inputs-graphql.ts';
import type { Cart } from './model.ts';
import { GIVEN } from './properties.ts';
import { cartReference } from './queries-graphql.ts';
import {
  abandonCart,
  type ChangedCart,
  checkoutCart,
  createCart,
  removeCartLine,
  setCartLine,
  updateCart,
} from './service.ts';

const WRITE = access({ permission: 'ORDERS_WRITE' });

const CartPayload = (mutation: string) =>
  payloadWith<{ readonly cart: Cart }>(mutation, (t) => ({
    shoppingCart: t.expose('cart', {
      type: CartRef,
      nullable: true,
      description: 'The cart after the change.',
    }),
  }));

const CheckoutCartPayload = payloadWith<{ readonly cart: Cart; readonly order: Order }>(
  'checkoutCart',
  (t) => ({
    order: t.expose('order', {
      type: OrderRef,
      nullable: true,
      description: 'The order to create.',
    }),
    shoppingCart: t.expose('cart', {
      type: CartRef,
      nullable: true,
      description: 'The cart after the change.',
    }),
  }),
);

builder.mutationFields((t) => ({
  createShoppingCart: t.field({
    type: CartPayload('createShoppingCart'),
    description: 'Creates a shopping cart, empty or with lines.',
    extensions: WRITE,
    args: inputArg(CreateCartInput, 'Customer and lines of the new cart.'),
    resolve: mutation(async (work, input) => {
      const { draft, problems: found } = draftFrom(GIVEN, input, undefined);
      const problems = [...found];
      const lines = (input.lines ?? []).map((line, at) => readLine(line, ['lines', at], problems));
      const wanted = {
        ...draft,
        customer: readCustomer(input),
        currency: input.currencyCode ?? undefined,
        expiresAt: input.expiresAt ?? undefined,
        lines,
      };
      return { cart: await createCart(work, wanted, problems) };
    }),
  }),
  updateShoppingCart: t.field({
    type: CartPayload('updateShoppingCart'),
    description: 'Changes customer, currency, metadata, externalId or expiry of an open cart.',
    extensions: WRITE,
    args: inputArg(UpdateCartInput, 'The cart, by `id` or `externalId`, and its changes.'),
    resolve: mutation(async (work, input) => {
      const target = targetOfUpdate(cartReference, input);
      return { cart: await updateCart(work, target, (current) => readChange(input, current)) };
    }),
  }),
  setCartLine: t.field({
    type: CartPayload('setCartLine'),
    description: 'Sets the quantity of a product in a cart. Opens an abandoned cart again.',
    extensions: WRITE,
    args: inputArg(SetCartLineInput, 'The cart and the product of the line.'),
    resolve: mutation(async (work, input) => {
      const problems: Problem[] = [];
      const line = readLine(input, [], problems);
      return {
        cart: await setCartLine(work, targetIn('cart', cartReference, input), line, problems),
      };
    }),
  }),
  removeCartLine: t.field({
    type: CartPayload('removeCartLine'),
    description: 'Takes a product out of a cart. Opens an abandoned cart again.',
    extensions: WRITE,
    args: inputArg(RemoveCartLineInput, 'The cart and the product of the line.'),
    resolve: mutation(async (work, input) => {
      const { productId: id, product: object } = input;
      const product = ownProductReference({ id, object }, ['input', 'product']);
      return { cart: await removeCartLine(work, targetIn('cart', cartReference, input), product) };
    }),
  }),
  abandonCart: t.field({
    type: CartPayload('abandonCart'),
    description: 'Abandons an open cart.',
    extensions: access({ permission: 'ORDERS_WRITE', freesRoom: true }),
    args: inputArg(AbandonCartInput, 'The shopping cart, by `id` or `externalId`.'),
    resolve: mutation(async (work, input) => ({
      cart: await abandonCart(work, targetOf(cartReference, input)),
    })),
  }),
  checkoutCart: t.field({
    type: CheckoutCartPayload,
    description:
      'Turns an open cart into an order, as a draft. It happens once: of several requests at the same time, one succeeds.',
    extensions: WRITE,
    args: inputArg(CheckoutCartInput, 'The cart to check out, and the properties of its order.'),
    resolve: mutation((work, input) => {
      const { id, externalId, orderExternalId, expectedVersion, ...delivery } = input;
      const isMetadataGiven = delivery.metadata !== undefined && delivery.metadata !== null;
      const problems: Problem[] = [];
      const read = readDelivery({ ...delivery, externalId: orderExternalId }, problems);
      const placed = problems.map(inOwnField);
      return checkoutCart(
        work,
        targetOf(cartReference, { id, externalId, expectedVersion }),
        {
          ...read,
          metadata: isMetadataGiven ? read.metadata : undefined,
          customer: readCustomer(input),
        },
        placed,
      );
    }),
  }),
}));

/** `externalId` of a checkout is that of the cart. */
function inOwnField(found: Problem): Problem {
  return found.path[1] === 'externalId' ? { ...found, path: ['input', 'orderExternalId'] } : found;
}

function readChange(input: typeof UpdateCartInput.$inferInput, current: Cart): ChangedCart {
  const { draft, problems } = draftFrom(GIVEN, input, current);
  return {
    draft,
    customer: readNewCustomer(input),
    currency: input.currencyCode ?? undefined,
    expiresAt: input.expiresAt ?? undefined,
    problems: [...problems, ...notNullableProblems(input, ['currencyCode', 'expiresAt'])],
  };
}

function readLine(
  { productId, product, quantity, unitPrice }: typeof CartLineInput.$inferInput,
  path: Path,
  problems: Problem[],
): WantedLine {
  return {
    productId,
    product,
    quantity,
    unitPrice: unitPrice
      ? readMoney(unitPrice, ['input', ...path, 'unitPrice'], problems)
      : undefined,
  };
}
