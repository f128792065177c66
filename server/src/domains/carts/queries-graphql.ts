import { builder, OrderDirectionEnum, wordEnum } from '../../graphql/builder.ts';
import {
  type Connection,
  type Count,
  connectionOf,
  countUpTo,
  pageArgs,
} from '../../graphql/connection.ts';
import { badInput, notFound } from '../../graphql/refusal.ts';
import { decodeId } from '../../platform/ids.ts';
import { CartConnection, CartRef, CartStateEnum } from './graphql.ts';
import type { Cart } from './model.ts';
import {
  type CartFilter,
  type CartOrder,
  type CartOrderField,
  type CartReference,
  countCarts,
  countMatchingCarts,
  findCart,
  listCarts,
} from './store.ts';

const CartFilterInput = builder.inputType('ShoppingCartFilter', {
  description: 'Which shopping carts to list; all conditions must hold.',
  fields: (t) => ({
    state: t.field({ type: CartStateEnum, description: 'In this state.' }),
    customerId: t.id({ description: 'Of this customer.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Created at this moment or later.' }),
    createdUntil: t.field({ type: 'DateTime', description: 'Created before this moment.' }),
    updatedSince: t.field({ type: 'DateTime', description: 'Changed at this moment or later.' }),
  }),
});

const CartOrderFieldEnum = wordEnum<CartOrderField>(
  'ShoppingCartOrderField',
  'What a list of shopping carts is ordered by.',
  { CREATED_AT: 'When it was created.', UPDATED_AT: 'When it was last changed.' },
);

const CartOrderInput = builder.inputType('ShoppingCartOrder', {
  description: 'What a list of shopping carts is ordered by.',
  fields: (t) => ({
    field: t.field({ type: CartOrderFieldEnum, required: true, description: 'The field.' }),
    direction: t.field({ type: OrderDirectionEnum, description: 'Which way; ASC by default.' }),
  }),
});

builder.queryFields((t) => ({
  shoppingCarts: t.field({
    type: CartConnection,
    nullable: true,
    description:
      'Shopping carts of this organization and environment, oldest first unless ordered otherwise.',
    args: {
      ...pageArgs(),
      filter: t.arg({ type: CartFilterInput, description: 'Which carts.' }),
      orderBy: t.arg({ type: CartOrderInput, description: 'In which order.' }),
    },
    resolve: (_root, { filter, orderBy, ...args }, context): Promise<Connection<Cart>> => {
      const { db, scope } = context;
      const wanted = readFilter(filter ?? {});
      const isUnfiltered = Object.values(wanted).every((value) => value === undefined);
      const order: CartOrder = {
        field: orderBy?.field ?? 'CREATED_AT',
        isDescending: orderBy?.direction === 'DESC',
      };
      return connectionOf(context, args, {
        list: `shopping carts ${order.field} ${order.isDescending}`,
        load: (page) => listCarts(db, scope, wanted, order, page),
        key: ({ id, createdAt, updatedAt }) => [
          (order.field === 'UPDATED_AT' ? updatedAt : createdAt).toISOString(),
          id,
        ],
        count: async (): Promise<Count> => {
          if (isUnfiltered) return { total: await countCarts(db, scope), isExact: true };
          return countUpTo((limit) => countMatchingCarts(db, scope, wanted, limit));
        },
      });
    },
  }),
  shoppingCart: t.field({
    type: CartRef,
    nullable: true,
    description: 'One shopping cart, by its id or your own.',
    args: {
      id: t.arg.id({ description: 'Its id.' }),
      externalId: t.arg.string({ description: 'Your own id of it.' }),
    },
    resolve: async (_root, args, { db, scope }) => {
      const cart = await findCart(db, scope, cartReference(args, []));
      if (cart === undefined) throw notFound('The cart');
      return cart;
    },
  }),
}));

/** An id that is none matches nothing, like that of something of others. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

function readFilter(filter: typeof CartFilterInput.$inferInput): CartFilter {
  const { state, customerId, createdFrom, createdUntil, updatedSince } = filter;
  return {
    state: state ?? undefined,
    customerId:
      typeof customerId === 'string' ? (decodeId('customer', customerId) ?? NOBODY) : undefined,
    createdFrom: createdFrom ?? undefined,
    createdUntil: createdUntil ?? undefined,
    updatedSince: updatedSince ?? undefined,
  };
}

type Identifiers = {
  readonly id?: string | null | undefined;
  readonly externalId?: string | null | undefined;
};

/** Which cart is meant, by exactly one identifier. */
export function cartReference(
  { id, externalId }: Identifiers,
  path: readonly string[],
): CartReference {
  const hasId = typeof id === 'string';
  const hasExternalId = typeof externalId === 'string';
  if (hasId === hasExternalId) {
    const message = 'Say which cart by exactly one of its id and externalId.';
    throw badInput([{ path, code: 'EXACTLY_ONE', message }]);
  }
  if (hasExternalId) return { by: 'external_id', value: externalId };
  const uuid = decodeId('shoppingCart', id ?? '');
  if (uuid === undefined) throw notFound('The cart');
  return { by: 'id', value: uuid };
}
