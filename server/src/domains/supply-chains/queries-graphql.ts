import { builder } from '../../graphql/builder.ts';
import { connectionType, pageArgs } from '../../graphql/connection.ts';
import { identifierArgs, searchedText, timeFilters } from '../../graphql/input-fields.ts';
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
import { products } from '../products/index.ts';
import { SupplyChainRef } from './graphql.ts';
import { supplyChains } from './store.ts';

const SupplyChainConnection = connectionType(
  SupplyChainRef,
  'SupplyChain',
  'supply chains',
  'SUPPLY_CHAINS_READ',
);

const SupplyChainFilterInput = builder.inputType('SupplyChainFilter', {
  description: 'Filter of supply chains; all given conditions must hold.',
  fields: (t) => ({
    text: searchedText(
      t,
      'Only supply chains with this text in the name, the externalId, or the name or supplier of a facility (case-insensitive).',
    ),
    country: t.field({
      type: 'CountryCode',
      description: 'Only supply chains with a facility in this country.',
    }),
    product: objectField(t, 'Only supply chains of this product.'),
    productId: shortField(t, 'product'),
    tag: t.string({ description: 'Only objects with this tag.' }),
    ...timeFilters(t),
  }),
});

const SupplyChainSortInput = sortInput('SupplyChain', 'supply chains', {
  CREATED_AT: 'Time of creation.',
  UPDATED_AT: 'Time of the last change.',
  NAME: 'Human-readable name.',
});

builder.queryFields((t) => ({
  supplyChains: t.field({
    type: SupplyChainConnection,
    description:
      'Supply chains of this organization and environment, oldest first unless ordered otherwise.',
    args: { ...pageArgs(), ...filterArg(SupplyChainFilterInput), ...sortArg(SupplyChainSortInput) },
    resolve: async (_root, { filter, sortBy, ...args }, context) => {
      const productId = await objectInFilter(context, 'product', filter, products);
      return listOf(context, args, supplyChains, { ...filter, productId }, sortOf(sortBy));
    },
  }),
  supplyChain: t.field({
    type: SupplyChainRef,
    description: 'One supply chain, by its id or your own.',
    args: identifierArgs(),
    resolve: async (_root, args, context) =>
      orNotFound(
        'The supply chain',
        await supplyChains.named(context, supplyChainReference(args, [])),
      ),
  }),
}));

/** The supply chain addressed by exactly one identifier. */
export const supplyChainReference = referenceTo('supplyChain', 'supply chain');
