import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { inputArg } from '../../graphql/input-fields.ts';
import { identifiersOfUpdate } from '../../graphql/reference.ts';
import { badInput, orNotFound } from '../../rules/errors/api-error.ts';
import { computeInPool } from '../../rules/jobs/compute.ts';
import {
  findBills,
  findProduct,
  ownProductReference,
  productDraft,
  UpdateProductInput,
} from '../products/index.ts';
import { type Preview, previewTask } from './preview.ts';
import { PhaseRef } from './result-graphql.ts';

const ProductFootprintPreviewRef = builder.objectRef<Preview>('ProductFootprintPreview').implement({
  description: 'BASIC footprint of a product with changes that are not stored.',
  fields: (t) => ({
    co2eKg: t.exposeFloat('co2eKg', {
      description: 'Greenhouse gases of one declared unit in kg CO2e.',
    }),
    phases: t.field({
      type: [PhaseRef],
      description: 'Greenhouse gases by life-cycle phase.',
      resolve: ({ phases }) => [...phases],
    }),
  }),
});

builder.queryField('productFootprintPreview', (t) =>
  t.field({
    type: ProductFootprintPreviewRef,
    extensions: access({ permission: 'CALCULATIONS_READ', cost: 20 }),
    description:
      'BASIC footprint that a product would have after `updateProduct` with the same input. Stores nothing. For editors that show the effect of a change while it is typed.',
    args: inputArg(
      UpdateProductInput,
      'The product and its changes. `expectedVersion` is not compared.',
    ),
    resolve: async (_root, { input }, context) => {
      const reference = ownProductReference(identifiersOfUpdate(input), ['input']);
      const product = orNotFound('The product', await findProduct(context, reference));
      const [found] = await findBills(context, [product.id]);
      const { bill } = orNotFound('The product', found);
      const { draft, problems } = productDraft(input, { ...product, bill });
      if (problems.length > 0) throw badInput(problems);
      return computeInPool(context, context.scope, previewTask, { id: product.id, draft });
    },
  }),
);
