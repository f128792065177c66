import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, DEFAULT_NESTED_PAGE_SIZE, pageArgs } from '../../graphql/connection.ts';
import { defineGroupLoader, defineLoaderById, definePerRequest } from '../../graphql/loader.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { defineNestedConnection } from '../../graphql/nested-connection.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { recordFields } from '../../graphql/property-fields.ts';
import { isTurnOver, nextTurn } from '../../platform/concurrency/event-loop.ts';
import type { Money } from '../../platform/money.ts';
import type { Context } from '../../rules/context.ts';
import { CustomerRef, customerById } from '../customers/index.ts';
import { OrderRef, orderById } from '../orders/index.ts';
import { type Product, ProductRef, productById } from '../products/index.ts';
import { type Cart, type CartLine, SHOWN_CURRENCY } from './model.ts';
import { CART } from './properties.ts';
import { carts, linesOfCarts } from './store.ts';

/** Loads carts by id in one statement per request; undefined for a missing cart. */
export const cartById = defineLoaderById(carts.find);

const linesOf = defineGroupLoader(linesOfCarts, ({ cartId }) => cartId);

/** A line with its current product, which has price and footprint. */
type PricedLine = {
  readonly line: CartLine;
  readonly product: Product | undefined;
  readonly unitPrice: Money | undefined;
};

/** Once per request: a page of carts has thousands of lines, which come at once, and four fields read them. */
const pricedLines = definePerRequest(
  ({ id, version }: Cart) => `${id} ${version}`,
  async (context: Context, cart): Promise<readonly PricedLine[]> => {
    const lines = await linesOf(context, cart.id);
    while (isTurnOver()) await nextTurn();
    const ids = lines.map(({ productId }) => productId);
    const products = await Promise.all(ids.map((id) => productById(context, id)));
    return lines.map((line, at) => {
      const product = products[at];
      return { line, product, unitPrice: unitPriceOf(line, product, cart.currency) };
    });
  },
);

/** The price of the line, else that of its product if it is in the currency of the cart. */
function unitPriceOf(
  { unitPriceMinor }: CartLine,
  product: Product | undefined,
  currency: string | null,
): Money | undefined {
  const followed = product?.priceCurrency === currency ? product.priceMinor : null;
  const minor = unitPriceMinor ?? followed;
  return minor === null || currency === null ? undefined : { minor, currency };
}

function footprintOf({ line, product }: PricedLine): number | null {
  return product?.co2eKg === null || product === undefined ? null : product.co2eKg * line.quantity;
}

const CartLineRef = builder.objectRef<PricedLine>('ShoppingCartLine').implement({
  description: 'So many pieces of one product in a cart.',
  fields: (t) => ({
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'Product of the line.',
      resolve: ({ product }) => product ?? null,
    }),
    quantity: t.int({
      description: 'Quantity in declared units of the product.',
      resolve: ({ line }) => line.quantity,
    }),
    unitPrice: t.field({
      type: MoneyRef,
      nullable: true,
      description:
        "Price of one: the line's own, else the product's as it is now. Null when the product has none in the currency of the cart.",
      resolve: ({ unitPrice }) => unitPrice ?? null,
    }),
    total: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Price of the line; null when the price of one is.',
      resolve: ({ unitPrice, line }) =>
        unitPrice === undefined
          ? null
          : { minor: unitPrice.minor * line.quantity, currency: unitPrice.currency },
    }),
    estimatedCo2eKg: t.float({
      nullable: true,
      description:
        'Footprint of the line in kg CO2e from the footprint of the product; null if the product has none.',
      resolve: (priced) => footprintOf(priced),
    }),
    addedAt: t.field({
      type: 'DateTime',
      description: 'Time when the product was first added.',
      resolve: ({ line }) => line.addedAt,
    }),
  }),
});

export const CartRef = builder.objectRef<Cart>('ShoppingCart').implement({
  description: 'A shopping cart, with one line per product.',
  interfaces: [Node],
  extensions: access({ permission: 'ORDERS_READ' }),
  fields: (t) => ({
    ...recordFields(t, 'shoppingCart', CART),
    customer: t.field({
      type: CustomerRef,
      nullable: true,
      description: 'Customer of the cart; null if it has none.',
      resolve: ({ customerId }, _args, context) => customerById(context, customerId),
    }),
    lines: t.field({
      type: [CartLineRef],
      description: 'Lines of the cart, at most 250.',
      resolve: (cart, _args, context) => pricedLines(context, cart),
    }),
    total: t.field({
      type: MoneyRef,
      description: 'Price of all lines that have one; 0 EUR before a price was put in.',
      resolve: async (cart, _args, context) => {
        const lines = await pricedLines(context, cart);
        const minor = lines.reduce(
          (sum, { line, unitPrice }) => sum + line.quantity * (unitPrice?.minor ?? 0),
          0,
        );
        return { minor, currency: cart.currency ?? SHOWN_CURRENCY };
      },
    }),
    estimatedCo2eKg: t.float({
      nullable: true,
      description:
        'Footprint of all lines in kg CO2e as far as it is known (see `linesWithoutFootprint`); null when it is known of none.',
      resolve: async (cart, _args, context) => {
        const footprints = (await pricedLines(context, cart)).map(footprintOf);
        if (footprints.every((footprint) => footprint === null)) return null;
        return footprints.reduce<number>((sum, footprint) => sum + (footprint ?? 0), 0);
      },
    }),
    linesWithoutFootprint: t.int({
      description: 'Number of lines whose product has no footprint, so that the estimate lacks it.',
      resolve: async (cart, _args, context) =>
        (await pricedLines(context, cart)).filter((line) => footprintOf(line) === null).length,
    }),
    order: t.field({
      type: OrderRef,
      nullable: true,
      description: 'The order that it was made into.',
      resolve: ({ orderId }, _args, context) => orderById(context, orderId),
    }),
  }),
});

registerNode('shoppingCart', { typename: 'ShoppingCart', load: cartById });

export const CartConnection = connectionType(
  CartRef,
  'ShoppingCart',
  'shopping carts',
  'ORDERS_READ',
);

const cartsOfCustomer = defineNestedConnection({
  list: 'shopping carts of',
  ...carts.below('customer_id'),
  key: (cart) => [cart.id],
});

builder.objectField(CustomerRef, 'shoppingCarts', (t) =>
  t.field({
    type: CartConnection,
    nullable: true,
    description: 'Shopping carts of the customer, oldest first.',
    args: pageArgs(DEFAULT_NESTED_PAGE_SIZE),
    resolve: (customer, args, context) => cartsOfCustomer(context, customer.id, args),
  }),
);
