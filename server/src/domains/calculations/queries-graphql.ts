import { builder } from '../../graphql/builder.ts';
import { pageArgs } from '../../graphql/connection.ts';
import { creationFilters } from '../../graphql/input-fields.ts';
import { filterArg, idInFilter, listOf, objectInFilter } from '../../graphql/list.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import { NEWEST_FIRST } from '../../platform/database/index.ts';
import { NIL_UUID } from '../../platform/ids.ts';
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
    subjectId: t.id({
      description:
        'Only calculations of this product, supply chain, order or cart, by its globally unique id.',
    }),
    isOfScenario: t.boolean({
      description:
        'True: only baselines and outcomes of scenarios. False: none of them, as in the history of a product.',
    }),
    ...creationFilters(t, 'Made'),
  }),
});

const SUBJECT_KINDS = ['product', 'supplyChain', 'order', 'shoppingCart'] as const;

type Subject = ReturnType<typeof idInFilter<(typeof SUBJECT_KINDS)[number]>>;

/** Products have a column of their own. Two different products are the product of no calculation. */
function conditionOf(subject: Subject, productId: string | undefined) {
  if (subject === undefined) return {};
  if (subject.kind !== 'product') return { subjectId: subject.uuid };
  const isOne = productId === undefined || productId === subject.uuid;
  return { productId: isOne ? subject.uuid : NIL_UUID };
}

builder.queryFields((t) => ({
  calculations: t.field({
    type: CalculationConnection,
    description: 'Calculations of this organization and environment, newest first.',
    args: { ...pageArgs(), ...filterArg(CalculationFilterInput) },
    resolve: async (_root, { filter, ...args }, context) => {
      const { subjectId: id, ...given } = filter ?? {};
      const productId = await objectInFilter(context, 'product', given, products);
      const subject = idInFilter(SUBJECT_KINDS, ['filter', 'subjectId'], id);
      const wanted = { ...given, productId, ...conditionOf(subject, productId) };
      return listOf(context, args, calculations, wanted, NEWEST_FIRST);
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
