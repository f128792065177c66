import { builder } from '../../graphql/builder.ts';
import { pageArgs } from '../../graphql/connection.ts';
import { creationFilters } from '../../graphql/input-fields.ts';
import { filterArg, listOf, objectInFilter } from '../../graphql/list.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import { NEWEST_FIRST } from '../../platform/database/index.ts';
import { orNotFound } from '../../rules/errors/api-error.ts';
import { requiredUuid } from '../../rules/inputs/named-object.ts';
import { ProductRef, products } from '../products/index.ts';
import { SupplyChainRef } from '../supply-chains/index.ts';
import { CalculationKindEnum } from './enums.ts';
import {
  CalculationConnection,
  CalculationRef,
  calculationById,
  latestOfSubject,
} from './graphql.ts';
import { calculations } from './store.ts';

const CalculationFilterInput = builder.inputType('CalculationFilter', {
  description: 'Filter of calculations; all given conditions must hold.',
  fields: (t) => ({
    kind: t.field({ type: CalculationKindEnum, description: 'Only calculations of this kind.' }),
    product: objectField(t, 'Only calculations of this product.'),
    productId: shortField(t, 'product'),
    isOfScenario: t.boolean({
      description:
        'True: only baselines and outcomes of scenarios. False: none of them, as in the history of a product.',
    }),
    ...creationFilters(t, 'Made'),
  }),
});

builder.queryFields((t) => ({
  calculations: t.field({
    type: CalculationConnection,
    description: 'Calculations of this organization and environment, newest first.',
    args: { ...pageArgs(), ...filterArg(CalculationFilterInput) },
    resolve: async (_root, { filter, ...args }, context) => {
      const productId = await objectInFilter(context, 'product', filter, products);
      return listOf(context, args, calculations, { ...filter, productId }, NEWEST_FIRST);
    },
  }),
  calculation: t.field({
    type: CalculationRef,
    description: 'One calculation by its id.',
    args: { id: t.arg.id({ required: true, description: 'Globally unique id of the object.' }) },
    resolve: async (_root, { id }, context) => {
      const uuid = requiredUuid('calculation', 'The calculation', id);
      return orNotFound('The calculation', await calculationById(context, uuid));
    },
  }),
}));

builder.objectField(ProductRef, 'footprint', (t) =>
  t.field({
    type: CalculationRef,
    nullable: true,
    description:
      'Footprint of the product, of its `footprintBasis`; null if it was never calculated.',
    resolve: (product, _args, context) => calculationById(context, product.calculationId),
  }),
);

builder.objectField(SupplyChainRef, 'footprint', (t) =>
  t.field({
    type: CalculationRef,
    nullable: true,
    description: 'Latest footprint; null if it was never calculated.',
    resolve: (chain, _args, context) => latestOfSubject(context, chain.id),
  }),
);
