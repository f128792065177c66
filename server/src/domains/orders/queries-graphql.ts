import { builder, OrderDirectionEnum, wordEnum } from '../../graphql/builder.ts';
import {
  type Connection,
  type Count,
  connectionOf,
  countUpTo,
  pageArgs,
} from '../../graphql/connection.ts';
import { badInput, notFound } from '../../graphql/refusal.ts';
import type { Key } from '../../platform/database/index.ts';
import { decodeId } from '../../platform/ids.ts';
import { PaymentStateEnum } from '../transactions/index.ts';
import { OrderConnection, OrderRef } from './graphql.ts';
import type { Order } from './model.ts';
import {
  countMatchingOrders,
  countOrders,
  findOrder,
  listOrders,
  type OrderFilter,
  type OrderOrder,
  type OrderOrderField,
  type OrderReference,
} from './store.ts';
import { OrderStateEnum } from './words.ts';

const OrderFilterInput = builder.inputType('OrderFilter', {
  description: 'Which orders to list; all conditions must hold.',
  fields: (t) => ({
    state: t.field({ type: [OrderStateEnum], description: 'In one of these states.' }),
    paymentState: t.field({
      type: [PaymentStateEnum],
      description: 'In one of these payment states.',
    }),
    customerId: t.id({ description: 'Of this customer.' }),
    productId: t.id({ description: 'With a line of this product.' }),
    text: t.string({ description: 'With an externalId that begins with this.' }),
    placedFrom: t.field({ type: 'DateTime', description: 'Placed at this moment or later.' }),
    placedUntil: t.field({ type: 'DateTime', description: 'Placed before this moment.' }),
    updatedSince: t.field({ type: 'DateTime', description: 'Changed at this moment or later.' }),
    minCo2eKg: t.float({ description: 'With a footprint of at least this, in kg CO2e.' }),
    maxCo2eKg: t.float({ description: 'With a footprint of at most this, in kg CO2e.' }),
  }),
});

const OrderOrderFieldEnum = wordEnum<OrderOrderField>(
  'OrderOrderField',
  'What a list of orders is ordered by.',
  {
    CREATED_AT: 'When it was created.',
    PLACED_AT: 'When it was placed.',
    UPDATED_AT: 'When it was last changed.',
    TOTAL: 'Its total, as a number of the smallest units of its currency.',
    FOOTPRINT: 'Its footprint; orders without one are left out.',
  },
);

const OrderOrderInput = builder.inputType('OrderOrder', {
  description: 'What a list of orders is ordered by.',
  fields: (t) => ({
    field: t.field({ type: OrderOrderFieldEnum, required: true, description: 'The field.' }),
    direction: t.field({ type: OrderDirectionEnum, description: 'Which way; ASC by default.' }),
  }),
});

builder.queryFields((t) => ({
  orders: t.field({
    type: OrderConnection,
    nullable: true,
    description:
      'Orders of this organization and environment, oldest first unless ordered otherwise.',
    args: {
      ...pageArgs(),
      filter: t.arg({ type: OrderFilterInput, description: 'Which orders.' }),
      orderBy: t.arg({ type: OrderOrderInput, description: 'In which order.' }),
    },
    resolve: (_root, { filter, orderBy, ...args }, context): Promise<Connection<Order>> => {
      const { db, scope } = context;
      const wanted = readFilter(filter ?? {});
      const order: OrderOrder = {
        field: orderBy?.field ?? 'CREATED_AT',
        isDescending: orderBy?.direction === 'DESC',
      };
      const isUnfiltered =
        Object.values(wanted).every((value) => value === undefined) && order.field !== 'FOOTPRINT';
      return connectionOf(context, args, {
        list: `orders ${order.field} ${order.isDescending}`,
        load: (page) => listOrders(db, scope, wanted, order, page),
        key: (row) => keyOf(row, order),
        count: async (): Promise<Count> => {
          if (isUnfiltered) return { total: await countOrders(db, scope), isExact: true };
          return countUpTo((limit) => countMatchingOrders(db, scope, wanted, order, limit));
        },
      });
    },
  }),
  order: t.field({
    type: OrderRef,
    nullable: true,
    description: 'One order, by its id or your own.',
    args: {
      id: t.arg.id({ description: 'Its id.' }),
      externalId: t.arg.string({ description: 'Your own id of it.' }),
    },
    resolve: async (_root, args, { db, scope }) => {
      const order = await findOrder(db, scope, orderReference(args, []));
      if (order === undefined) throw notFound('The order');
      return order;
    },
  }),
}));

/** An id that is none matches nothing, like that of something of others. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

function readFilter(filter: typeof OrderFilterInput.$inferInput): OrderFilter {
  const { customerId, productId } = filter;
  return {
    state: filter.state ?? undefined,
    paymentState: filter.paymentState ?? undefined,
    customerId:
      typeof customerId === 'string' ? (decodeId('customer', customerId) ?? NOBODY) : undefined,
    productId:
      typeof productId === 'string' ? (decodeId('product', productId) ?? NOBODY) : undefined,
    text: filter.text ?? undefined,
    placedFrom: filter.placedFrom ?? undefined,
    placedUntil: filter.placedUntil ?? undefined,
    updatedSince: filter.updatedSince ?? undefined,
    minCo2eKg: filter.minCo2eKg ?? undefined,
    maxCo2eKg: filter.maxCo2eKg ?? undefined,
  };
}

function keyOf(row: Order, { field }: OrderOrder): Key {
  switch (field) {
    case 'CREATED_AT':
      return [row.id];
    case 'PLACED_AT':
      return [row.placedAt.toISOString(), row.id];
    case 'UPDATED_AT':
      return [row.updatedAt.toISOString(), row.id];
    case 'TOTAL':
      return [row.totalMinor, row.id];
    case 'FOOTPRINT':
      return [row.co2eKg ?? 0, row.id];
  }
}

type Identifiers = {
  readonly id?: string | null | undefined;
  readonly externalId?: string | null | undefined;
};

/** Which order is meant, by exactly one identifier. */
export function orderReference(
  { id, externalId }: Identifiers,
  path: readonly string[],
): OrderReference {
  const hasId = typeof id === 'string';
  const hasExternalId = typeof externalId === 'string';
  if (hasId === hasExternalId) {
    const message = 'Say which order by exactly one of its id and externalId.';
    throw badInput([{ path, code: 'EXACTLY_ONE', message }]);
  }
  if (hasExternalId) return { by: 'external_id', value: externalId };
  const uuid = decodeId('order', id ?? '');
  if (uuid === undefined) throw notFound('The order');
  return { by: 'id', value: uuid };
}
