import type { Component } from '@trackway/engine';
import { askedFields } from '../../graphql/asked-fields.ts';
import {
  type ApiTypes,
  builder,
  IDEMPOTENCY_KEY_DESCRIPTION,
  OrderDirectionEnum,
} from '../../graphql/builder.ts';
import {
  type Connection,
  type Count,
  connectionOf,
  connectionType,
  countUpTo,
  pageArgs,
} from '../../graphql/connection.ts';
import type { Context } from '../../graphql/context.ts';
import { gate } from '../../graphql/gates.ts';
import { defineLoader, inOrderOf } from '../../graphql/loader.ts';
import { MoneyInput, MoneyRef, readMoney } from '../../graphql/money.ts';
import { mutate } from '../../graphql/mutation.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { badInput, notFound, type Problem } from '../../graphql/refusal.ts';
import { type WithoutNulls, withoutNulls } from '../../graphql/without-nulls.ts';
import type { Key } from '../../platform/database/index.ts';
import { decodeId, encodeId } from '../../platform/ids.ts';
import {
  ComponentInput,
  ComponentRef,
  EndOfLifeInput,
  EndOfLifeRef,
  LifetimeInput,
  LifetimeRef,
  PackagingInput,
  PackagingRef,
  ProcessStepInput,
  ProcessStepRef,
  TransportLegInput,
  TransportLegRef,
  UseProfileInput,
  UseProfileRef,
} from './bill-graphql.ts';
import { problemsOf } from './check.ts';
import { propertiesReadBy } from './listed-properties.ts';
import type { Bill, CheckedDraft, Product, ProductDraft } from './model.ts';
import { createProduct, deleteProduct, updateProduct } from './service.ts';
import {
  countMatching,
  countProducts,
  findBills,
  findProduct,
  findProducts,
  listProducts,
  type ProductFilter,
  type ProductOrder,
  type ProductReference,
} from './store.ts';
import { uncertaintyOf } from './uncertainty.ts';
import {
  DeclaredUnitEnum,
  ProductOrderFieldEnum,
  ProductStatusEnum,
  SectorTagEnum,
} from './words.ts';

const billOf = defineLoader(async ({ db, scope }: Context, ids: readonly string[]) => {
  const found = inOrderOf(ids, await findBills(db, scope, ids), (row) => row.id, undefined);
  return found.map((row) => row?.bill);
});

/** Products by id in one statement per request, undefined where there is none. */
export const productById = defineLoader(async ({ db, scope }: Context, ids: readonly string[]) =>
  inOrderOf(ids, await findProducts(db, scope, ids), (row) => row.id, undefined),
);

async function fromBill<Part>(
  context: Context,
  product: Product,
  part: (bill: Bill) => Part,
): Promise<Part> {
  const bill = await billOf(context, product.id);
  // The product was there when the query began; deleted since, it has no bill any more.
  if (bill === undefined) throw notFound('The product');
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

const DeclaredUnitInput = builder.inputType('DeclaredUnitInput', {
  description: 'What one footprint of the product is about: so much of this unit.',
  fields: (t) => ({
    amount: t.float({ required: true, description: 'How many units, more than 0.' }),
    unit: t.field({ type: DeclaredUnitEnum, required: true, description: 'The unit.' }),
  }),
});

export const ProductRef = builder.objectRef<Product>('Product').implement({
  description: 'Something that is made and sold, with what it is made of and goes through.',
  interfaces: [Node],
  extensions: gate({ permission: 'PRODUCTS_READ' }),
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
      extensions: gate({ size: 0 }),
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
      description: 'What it is made of, at most 250 input.',
      resolve: (product, _args, context) => fromBill(context, product, (bill) => bill.components),
    }),
    packaging: t.field({
      type: [PackagingRef],
      extensions: gate({ size: 3 }),
      description: 'What it is packed in, at most 250.',
      resolve: (product, _args, context) => fromBill(context, product, (bill) => bill.packaging),
    }),
    processSteps: t.field({
      type: [ProcessStepRef],
      extensions: gate({ size: 5 }),
      description: 'How it is made, at most 250 steps.',
      resolve: (product, _args, context) => fromBill(context, product, (bill) => bill.processSteps),
    }),
    transportLegs: t.field({
      type: [TransportLegRef],
      extensions: gate({ size: 3 }),
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

const ProductConnection = connectionType(ProductRef, 'Product', 'products', 'PRODUCTS_READ');

const ProductFilterInput = builder.inputType('ProductFilter', {
  description: 'Which products to list; all conditions must hold.',
  fields: (t) => ({
    status: t.field({
      type: [ProductStatusEnum],
      description: 'In one of these states; by default all but the archived.',
    }),
    sectorTag: t.field({ type: SectorTagEnum, description: 'Of this sector.' }),
    text: t.string({ description: 'With this text in the name, in any case.' }),
    createdFrom: t.field({ type: 'DateTime', description: 'Created at this moment or later.' }),
    createdUntil: t.field({ type: 'DateTime', description: 'Created before this moment.' }),
    updatedSince: t.field({ type: 'DateTime', description: 'Changed at this moment or later.' }),
    minCo2eKg: t.float({
      description: 'With a latest footprint of at least this, in kg CO2e per declared unit.',
    }),
    maxCo2eKg: t.float({
      description: 'With a latest footprint of at most this, in kg CO2e per declared unit.',
    }),
  }),
});

const ProductOrderInput = builder.inputType('ProductOrder', {
  description: 'What a list of products is ordered by.',
  fields: (t) => ({
    field: t.field({ type: ProductOrderFieldEnum, required: true, description: 'The field.' }),
    direction: t.field({ type: OrderDirectionEnum, description: 'Which way; ASC by default.' }),
  }),
});

builder.queryFields((t) => ({
  products: t.field({
    type: ProductConnection,
    nullable: true,
    description:
      'Products of this organization and environment, oldest first unless ordered otherwise.',
    args: {
      ...pageArgs(),
      filter: t.arg({ type: ProductFilterInput, description: 'Which products.' }),
      orderBy: t.arg({ type: ProductOrderInput, description: 'In which order.' }),
    },
    resolve: (_root, { filter, orderBy, ...args }, context, info): Promise<Connection<Product>> => {
      const { db, scope } = context;
      const properties = propertiesReadBy(askedFields(info, ['edges', 'node']));
      const wanted = withDates(filter ?? {});
      const order: ProductOrder = {
        field: orderBy?.field ?? 'CREATED_AT',
        isDescending: orderBy?.direction === 'DESC',
      };
      const isUnfiltered =
        Object.values(wanted).every((value) => value === undefined) && order.field !== 'FOOTPRINT';
      return connectionOf(context, args, {
        list: `products ${order.field} ${order.isDescending}`,
        load: (page) => listProducts(db, scope, wanted, order, page, properties),
        key: (product) => keyOf(product, order),
        count: async (): Promise<Count> => {
          if (isUnfiltered) return { total: await countProducts(db, scope), isExact: true };
          return countUpTo((limit) => countMatching(db, scope, wanted, order, limit));
        },
      });
    },
  }),
  product: t.field({
    type: ProductRef,
    nullable: true,
    description: 'One product, by exactly one of its identifiers.',
    args: {
      id: t.arg.id({ description: 'Its id.' }),
      externalId: t.arg.string({ description: 'Your own id of it.' }),
      gtin: t.arg.string({ description: 'Its GTIN; of several the newest.' }),
      sku: t.arg.string({ description: 'Its SKU; of several the newest.' }),
    },
    resolve: async (_root, args, { db, scope }) => {
      const reference = productReference(args, []);
      const product = reference === undefined ? undefined : await findProduct(db, scope, reference);
      if (product === undefined) throw notFound('The product');
      return product;
    },
  }),
}));

function withDates(filter: typeof ProductFilterInput.$inferInput): ProductFilter {
  const { status, sectorTag, text, createdFrom, createdUntil, updatedSince, minCo2eKg, maxCo2eKg } =
    filter;
  return {
    status: status ?? undefined,
    sectorTag: sectorTag ?? undefined,
    text: text ?? undefined,
    createdFrom: createdFrom ?? undefined,
    createdUntil: createdUntil ?? undefined,
    updatedSince: updatedSince ?? undefined,
    minCo2eKg: minCo2eKg ?? undefined,
    maxCo2eKg: maxCo2eKg ?? undefined,
  };
}

function keyOf(product: Product, order: ProductOrder): Key {
  switch (order.field) {
    case 'CREATED_AT':
      return [product.id];
    case 'UPDATED_AT':
      return [product.updatedAt.toISOString(), product.id];
    case 'NAME':
      return [product.name, product.id];
    case 'FOOTPRINT':
      return [product.co2eKg ?? 0, product.id];
  }
}

type Identifiers = {
  readonly id?: string | null | undefined;
  readonly externalId?: string | null | undefined;
  readonly gtin?: string | null | undefined;
  readonly sku?: string | null | undefined;
};

/** Which product is meant; undefined when the id is not one of a product. */
export function productReference(
  given: Identifiers,
  path: readonly string[],
): ProductReference | undefined {
  const { id, externalId, gtin, sku } = given;
  const named = Object.values({ id, externalId, gtin, sku }).filter(
    (value) => value !== null && value !== undefined,
  );
  if (named.length !== 1) {
    throw badInput([
      { path, code: 'EXACTLY_ONE', message: 'Say which product by exactly one identifier.' },
    ]);
  }
  if (typeof externalId === 'string') return { by: 'external_id', value: externalId };
  if (typeof gtin === 'string') return { by: 'gtin', value: gtin };
  if (typeof sku === 'string') return { by: 'sku', value: sku };
  const uuid = decodeId('product', id ?? '');
  return uuid === undefined ? undefined : { by: 'id', value: uuid };
}

const FIELDS = {
  externalId: 'Your own id of the product, unique in this environment.',
  description: 'What it is, for people.',
  sku: 'Stock keeping unit.',
  gtin: 'Global Trade Item Number with its check digit.',
  status: 'Where the product stands.',
  sectorTags: 'Sectors it belongs to.',
  tags: 'Free tags of your own.',
  imageUrls: 'Pictures of the product.',
  declaredUnit: 'What its footprint is per; 1 PIECE by default.',
  netMassKg: 'Mass in kg without packaging.',
  price: 'Price of one declared unit.',
  components: 'What it is made of.',
  packaging: 'What it is packed in.',
  processSteps: 'How it is made.',
  transportLegs: 'How the finished product comes to its shelf.',
  useProfile: 'What using it takes.',
  endOfLife: 'Where it goes in the end.',
  lifetime: 'How long it lasts.',
};

const CreateProductInput = builder.inputType('CreateProductInput', {
  description: 'A new product.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the product.' }),
    ...describedFields(t),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY_DESCRIPTION }),
  }),
});

export const UpdateProductInput = builder.inputType('UpdateProductInput', {
  description:
    'Changes of a product, named by its id or externalId. What is not given stays; null empties.',
  fields: (t) => ({
    id: t.id({ description: 'Its id.' }),
    expectedVersion: t.int({
      description: 'The version that you read; a newer one refuses the change with CONFLICT.',
    }),
    name: t.string({ description: 'Name of the product.' }),
    ...describedFields(t),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY_DESCRIPTION }),
  }),
});

function describedFields(t: PothosSchemaTypes.InputFieldBuilder<ApiTypes, 'InputObject'>) {
  return {
    externalId: t.string({ description: FIELDS.externalId }),
    description: t.string({ description: FIELDS.description }),
    sku: t.string({ description: FIELDS.sku }),
    gtin: t.string({ description: FIELDS.gtin }),
    status: t.field({ type: ProductStatusEnum, description: FIELDS.status }),
    sectorTags: t.field({ type: [SectorTagEnum], description: FIELDS.sectorTags }),
    tags: t.stringList({ description: FIELDS.tags }),
    imageUrls: t.field({ type: ['URL'], description: FIELDS.imageUrls }),
    declaredUnit: t.field({ type: DeclaredUnitInput, description: FIELDS.declaredUnit }),
    netMassKg: t.float({ description: FIELDS.netMassKg }),
    price: t.field({ type: MoneyInput, description: FIELDS.price }),
    components: t.field({ type: [ComponentInput], description: FIELDS.components }),
    packaging: t.field({ type: [PackagingInput], description: FIELDS.packaging }),
    processSteps: t.field({ type: [ProcessStepInput], description: FIELDS.processSteps }),
    transportLegs: t.field({ type: [TransportLegInput], description: FIELDS.transportLegs }),
    useProfile: t.field({ type: UseProfileInput, description: FIELDS.useProfile }),
    endOfLife: t.field({ type: EndOfLifeInput, description: FIELDS.endOfLife }),
    lifetime: t.field({ type: LifetimeInput, description: FIELDS.lifetime }),
  };
}

type Written = Omit<typeof UpdateProductInput.$inferInput, 'id' | 'expectedVersion'>;

const EMPTY: ProductDraft = {
  externalId: null,
  name: '',
  description: null,
  sku: null,
  gtin: null,
  status: 'ACTIVE',
  sectorTags: [],
  tags: [],
  imageUrls: [],
  declaredAmount: 1,
  declaredUnit: 'PIECE',
  netMassKg: null,
  priceMinor: null,
  priceCurrency: null,
  isMock: false,
  bill: {
    components: [],
    packaging: [],
    processSteps: [],
    transportLegs: [],
    useProfile: null,
    endOfLife: null,
    lifetime: null,
  },
};

/** A product as it would stand with the given fields written over it; null empties a field. */
export function writtenProduct(input: Written, current: ProductDraft = EMPTY): CheckedDraft {
  const problems: Problem[] = [];
  const price = ifGiven(input.price, (money) => readMoney(money, ['input', 'price'], problems));
  const declared = ifGiven(input.declaredUnit, (unit) => unit);
  const draft: ProductDraft = {
    externalId: given(input.externalId, current.externalId, null),
    name: given(input.name, current.name, ''),
    description: given(input.description, current.description, null),
    sku: given(input.sku, current.sku, null),
    gtin: given(input.gtin, current.gtin, null),
    status: given(input.status, current.status, EMPTY.status),
    sectorTags: given(input.sectorTags, current.sectorTags, []),
    tags: given(input.tags, current.tags, []),
    imageUrls: given(input.imageUrls, current.imageUrls, []),
    declaredAmount: given(
      ifGiven(declared, ({ amount }) => amount),
      current.declaredAmount,
      EMPTY.declaredAmount,
    ),
    declaredUnit: given(
      ifGiven(declared, ({ unit }) => unit),
      current.declaredUnit,
      EMPTY.declaredUnit,
    ),
    netMassKg: given(input.netMassKg, current.netMassKg, null),
    priceMinor: given(
      ifGiven(price, ({ minor }) => minor),
      current.priceMinor,
      null,
    ),
    priceCurrency: given(
      ifGiven(price, ({ currency }) => currency),
      current.priceCurrency,
      null,
    ),
    isMock: current.isMock,
    bill: writtenBill(input, current.bill),
  };
  return { draft, problems: [...problems, ...problemsOf(draft)] };
}

function writtenBill(input: Written, bill: Bill): Bill {
  return {
    components: given<Bill['components']>(
      ifGiven(input.components, (components) => withoutNulls(components).map(componentOf)),
      bill.components,
      [],
    ),
    packaging: given<Bill['packaging']>(ifGiven(input.packaging, withoutNulls), bill.packaging, []),
    processSteps: given<Bill['processSteps']>(
      ifGiven(input.processSteps, withoutNulls),
      bill.processSteps,
      [],
    ),
    transportLegs: given<Bill['transportLegs']>(
      ifGiven(input.transportLegs, withoutNulls),
      bill.transportLegs,
      [],
    ),
    useProfile: given<Bill['useProfile']>(
      ifGiven(input.useProfile, withoutNulls),
      bill.useProfile,
      null,
    ),
    endOfLife: given<Bill['endOfLife']>(
      ifGiven(input.endOfLife, withoutNulls),
      bill.endOfLife,
      null,
    ),
    lifetime: given<Bill['lifetime']>(input.lifetime, bill.lifetime, null),
  };
}

function componentOf({
  uncertainty,
  ...component
}: WithoutNulls<typeof ComponentInput.$inferInput>): Component {
  return uncertainty === undefined
    ? component
    : { ...component, uncertainty: uncertaintyOf(uncertainty) };
}

/** Applies to what is given; null and undefined stay what they say. */
function ifGiven<Value, Result>(
  value: Value | null | undefined,
  map: (value: Value) => Result,
): Result | null | undefined {
  if (value === undefined) return undefined;
  return value === null ? null : map(value);
}

function given<Value>(value: Value | null | undefined, current: Value, empty: Value): Value {
  if (value === undefined) return current;
  return value === null ? empty : value;
}

const ProductPayload = (name: string, description: string) =>
  builder.objectRef<{ readonly product: Product }>(name).implement({
    description,
    fields: (t) => ({
      product: t.field({
        type: ProductRef,
        nullable: true,
        description: 'The product as it stands now.',
        resolve: ({ product }) => product,
      }),
    }),
  });

const DeleteProductInput = builder.inputType('DeleteProductInput', {
  description: 'Which product to delete, by its id or externalId.',
  fields: (t) => ({
    id: t.id({ description: 'Its id.' }),
    externalId: t.string({ description: 'Your own id of it.' }),
    expectedVersion: t.int({
      description: 'The version that you read; a newer one refuses the deletion with CONFLICT.',
    }),
  }),
});

const DeleteProductPayload = builder
  .objectRef<{ readonly deletedProductId: string }>('DeleteProductPayload')
  .implement({
    description: 'What `deleteProduct` gives back.',
    fields: (t) => ({
      deletedProductId: t.exposeID('deletedProductId', {
        description: 'Id of the product that is gone.',
      }),
    }),
  });

builder.mutationFields((t) => ({
  createProduct: t.field({
    type: ProductPayload('CreateProductPayload', 'What `createProduct` gives back.'),
    nullable: true,
    description: 'Creates a product.',
    extensions: gate({ permission: 'PRODUCTS_WRITE' }),
    args: {
      input: t.arg({ type: CreateProductInput, required: true, description: 'The new product.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (tx) => ({
        product: await createProduct(tx, context.scope, writtenProduct(input)),
      })),
  }),
  updateProduct: t.field({
    type: ProductPayload('UpdateProductPayload', 'What `updateProduct` gives back.'),
    nullable: true,
    description: 'Changes a product. Its status changes this way too.',
    extensions: gate({ permission: 'PRODUCTS_WRITE' }),
    args: {
      input: t.arg({
        type: UpdateProductInput,
        required: true,
        description: 'Which product, and what changes.',
      }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (tx) => ({
        product: await updateProduct(
          tx,
          context.scope,
          existing(input),
          input.expectedVersion ?? undefined,
          (current) => writtenProduct(input, current),
        ),
      })),
  }),
  deleteProduct: t.field({
    type: DeleteProductPayload,
    nullable: true,
    description:
      'Deletes a product that nothing else needs. One in use is refused: archive it instead.',
    extensions: gate({ permission: 'PRODUCTS_WRITE' }),
    args: {
      input: t.arg({ type: DeleteProductInput, required: true, description: 'Which product.' }),
    },
    resolve: (_root, { input }, context, info) =>
      mutate(context, info, input, async (tx) => {
        const { id } = await deleteProduct(
          tx,
          context.scope,
          existing(input),
          input.expectedVersion ?? undefined,
        );
        return { deletedProductId: encodeId('product', id) };
      }),
  }),
}));

/** The product that an input names by id or, when there is none, by externalId. */
function existing({ id, externalId }: Identifiers): ProductReference {
  const reference = productReference(id === null || id === undefined ? { externalId } : { id }, [
    'input',
    'id',
  ]);
  if (reference === undefined) throw notFound('The product');
  return reference;
}
