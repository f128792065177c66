import assert from 'node:assert/strict';
import relay from 'relay-runtime';
import { post, SIZE } from './setting.js';
import { refusal, runShop } from './shop.js';

/** relay-runtime with the artifacts of relay-compiler. */

const { commitMutation, createOperationDescriptor, Environment, fetchQuery, getSelector, Network } =
  relay;
const { RecordSource, Store } = relay;

const environment = new Environment({
  network: Network.create(async ({ text }, variables) => {
    const answer = await post(text, variables);
    // Relay itself only says that there were errors.
    if (answer.errors !== undefined) throw refusal(answer.errors);
    return answer;
  }),
  store: new Store(new RecordSource()),
});

const artifact = async (name) => (await import(`./generated/relay/${name}.graphql.js`)).default;

async function execute(name, variables) {
  const request = await artifact(name);
  if (request.params.operationKind === 'query')
    return fetchQuery(environment, request, variables, { fetchPolicy: 'network-only' }).toPromise();
  return new Promise((resolve, reject) => {
    commitMutation(environment, {
      mutation: request,
      variables,
      onCompleted: resolve,
      onError: reject,
    });
  });
}

/** Reads a list as `usePaginationFragment` does: each page joins the connection in the store. */
async function readsConnection() {
  const first = await artifact('RelayProductsQuery');
  await fetchQuery(environment, first, { count: 2 }).toPromise();
  const fragment = await artifact('RelayProducts');
  const operation = createOperationDescriptor(first, { count: 2 });
  const { data } = environment.lookup(operation.fragment);
  const connection = () => environment.lookup(getSelector(fragment, data)).data.products;
  environment.retain(operation);
  assert.equal(connection().edges.length, 2);
  const next = await artifact('RelayProductsPageQuery');
  while (connection().pageInfo.hasNextPage) {
    const cursor = connection().pageInfo.endCursor;
    await fetchQuery(environment, next, { count: 5, cursor }).toPromise();
  }
  const { edges, totalCount } = connection();
  assert.equal(new Set(edges.map(({ node }) => node.id)).size, totalCount);
  assert.equal(edges.length, totalCount);
}

await runShop(execute, SIZE);
await readsConnection();
