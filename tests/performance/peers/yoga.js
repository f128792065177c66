import { createServer } from 'node:http';
import { useGraphQlJit } from '@envelop/graphql-jit';
import SchemaBuilder from '@pothos/core';
import { createYoga } from 'graphql-yoga';
import {
  edgeCursor,
  edgesOf,
  me,
  pageInfoOf,
  productConnection,
  productCreatedAt,
  productExternalId,
  productId,
  productName,
  productNetMassKg,
  productSku,
  productStatus,
  productVersion,
  totalCount,
} from './connection.js';

const builder = new SchemaBuilder({});

const Product = builder.objectRef('Product').implement({
  fields: (t) => ({
    id: t.id({ resolve: productId }),
    name: t.string({ resolve: productName }),
    externalId: t.string({ nullable: true, resolve: productExternalId }),
    sku: t.string({ nullable: true, resolve: productSku }),
    status: t.string({ resolve: productStatus }),
    netMassKg: t.float({ nullable: true, resolve: productNetMassKg }),
    version: t.int({ resolve: productVersion }),
    createdAt: t.string({ resolve: productCreatedAt }),
  }),
});
const PageInfo = builder.objectRef('PageInfo').implement({
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage'),
    hasPreviousPage: t.exposeBoolean('hasPreviousPage'),
    startCursor: t.exposeString('startCursor', { nullable: true }),
    endCursor: t.exposeString('endCursor', { nullable: true }),
  }),
});
const ProductEdge = builder.objectRef('ProductEdge').implement({
  fields: (t) => ({
    cursor: t.string({ resolve: edgeCursor }),
    node: t.field({ type: Product, resolve: (edge) => edge.node }),
  }),
});
const ProductConnection = builder.objectRef('ProductConnection').implement({
  fields: (t) => ({
    edges: t.field({ type: [ProductEdge], resolve: edgesOf }),
    pageInfo: t.field({ type: PageInfo, resolve: pageInfoOf }),
    totalCount: t.int({ resolve: totalCount }),
  }),
});
const Organization = builder.objectRef('Organization').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    tier: t.exposeString('tier'),
  }),
});
const Me = builder.objectRef('Me').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    tier: t.exposeString('tier'),
    organization: t.expose('organization', { type: Organization }),
  }),
});
builder.queryType({
  fields: (t) => ({
    me: t.field({ type: Me, resolve: me }),
    products: t.field({
      type: ProductConnection,
      args: { first: t.arg.int({ required: true }), after: t.arg.string() },
      resolve: (_root, args, _context, info) => productConnection(args, info),
    }),
  }),
});

const yoga = createYoga({
  schema: builder.toSchema(),
  logging: false,
  graphiql: false,
  plugins: [useGraphQlJit()],
});
createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1');
