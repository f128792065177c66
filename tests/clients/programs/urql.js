import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { ENDPOINT, isMutation, KEY, OPERATIONS, SIZE } from './setting.js';
import { refusal, runShop } from './shop.js';

/** urql with graphcache, which knows the schema, and its relayPagination. */

const schema = {
  __schema: JSON.parse(
    readFileSync(new URL('generated/introspection.json', import.meta.url), 'utf8'),
  ).__schema,
};
const keyless = schema.__schema.types
  .filter(({ kind, fields }) => kind === 'OBJECT' && !fields.some(({ name }) => name === 'id'))
  .map(({ name }) => [name, () => null]);

const connect = (resolvers) =>
  new Client({
    url: ENDPOINT,
    preferGetMethod: false,
    fetchOptions: { headers: { 'X-API-Key': KEY } },
    exchanges: [
      cacheExchange({ schema, keys: Object.fromEntries(keyless), resolvers }),
      fetchExchange,
    ],
  });
const paging = connect({ Query: { products: relayPagination() } });

async function execute(client, name, variables) {
  const document = OPERATIONS[name];
  const { data, error } = isMutation(name)
    ? await client.mutation(document, variables).toPromise()
    : await client.query(document, variables, { requestPolicy: 'network-only' }).toPromise();
  if (error?.networkError !== undefined) throw error.networkError;
  if (error !== undefined) throw refusal(error.graphQLErrors);
  return data;
}

/** Pages read so far are one list in the cache, whichever page is read. */
async function readsConnection() {
  let { products } = await execute(paging, 'ShopProductsQuery', { first: 2 });
  while (products.pageInfo.hasNextPage) {
    const variables = { first: 5, after: products.pageInfo.endCursor };
    ({ products } = await execute(paging, 'ShopProductsQuery', variables));
  }
  const ids = products.edges.map(({ node }) => node.id);
  assert.equal(ids.length, products.totalCount);
  assert.equal(new Set(ids).size, ids.length);
}

const plain = connect({});
await runShop((name, variables) => execute(plain, name, variables), SIZE);
await readsConnection();
