import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { inputArg, targetInput } from '../../graphql/input-fields.ts';
import { mutation } from '../../graphql/mutation.ts';
import { deletionPayloadOf, payloadOf } from '../../graphql/payload.ts';
import { targetOf, targetOfUpdate } from '../../graphql/reference.ts';
import { productDraft } from './draft.ts';
import { ProductRef } from './graphql.ts';
import { CreateProductInput, UpdateProductInput } from './inputs-graphql.ts';
import { ownProductReference } from './queries-graphql.ts';
import { createProduct, deleteProduct, updateProduct } from './service.ts';

const ProductPayload = (mutation: string) =>
  payloadOf(mutation, 'product', ProductRef, 'The product after the change.');

const DeleteProductInput = targetInput(
  'DeleteProductInput',
  'product',
  'The product to delete, by `id` or `externalId`.',
);

const DeleteProductPayload = deletionPayloadOf('product', ProductRef, {
  id: 'Id of the product that is gone.',
  object: 'The product as it was.',
});

builder.mutationFields((t) => ({
  createProduct: t.field({
    type: ProductPayload('createProduct'),
    description: 'Creates a product.',
    extensions: access({ permission: 'PRODUCTS_WRITE' }),
    args: inputArg(CreateProductInput, 'The new product.'),
    resolve: mutation(async (work, input) => ({
      product: await createProduct(work, productDraft(input)),
    })),
  }),
  updateProduct: t.field({
    type: ProductPayload('updateProduct'),
    description: 'Changes a product. Its status changes this way too.',
    extensions: access({ permission: 'PRODUCTS_WRITE' }),
    args: inputArg(UpdateProductInput, 'The product and its changes.'),
    resolve: mutation(async (work, input) => ({
      product: await updateProduct(work, targetOfUpdate(ownProductReference, input), (current) =>
        productDraft(input, current),
      ),
    })),
  }),
  deleteProduct: t.field({
    type: DeleteProductPayload,
    description:
      'Deletes a product that nothing else needs. While products, orders or carts have it, it is refused with CONFLICT, and `extensions.usedBy` has the first ten that the key may read: archive it instead. Its passports stay, and name no product any more.',
    extensions: access({ permission: 'PRODUCTS_WRITE', freesRoom: true }),
    args: inputArg(DeleteProductInput, 'The product to delete, by `id` or `externalId`.'),
    resolve: mutation(async (work, input, { caller }) => ({
      product: await deleteProduct(work, targetOf(ownProductReference, input), caller),
    })),
  }),
}));
