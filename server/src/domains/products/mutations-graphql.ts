import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { changeFields, identifierFields } from '../../graphql/input-fields.ts';
import { mutate } from '../../graphql/mutation.ts';
import { deletionPayloadOf, payloadOf } from '../../graphql/payload.ts';
import { identifiersOfUpdate } from '../../graphql/reference.ts';
import type { Reference } from '../../platform/database/index.ts';
import { orNotFound } from '../../rules/api-error.ts';
import type { NamedObject } from '../../rules/named-object.ts';
import { productDraft } from './draft.ts';
import { ProductRef } from './graphql.ts';
import { CreateProductInput, UpdateProductInput } from './inputs-graphql.ts';
import { ownProductReference } from './queries-graphql.ts';
import { createProduct, deleteProduct, updateProduct } from './service.ts';

const ProductPayload = (mutation: string) =>
  payloadOf(mutation, 'product', ProductRef, 'The product after the change.');

const DeleteProductInput = builder.inputType('DeleteProductInput', {
  description: 'The product to delete, by `id` or `externalId`.',
  fields: (t) => ({
    ...identifierFields(t, 'product'),
    ...changeFields(t),
  }),
});

const DeleteProductPayload = deletionPayloadOf('product', ProductRef, {
  id: 'Id of the product that is gone.',
  object: 'The product as it was.',
});

builder.mutationFields((t) => ({
  createProduct: t.field({
    type: ProductPayload('createProduct'),
    nullable: true,
    description: 'Creates a product.',
    extensions: access({ permission: 'PRODUCTS_WRITE' }),
    args: {
      input: t.arg({ type: CreateProductInput, required: true, description: 'The new product.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async ({ tx }) => ({
        product: await createProduct(tx, context.scope, productDraft(input)),
      })),
  }),
  updateProduct: t.field({
    type: ProductPayload('updateProduct'),
    nullable: true,
    description: 'Changes a product. Its status changes this way too.',
    extensions: access({ permission: 'PRODUCTS_WRITE' }),
    args: {
      input: t.arg({
        type: UpdateProductInput,
        required: true,
        description: 'The product and its changes.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async ({ tx }) => ({
        product: await updateProduct(
          tx,
          context.scope,
          existing(identifiersOfUpdate(input)),
          input.expectedVersion ?? undefined,
          (current) => productDraft(input, current),
        ),
      })),
  }),
  deleteProduct: t.field({
    type: DeleteProductPayload,
    nullable: true,
    description:
      'Deletes a product that nothing else needs. One in use is refused: archive it instead. Its passports stay, and name no product any more.',
    extensions: access({ permission: 'PRODUCTS_WRITE' }),
    args: {
      input: t.arg({
        type: DeleteProductInput,
        required: true,
        description: 'The product to delete, by `id` or `externalId`.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (work) => {
        const { expectedVersion } = input;
        const reference = existing(input);
        return { product: await deleteProduct(work, reference, expectedVersion ?? undefined) };
      }),
  }),
}));

function existing(named: NamedObject): Reference {
  return orNotFound('The product', ownProductReference(named, ['input']));
}
