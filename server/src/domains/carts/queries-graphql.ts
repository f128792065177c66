import { builder } from '../../graphql/builder.ts';
import { pageArgs } from '../../graphql/connection.ts';
import { identifierArgs, timeFilters } from '../../graphql/input-fields.ts';
import {
  filterArg,
  listOf,
  objectInFilter,
  sortArg,
  sortInput,
  sortOf,
} from '../../graphql/list.ts';
import { objectField, referenceTo, shortField } from '../../graphql/reference.ts';
import { orNotFound } from '../../rules/errors/api-error.ts';
import { customers } from '../customers/index.ts';
import { CartStateEnum } from './enums.ts';
import { CartConnection, CartRef } from './graphql.ts';
import { carts } from './store.ts';

const CartFilterInput = builder.inputType('ShoppingCartFilter', {
  description: 'Filter of shopping carts; all given conditions must hold.',
  fields: (t) => ({
    state: t.field({ type: [CartStateEnum], description: 'In one of these states.' }),
    customer: objectField(t, 'Only carts of this customer.'),
    customerId: shortField(t, 'customer'),
    ...timeFilters(t),
  }),
});

const CartSortInput = sortInput('ShoppingCart', 'shopping carts', {
  CREATED_AT: 'Time of creation.',
  UPDATED_AT: 'Time of the last change.',
});

builder.queryFields((t) => ({
  shoppingCarts: t.field({
    type: CartConnection,
    description:
      'Shopping carts of this organization and environment, oldest first unless ordered otherwise.',
    args: { ...pageArgs(), ...filterArg(CartFilterInput), ...sortArg(CartSortInput) },
    resolve: async (_root, { filter, sortBy, ...args }, context) => {
      const customerId = await objectInFilter(context, 'customer', filter, customers);
      return listOf(context, args, carts, { ...filter, customerId }, sortOf(sortBy));
    },
  }),
  shoppingCart: t.field({
    type: CartRef,
    description: 'One shopping cart, by its id or your own.',
    args: identifierArgs(),
    resolve: async (_root, args, context) =>
      orNotFound('The cart', await carts.named(context, cartReference(args, []))),
  }),
}));

/** The cart addressed by exactly one identifier. */
export const cartReference = referenceTo('shoppingCart', 'cart');
