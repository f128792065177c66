import assert from 'node:assert/strict';
import { ApolloClient, CombinedGraphQLErrors, HttpLink, InMemoryCache } from '@apollo/client/core';
import { relayStylePagination } from '@apollo/client/utilities';
import { ENDPOINT, isMutation, KEY, OPERATIONS, SIZE } from './setting.js';
import { refusal, runShop } from './shop.js';

/** Apollo Client with a normalized cache and relayStylePagination. */

const client = new ApolloClient({
  link: new HttpLink({ uri: ENDPOINT, headers: { 'X-API-Key': KEY } }),
  cache: new InMemoryCache({
    possibleTypes: { Node: ['Product'] },
    typePolicies: { Query: { fields: { products: relayStylePagination() } } },
  }),
});

async function execute(name, variables) {
  try {
    const document = OPERATIONS[name];
    const { data } = isMutation(name)
      ? await client.mutate({ mutation: document, variables })
      : await client.query({ query: document, variables, fetchPolicy: 'no-cache' });
    return data;
  } catch (error) {
    if (CombinedGraphQLErrors.is(error)) throw refusal(error.errors);
    throw error;
  }
}

/** Each page that `fetchMore` brings joins the list in the cache. */
async function readsConnection() {
  const variables = { first: 2 };
  const query = client.watchQuery({ query: OPERATIONS.ShopProductsQuery, variables });
  const subscription = query.subscribe(() => {});
  await query.refetch();
  const inCache = () =>
    client.readQuery({ query: OPERATIONS.ShopProductsQuery, variables }).products;
  while (inCache().pageInfo.hasNextPage) {
    const { length } = inCache().edges;
    await query.fetchMore({ variables: { first: 5, after: inCache().pageInfo.endCursor } });
    assert.ok(inCache().edges.length > length, 'the page joined the list');
  }
  subscription.unsubscribe();
  const { edges, totalCount } = inCache();
  assert.equal(edges.length, totalCount);
  assert.equal(new Set(edges.map(({ node }) => node.id)).size, totalCount);
}

await runShop(execute, SIZE);
await readsConnection();
client.stop();
