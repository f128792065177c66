import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { encodeId } from '../../platform/ids.ts';
import { orNotFound } from '../../rules/api-error.ts';
import type { Context } from '../../rules/context.ts';
import { ComponentRef } from './bill-graphql/component.ts';
import { EndOfLifeRef } from './bill-graphql/end-of-life.ts';
import { LifetimeRef } from './bill-graphql/lifetime.ts';
import { PackagingRef } from './bill-graphql/packaging.ts';
import { ProcessStepRef } from './bill-graphql/process-step.ts';
import { TransportLegRef } from './bill-graphql/transport-leg.ts';
import { UseProfileRef } from './bill-graphql/use-profile.ts';
import { DeclaredUnitEnum, ProductStatusEnum, SectorTagEnum } from './enums.ts';
import type { Bill, Product } from './model.ts';
import { findBills, findProducts } from './store.ts';

const billById = defineLoaderById(findBills);

/** Products by id in one statement per request, undefined where there is none. */
export const productById = defineLoaderById(findProducts);

async function fromBill<Part>(
  context: Context,
  product: Product,
  part: (bill: Bill) => Part,
): Promise<Part> {
  // The product was there when the query began; deleted since, it has no bill any more.
  const { bill } = orNotFound('The product', await billById(context, product.id));
  return part(bill);
}

const DeclaredUnitRef = builder
  .objectRef<Pick<Product, 'declaredAmount' | 'declaredUnit'>>('DeclaredUnit')
  .implement({
    description: 'What one footprint of the product is about: so much of this unit.',
    fields: (t) => ({
      amount: t.exposeFloat('declaredAmount', { description: 'How many units.' }),
      unit: t.expose('declaredUnit', { type: DeclaredUnitEnum, description: 'The unit.' }),
    }),
  });

export const ProductRef = builder.objectRef<Product>('Product').implement({
  description: 'Something that is made and sold, with what it is made of and goes through.',
  interfaces: [Node],
  extensions: access({ permission: 'PRODUCTS_READ' }),
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id.',
      resolve: (product) => encodeId('product', product.id),
    }),
    externalId: t.exposeString('externalId', {
      nullable: true,
      description: 'Your own id of the product, unique in this environment.',
    }),
    name: t.exposeString('name', { description: 'Name of the product.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What it is, for people.',
    }),
    sku: t.exposeString('sku', { nullable: true, description: 'Stock keeping unit.' }),
    gtin: t.exposeString('gtin', {
      nullable: true,
      description: 'Global Trade Item Number, 8 to 14 digits with its check digit.',
    }),
    status: t.expose('status', {
      type: ProductStatusEnum,
      description: 'Where the product stands.',
    }),
    sectorTags: t.expose('sectorTags', {
      type: [SectorTagEnum],
      description: 'Sectors it belongs to.',
    }),
    tags: t.exposeStringList('tags', { description: 'Free tags of your own.' }),
    imageUrls: t.expose('imageUrls', { type: ['URL'], description: 'Pictures of the product.' }),
    declaredUnit: t.field({
      type: DeclaredUnitRef,
      extensions: access({ size: 0 }),
      description: 'What its footprint is per.',
      resolve: (product) => product,
    }),
    netMassKg: t.exposeFloat('netMassKg', {
      nullable: true,
      description: 'Mass in kg without packaging.',
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
      description: 'What it is made of, at most 250 parts.',
      resolve: (product, _args, context) => fromBill(context, product, (bill) => bill.components),
    }),
    packaging: t.field({
      type: [PackagingRef],
      extensions: access({ size: 3 }),
      description: 'What it is packed in, at most 250.',
      resolve: (product, _args, context) => fromBill(context, product, (bill) => bill.packaging),
    }),
    processSteps: t.field({
      type: [ProcessStepRef],
      extensions: access({ size: 5 }),
      description: 'How it is made, at most 250 steps.',
      resolve: (product, _args, context) => fromBill(context, product, (bill) => bill.processSteps),
    }),
    transportLegs: t.field({
      type: [TransportLegRef],
      extensions: access({ size: 3 }),
      description: 'How the finished product comes to its shelf, at most 250 legs.',
      resolve: (product, _args, context) =>
        fromBill(context, product, (bill) => bill.transportLegs),
    }),
    useProfile: t.field({
      type: UseProfileRef,
      nullable: true,
      description: 'What using it takes.',
      resolve: (product, _args, context) => fromBill(context, product, (bill) => bill.useProfile),
    }),
    endOfLife: t.field({
      type: EndOfLifeRef,
      nullable: true,
      description: 'Where it goes in the end.',
      resolve: (product, _args, context) => fromBill(context, product, (bill) => bill.endOfLife),
    }),
    lifetime: t.field({
      type: LifetimeRef,
      nullable: true,
      description: 'How long it lasts.',
      resolve: (product, _args, context) => fromBill(context, product, (bill) => bill.lifetime),
    }),
    isMock: t.exposeBoolean('isMock', { description: 'Whether this is mock data of the sandbox.' }),
    version: t.exposeInt('version', {
      description: 'Grows by one with every change; see `expectedVersion`.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When it was last changed.',
    }),
  }),
});

registerNode('product', { typename: 'Product', load: productById });
