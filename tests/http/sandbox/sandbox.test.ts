import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { SANDBOX_TABLES } from '../../../server/src/domains/sandbox/reset-job.ts';
import { DEFAULT_PERMISSIONS, PERMISSIONS } from '../../../server/src/rules/access/permissions.ts';
import { customerTables } from '../../tenancy/customer-tables.ts';
import { imported } from '../bulk/files.ts';
import { at, codesOf, dataOf, textAt } from '../client.ts';
import { resetSandbox } from '../reset-sandbox.ts';
import { service, world } from '../world.ts';

const CONTENT = `{
  products(first: 100) { totalCount edges { node { id externalId sectorTags } } }
  customers { totalCount }
  supplyChains { totalCount }
  shoppingCarts { edges { node { state } } }
  orders(first: 100) { edges { node { state paymentState co2eKg } } }
}`;
const RESET = 'mutation { resetSandbox { isReset } }';

/** Tables that a reset leaves alone, each with its reason. */
const KEPT: Readonly<Record<string, string>> = {
  api_keys: 'they are how one gets in',
  list_counts: 'kept true by the triggers of the tables that are emptied',
  webhook_endpoints: 'they are settings, as keys are',
  webhook_queues: 'each belongs to an endpoint',
  footprint_partners: 'they are settings, as webhook endpoints are',
  usage_counts: 'what was used was used',
  deprecated_usage: 'what was used was used',
  usage_minutes: 'what was used was used',
  audit_entries: 'nobody may delete them',
  signing_keys: 'they belong to the organization, as keys of the API do',
  request_log: 'the requests were made',
  record_bytes: 'measured anew when as much has been written',
  record_measurements: 'it reads the tables as they are then',
};

test('a reset fills the sandbox with the same data every time', async () => {
  // The key of a first start and of `createApiKey` has these.
  const { send } = await world({ environment: 'SANDBOX', permissions: DEFAULT_PERMISSIONS });
  assert.equal(at(dataOf(await send(CONTENT)), 'products', 'totalCount'), 0);
  const shown: unknown[] = [];
  for (const _ of [1, 2]) {
    await resetSandbox({ send });
    const data = dataOf(await send(CONTENT));
    assert.equal(at(data, 'products', 'totalCount'), 64);
    assert.equal(at(data, 'customers', 'totalCount'), 20);
    assert.equal(at(data, 'supplyChains', 'totalCount'), 6);
    const edges = at(data, 'products', 'edges');
    assert.ok(Array.isArray(edges));
    shown.push(edges.map((edge) => at(edge, 'node', 'externalId')));
  }
  assert.deepEqual(shown[0], shown[1]);
});

test('orders are in every state, paid in many ways, with footprints once confirmed', async () => {
  const { send } = await world({ environment: 'SANDBOX' });
  await resetSandbox({ send });
  const edges = at(dataOf(await send(CONTENT)), 'orders', 'edges');
  assert.ok(Array.isArray(edges));
  const states = new Set(edges.map((edge) => at(edge, 'node', 'state')));
  assert.deepEqual(
    states,
    new Set(['DRAFT', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'RETURNED', 'CANCELLED']),
  );
  const payments = new Set(edges.map((edge) => at(edge, 'node', 'paymentState')));
  assert.ok(payments.size >= 6, [...payments].join());
  for (const edge of edges) {
    const isFrozen = at(edge, 'node', 'co2eKg') !== null;
    assert.equal(
      isFrozen || at(edge, 'node', 'state') === 'CANCELLED',
      at(edge, 'node', 'state') !== 'DRAFT',
    );
  }
});

test('carts are in every state', async () => {
  const { send } = await world({ environment: 'SANDBOX' });
  await resetSandbox({ send });
  const edges = at(dataOf(await send(CONTENT)), 'shoppingCarts', 'edges');
  assert.ok(Array.isArray(edges));
  const states = edges.map((edge) => String(at(edge, 'node', 'state')));
  assert.deepEqual(states.sort(), ['ABANDONED', 'CHECKED_OUT', 'OPEN', 'OPEN', 'OPEN']);
});

test('a reset throws away what was changed, and writes no events', async () => {
  const here = await world({ environment: 'SANDBOX', tier: 'ENTERPRISE' });
  const { send, scope } = here;
  await resetSandbox({ send });
  await imported(here, '{"name":"Of a file"}');
  const created = await send(
    'mutation { createProduct(input: { name: "Mine", externalId: "mine" }) { product { id } } }',
  );
  const id = textAt(created, 'createProduct', 'product', 'id');
  await resetSandbox({ send });
  const found = await send('query ($id: ID!) { product(id: $id) { id } }', { id });
  assert.deepEqual(codesOf(found), ['NOT_FOUND']);
  const events = await send('{ events { totalCount } }');
  assert.equal(at(dataOf(events), 'events', 'totalCount'), 0);
  const files = join(service.dataFolder, 'files', scope.organizationId, 'SANDBOX');
  assert.deepEqual(await readdir(files), []);
});

test('two resets at once come one after the other', async () => {
  const { send } = await world({ environment: 'SANDBOX' });
  await Promise.all([resetSandbox({ send }), resetSandbox({ send })]);
  assert.equal(at(dataOf(await send(CONTENT)), 'products', 'totalCount'), 64);
});

test('only a sandbox can be reset, by a key with every WRITE permission', async () => {
  const live = await world();
  assert.deepEqual(codesOf(await live.send(RESET)), ['FORBIDDEN']);
  const permissions = PERMISSIONS.filter((permission) => permission !== 'ORDERS_WRITE');
  const limited = await world({ environment: 'SANDBOX', permissions });
  const answer = await limited.send(RESET);
  assert.deepEqual(codesOf(answer), ['FORBIDDEN']);
  assert.equal(answer.errors[0]?.extensions['requiredPermission'], 'ORDERS_WRITE');
});

test("a reset leaves the live data and every other organization's sandbox alone", async () => {
  const mine = await world({ environment: 'SANDBOX' });
  const live = await world({ organization: mine.organization });
  const stranger = await world({ environment: 'SANDBOX' });
  const create = 'mutation { createProduct(input: { name: "Kept" }) { product { id } } }';
  for (const { send } of [live, stranger]) dataOf(await send(create));
  await resetSandbox(mine);
  for (const { send } of [live, stranger]) {
    assert.equal(at(dataOf(await send(CONTENT)), 'products', 'totalCount'), 1);
  }
});

test('a reset empties every table of customer data, or says why not', async () => {
  const emptied = new Set<string>(SANDBOX_TABLES);
  const forgotten = [...(await customerTables(service.db))].filter(
    (table) => !emptied.has(table) && KEPT[table] === undefined,
  );
  assert.deepEqual(forgotten, []);
});
