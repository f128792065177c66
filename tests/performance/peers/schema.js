import {
  edgeCursor,
  edgesOf,
  me,
  pageInfoOf,
  productConnection,
  productId,
  productName,
  totalCount,
} from './connection.js';

// Schema first, for the servers that want it so.

export const typeDefs = `
  type Query { products(first: Int!, after: String): ProductConnection! me: Me! }
  type Me { id: ID! name: String! tier: String! organization: Organization! }
  type Organization { id: ID! name: String! tier: String! }
  type ProductConnection { edges: [ProductEdge!]! pageInfo: PageInfo! totalCount: Int! }
  type ProductEdge { cursor: String! node: Product! }
  type Product { id: ID! name: String! }
  type PageInfo {
    hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String
  }
`;

export const resolvers = {
  Query: { products: (_root, args) => productConnection(args), me },
  ProductConnection: { edges: edgesOf, pageInfo: pageInfoOf, totalCount },
  ProductEdge: { cursor: edgeCursor },
  Product: { id: productId, name: productName },
};
