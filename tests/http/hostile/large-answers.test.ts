import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuMsOf } from '../../cpu-time.ts';
import { type Answer, codesOf, dataOf, sendForId, textAt } from '../client.ts';
import { service, world } from '../world.ts';

const COPIES = 20;
const ALIASES = 45;
const LARGE = { name: 'Large', metadata: { text: 'x'.repeat(9_900) } };

const client = await world({ tier: 'ENTERPRISE' });
for (let copy = 0; copy < COPIES; copy += 1)
  await sendForId(client, 'createProduct', 'product', LARGE);

function repeated(times: number, field: (alias: number) => string): string {
  return Array.from({ length: times }, (_each, alias) => field(alias)).join(' ');
}

function listsOf(times: number): string {
  return `{ ${repeated(times, (alias) => `a${alias}: products { nodes { id metadata } }`)} }`;
}

test('refuses lists that read more than 8 MB in one request', async () => {
  assert.deepEqual(codesOf(await client.send(listsOf(10))), []);
  const refused = await client.send(listsOf(ALIASES));
  assert.deepEqual([...new Set(codesOf(refused))], ['QUERY_TOO_COMPLEX']);
  assert.equal(refused.errors[0]?.extensions['maxBytes'], 8 * 1024 ** 2);
});

test('refuses an answer of more than 8 MB although little is read for it', async () => {
  const list = await client.send('{ products(first: 1) { nodes { id } } }');
  const id = textAt(list, 'products', 'nodes', 0, 'id');
  const metadata = repeated(ALIASES, (alias) => `m${alias}: metadata`);
  const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Product { ${metadata} } } }`;
  const answer = (times: number) =>
    client.send(query, { ids: Array.from({ length: times }, () => id) });
  assert.deepEqual(codesOf(await answer(1)), []);
  const refused = await answer(100);
  assert.deepEqual(codesOf(refused), ['QUERY_TOO_COMPLEX']);
});

/** An order of 250 lines of one product of 100 components. */
async function orderOfOneProduct(): Promise<string> {
  const product = {
    name: 'Repeated',
    price: { amount: '1.00', currencyCode: 'EUR' },
    components: Array.from({ length: 100 }, (_each, at) => ({
      name: `Component ${at}`,
      material: 'cotton fibre',
      massKg: 1,
    })),
  };
  const productId = await sendForId(client, 'createProduct', 'product', product);
  const lines = Array.from({ length: 250 }, () => ({ productId, quantity: 1 }));
  return sendForId(client, 'createOrder', 'order', { lines });
}

const PARTS = 'lines { product { components { name massKg material lossRate originCountry } } }';
const id = await orderOfOneProduct();

test('refuses an order whose lines repeat one product before it completes all of them', async () => {
  const ask = (copies: number) =>
    client.send(`{ ${repeated(copies, (alias) => `a${alias}: order(id: "${id}") { ${PARTS} }`)} }`);
  assert.deepEqual(codesOf(await ask(1)), []);
  const oneMs = await cpuMsOf(() => ask(1));
  const answer = Promise.withResolvers<Answer>();
  const allMs = await cpuMsOf(() => ask(ALIASES).then(answer.resolve));
  const refused = await answer.promise;
  assert.deepEqual(codesOf(refused), ['QUERY_TOO_COMPLEX']);
  assert.match(refused.errors[0]?.message ?? '', /^The answer has more than 30,000 objects/);
  // Two to four copies are completed; all of them took thirty times as long as one.
  assert.ok(allMs < 15 * oneMs, `${allMs} ms, ${oneMs} ms for one copy`);
});

test('mutations whose payloads are too large are carried out, and say so in place of the payloads', async () => {
  const missing = 'ord_00000000000000000000000000';
  const update = (alias: number, of: string) =>
    `a${alias}: updateOrder(input: { id: "${of}", metadata: { at: ${alias} } }) { order { version ${PARTS} } }`;
  const updates = repeated(8, (alias) => update(alias, alias === 3 ? missing : id));
  const { data, errors } = await client.send(`mutation { ${updates} }`);
  assert.deepEqual(new Set(Object.values(Object(data))), new Set([null]));
  const [own, left, ...others] = errors;
  assert.deepEqual([own?.path, own?.extensions['code']], [['a3'], 'NOT_FOUND']);
  assert.equal(left?.extensions['code'], 'QUERY_TOO_COMPLEX');
  assert.match(left?.message ?? '', /that have no error of their own were carried out/);
  assert.deepEqual(others, []);
  const order = await client.send(`{ order(id: "${id}") { metadata } }`);
  assert.deepEqual(order.data, { order: { metadata: { at: 7 } } });
});

/** A request whose answer has begun and is not read. */
async function unread(query: string) {
  const sent = request(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'x-api-key': client.key, 'content-type': 'application/json' },
  });
  sent.on('error', () => {});
  sent.end(JSON.stringify({ query }));
  await once(sent, 'response');
  return sent;
}

test('a query of low cost that reads much waits for a place', async () => {
  const metadata = repeated(9, (alias) => `m${alias}: metadata`);
  const lists = repeated(4, (alias) => `a${alias}: products { nodes { ${metadata} } }`);
  const query = `{ ${lists} }`;
  const [first, second] = [await unread(query), await unread(query)];
  let isAnswered = false;
  const waiting = client.send(query).then((answer) => {
    isAnswered = true;
    return answer;
  });
  dataOf(await client.send('{ products(first: 5) { nodes { metadata } } }'));
  await sleep(500);
  assert.equal(isAnswered, false);
  first.destroy();
  second.destroy();
  const answer = await waiting;
  dataOf(answer);
  assert.ok(answer.extensions.cost < 100);
});
