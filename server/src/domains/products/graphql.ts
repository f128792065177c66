import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { recordFields } from '../../graphql/property-fields.ts';
import { decodeId, NIL_UUID } from '../../platform/ids.ts';
import type { Context } from '../../rules/context.ts';
import { orNotFound } from '../../rules/errors/api-error.ts';
import { ComponentRef } from './bill-graphql/component.ts';
import { EndOfLifeRef } from './bill-graphql/end-of-life.ts';
import { LifetimeRef } from './bill-graphql/lifetime.ts';
import { PackagingRef } from './bill-graphql/packaging.ts';
import { ProcessStepRef } from './bill-graphql/process-step.ts';
import { TransportLegRef } from './bill-graphql/transport-leg.ts';
import { UseProfileRef } from './bill-graphql/use-profile.ts';
import { DeclaredUnitEnum, ProductFootprintStateEnum } from './enums.ts';
import { type Bill, footprintStateOf, type Product } from './model.ts';
import { PRODUCT } from './properties.ts';
import { findBills, findProducts } from './store.ts';

const billById = defineLoaderById(findBills);

/** Loads products by id in one statement per request; undefined for a missing one. */
export const productById = defineLoaderById(findProducts);

/** A product of the API; one that was deleted just now comes with the bill that it had. */
type ShownProduct = Product & { readonly bill?: Bill };

async function fromBill<Part>(
  context: Context,
  product: ShownProduct,
  part: (bill: Bill) => Part,
): Promise<Part> {
  if (product.bill !== undefined) return part(product.bill);
  // The product was there when the query began; deleted since, it has no bill any more.
  const { bill } = orNotFound('The product', await billById(context, product.id));
  return part(bill);
}

const DeclaredUnitRef = builder
  .objectRef<Pick<Product, 'declaredAmount' | 'declaredUnit'>>('DeclaredUnit')
  .implement({
    description: 'Declared unit of a product: the amount that one footprint covers.',
    fields: (t) => ({
      amount: t.exposeFloat('declaredAmount', { description: 'Number of units.' }),
      unit: t.expose('declaredUnit', {
        type: DeclaredUnitEnum,
        description: 'Unit of the amount.',
      }),
    }),
  });

export const ProductRef = builder.objectRef<ShownProduct>('Product').implement({
  description:
    'A product: its bill of materials, packaging, processes, transport, use and end of life.',
  interfaces: [Node],
  extensions: access({ permission: 'PRODUCTS_READ' }),
  fields: (t) => ({
    ...recordFields(t, 'product', PRODUCT),
    declaredUnit: t.field({
      type: DeclaredUnitRef,
      extensions: access({ size: 0 }),
      description: 'Declared unit of the footprint.',
      resolve: (product) => product,
    }),
    footprintState: t.field({
      type: ProductFootprintStateEnum,
      description:
        'Footprint of the product, compared with its declaration; the filter `footprintState` of `products` finds products by it.',
      resolve: footprintStateOf,
    }),
    price: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Price of one declared unit.',
      resolve: ({ priceMinor, priceCurrency }) =>
        priceMinor === null || priceCurrency === null
          ? null
          : { minor: priceMinor, currency: priceCurrency },
    }),
    components: t.field({
      type: [ComponentRef],
      description: 'Components of the product, at most 250.',
      resolve: (product, _args, context) => fromBill(context, product, (bill) => bill.components),
    }),
    packaging: t.field({
      type: [PackagingRef],
      extensions: access({ size: 3 }),
      description: 'Packaging of the product, at most 250 items.',
      resolve: (product, _args, context) => fromBill(context, product, (bill) => bill.packaging),
    }),
    processSteps: t.field({
      type: [ProcessStepRef],
      extensions: access({ size: 5 }),
      description: 'Process steps of the product, at most 250.',
      resolve: (product, _args, context) => fromBill(context, product, (bill) => bill.processSteps),
    }),
    transportLegs: t.field({
      type: [TransportLegRef],
      extensions: access({ size: 3 }),
      description: 'Transport legs of the finished product to the shelf, at most 250.',
      resolve: (product, _args, context) =>
        fromBill(context, product, (bill) => bill.transportLegs),
    }),
    useProfile: t.field({
      type: UseProfileRef,
      nullable: true,
      description: 'Use phase: energy, water and consumables.',
      resolve: (product, _args, context) => fromBill(context, product, (bill) => bill.useProfile),
    }),
    endOfLife: t.field({
      type: EndOfLifeRef,
      nullable: true,
      description: 'End-of-life treatment.',
      resolve: (product, _args, context) => fromBill(context, product, (bill) => bill.endOfLife),
    }),
    lifetime: t.field({
      type: LifetimeRef,
      nullable: true,
      description: 'Length of the lifetime.',
      resolve: (product, _args, context) => fromBill(context, product, (bill) => bill.lifetime),
    }),
  }),
});

builder.objectField(ComponentRef, 'product', (t) =>
  t.field({
    type: ProductRef,
    nullable: true,
    description: 'The product that is the part; null if the part is not a product.',
    resolve: ({ productId }, _args, context) =>
      productId === undefined
        ? null
        : productById(context, decodeId('product', productId) ?? NIL_UUID),
  }),
);

registerNode('product', { typename: 'Product', load: productById });
