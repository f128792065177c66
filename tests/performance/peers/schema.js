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

// Schema first, for the servers that want it so.

export const typeDefs = `
  type Query { products(first: Int!, after: String): ProductConnection! me: Me! }
  type Me { id: ID! name: String! tier: String! organization: Organization! }
  type Organization { id: ID! name: String! tier: String! }
  type ProductConnection { edges: [ProductEdge!]! pageInfo: PageInfo! totalCount: Int! }
  type ProductEdge { cursor: String! node: Product! }
  type Product {
    id: ID! name: String! externalId: String sku: String status: String! netMassKg: Float
    version: Int! createdAt: String!
  }
  type PageInfo {
    hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String
  }
`;

export const resolvers = {
  Query: { products: (_root, args, _context, info) => productConnection(args, info), me },
  ProductConnection: { edges: edgesOf, pageInfo: pageInfoOf, totalCount },
  ProductEdge: { cursor: edgeCursor },
  Product: {
    id: productId,
    name: productName,
    externalId: productExternalId,
    sku: productSku,
    status: productStatus,
    netMassKg: productNetMassKg,
    version: productVersion,
    createdAt: productCreatedAt,
  },
};
