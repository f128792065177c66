import { builder, OrderDirectionEnum, wordEnum } from '../../graphql/builder.ts';
import {
  type Connection,
  type Count,
  connectionOf,
  connectionType,
  MAX_EXACT_COUNT,
  pageArgs,
} from '../../graphql/connection.ts';
import { badInput, notFound } from '../../graphql/refusal.ts';
import type { Key } from '../../platform/database/index.ts';
import { decodeId } from '../../platform/ids.ts';
import { SupplyChainRef } from './graphql.ts';
import type { SupplyChain } from './model.ts';
import {
  countMatchingSupplyChains,
  countSupplyChains,
  findSupplyChain,
  listSupplyChains,
  type SupplyChainFilter,
  type SupplyChainOrder,
  type SupplyChainOrderField,
  type SupplyChainReference,
} from './store.ts';

const SupplyChainConnection = connectionType(
  SupplyChainRef,
  'SupplyChain',
  'supply chains',
  'SUPPLY_CHAINS_READ',
);

const SupplyChainFilterInput = builder.inputType('SupplyChainFilter', {
  description: 'Which supply chains to list; all conditions must hold.',
  fields: (t) => ({
    text: t.string({
      description:
        'With this text in its name, its externalId, or the name or supplier of a facility, in any case.',
    }),
    country: t.field({ type: 'CountryCode', description: 'With a facility in this country.' }),
    productId: t.id({ description: 'Made for this product.' }),
    tag: t.string({ description: 'With this tag.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Created at this moment or later.' }),
    createdUntil: t.field({ type: 'DateTime', description: 'Created before this moment.' }),
    updatedSince: t.field({ type: 'DateTime', description: 'Changed at this moment or later.' }),
  }),
});

const SupplyChainOrderFieldEnum = wordEnum<SupplyChainOrderField>(
  'SupplyChainOrderField',
  'What a list of supply chains is ordered by.',
  {
    CREATED_AT: 'When it was created.',
    UPDATED_AT: 'When it was last changed.',
    NAME: 'Its name.',
  },
);

const SupplyChainOrderInput = builder.inputType('SupplyChainOrder', {
  description: 'What a list of supply chains is ordered by.',
  fields: (t) => ({
    field: t.field({ type: SupplyChainOrderFieldEnum, required: true, description: 'The field.' }),
    direction: t.field({ type: OrderDirectionEnum, description: 'Which way; ASC by default.' }),
  }),
});

builder.queryFields((t) => ({
  supplyChains: t.field({
    type: SupplyChainConnection,
    nullable: true,
    description:
      'Supply chains of this organization and environment, oldest first unless ordered otherwise.',
    args: {
      ...pageArgs(),
      filter: t.arg({ type: SupplyChainFilterInput, description: 'Which supply chains.' }),
      orderBy: t.arg({ type: SupplyChainOrderInput, description: 'In which order.' }),
    },
    resolve: (_root, { filter, orderBy, ...args }, context): Promise<Connection<SupplyChain>> => {
      const { db, scope } = context;
      const wanted = conditionsOf(filter ?? {});
      const isUnfiltered = Object.values(wanted).every((value) => value === undefined);
      const order: SupplyChainOrder = {
        field: orderBy?.field ?? 'CREATED_AT',
        isDescending: orderBy?.direction === 'DESC',
      };
      return connectionOf(context, args, {
        list: `supplyChains ${order.field} ${order.isDescending}`,
        load: (page) => listSupplyChains(db, scope, wanted, order, page),
        key: (chain) => keyOf(chain, order),
        count: async (): Promise<Count> => {
          if (isUnfiltered) return { total: await countSupplyChains(db, scope), isExact: true };
          const count = await countMatchingSupplyChains(db, scope, wanted, MAX_EXACT_COUNT + 1);
          return { total: Math.min(count, MAX_EXACT_COUNT), isExact: count <= MAX_EXACT_COUNT };
        },
      });
    },
  }),
  supplyChain: t.field({
    type: SupplyChainRef,
    nullable: true,
    description: 'One supply chain, by its id or your own.',
    args: {
      id: t.arg.id({ description: 'Its id.' }),
      externalId: t.arg.string({ description: 'Your own id of it.' }),
    },
    resolve: async (_root, args, { db, scope }) => {
      const chain = await findSupplyChain(db, scope, supplyChainReference(args, []));
      if (chain === undefined) throw notFound('The supply chain');
      return chain;
    },
  }),
}));

function conditionsOf(filter: typeof SupplyChainFilterInput.$inferInput): SupplyChainFilter {
  const { text, country, productId, tag, createdFrom, createdUntil, updatedSince } = filter;
  return {
    text: text ?? undefined,
    country: country ?? undefined,
    productId: productId === null || productId === undefined ? undefined : productUuid(productId),
    tag: tag ?? undefined,
    createdFrom: createdFrom ?? undefined,
    createdUntil: createdUntil ?? undefined,
    updatedSince: updatedSince ?? undefined,
  };
}

function productUuid(id: string): string {
  const uuid = decodeId('product', id);
  if (uuid !== undefined) return uuid;
  const path = ['filter', 'productId'];
  const message = `"${id}" is not the id of a product.`;
  throw badInput([{ path, code: 'INVALID_ID', message }]);
}

function keyOf(chain: SupplyChain, order: SupplyChainOrder): Key {
  switch (order.field) {
    case 'CREATED_AT':
      return [chain.createdAt.toISOString(), chain.id];
    case 'UPDATED_AT':
      return [chain.updatedAt.toISOString(), chain.id];
    case 'NAME':
      return [chain.name, chain.id];
  }
}

type Identifiers = {
  readonly id?: string | null | undefined;
  readonly externalId?: string | null | undefined;
};

/** Which supply chain is meant, by exactly one identifier. */
export function supplyChainReference(
  { id, externalId }: Identifiers,
  path: readonly string[],
): SupplyChainReference {
  const hasId = typeof id === 'string';
  const hasExternalId = typeof externalId === 'string';
  if (hasId === hasExternalId) {
    const message = 'Say which supply chain by exactly one of id and externalId.';
    throw badInput([{ path, code: 'EXACTLY_ONE', message }]);
  }
  if (hasExternalId) return { by: 'external_id', value: externalId };
  const uuid = decodeId('supplyChain', id ?? '');
  if (uuid === undefined) throw notFound('The supply chain');
  return { by: 'id', value: uuid };
}
