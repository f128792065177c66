import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId } from '../../../server/src/platform/ids.ts';
import { exported, rowsOf } from '../bulk/files.ts';
import { type Answer, at, codesOf, dataOf, type Json, type JsonObject, textAt } from '../client.ts';
import { type World, world } from '../world.ts';
import { Browser, PASSWORD, personIn } from './browser.ts';

const LOG = `query ($filter: AuditLogFilter, $first: Int, $after: String, $sortBy: AuditLogSort) {
  auditLog(filter: $filter, first: $first, after: $after, sortBy: $sortBy) {
    totalCount pageInfo { endCursor hasNextPage }
    nodes { id action objectId requestId details createdAt actor { kind id name email } }
  }
}`;

async function entriesOf(
  { send }: Pick<World, 'send'>,
  filter: JsonObject = {},
): Promise<readonly Json[]> {
  const nodes = at(dataOf(await send(LOG, { filter, first: 100 })), 'auditLog', 'nodes');
  assert.ok(Array.isArray(nodes));
  return nodes;
}

const actionsOf = (entries: readonly Json[]) => entries.map((entry) => at(entry, 'action'));
const requestIdOf = (answer: Answer) => at({ ...answer.extensions }, 'requestId');

test('records who did what to which key, with the request', async () => {
  const here = await world();
  const { send } = here;
  const created = await send(
    'mutation { createApiKey(input: { name: "Shop" }) { apiKey { id } } }',
  );
  const objectId = textAt(created, 'createApiKey', 'apiKey', 'id');
  const revoked = await send(
    'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { id } } }',
    { id: objectId },
  );
  const entries = await entriesOf(here, { objectId });
  const actor = {
    kind: 'API_KEY',
    id: encodeId('apiKey', here.keyId),
    name: 'Test key',
    email: null,
  };
  assert.deepEqual(
    entries.map((entry) => [at(entry, 'action'), at(entry, 'requestId'), at(entry, 'actor')]),
    [
      ['api_key.created', requestIdOf(created), actor],
      ['api_key.revoked', requestIdOf(revoked), actor],
    ],
  );
  assert.equal(at(entries[0], 'details', 'name'), 'Shop');
});

test('a refused change leaves no entry', async () => {
  const here = await world();
  const before = await entriesOf(here);
  const refused = await here.send(
    `mutation { a: createApiKey(input: { name: "Shop" }) { apiKey { id } }
      b: createApiKey(input: { name: "" }) { apiKey { id } } }`,
  );
  assert.deepEqual(codesOf(refused), ['BAD_USER_INPUT']);
  const gained = (await entriesOf(here)).slice(before.length);
  assert.deepEqual(actionsOf(gained), ['api_key.created'], 'of the field that was answered');
});

test('a reset of the sandbox is recorded, and keeps the log', async () => {
  const here = await world({ environment: 'SANDBOX' });
  const before = await entriesOf(here);
  const reset = await here.send('mutation { resetSandbox { isReset } }');
  const [gained, ...others] = (await entriesOf(here)).slice(before.length);
  assert.deepEqual(
    [at(gained, 'action'), at(gained, 'requestId'), others.length],
    ['sandbox.reset', requestIdOf(reset), 0],
  );
});

test('deletions, exports, erasures and secrets are recorded', async () => {
  const here = await world({ tier: 'ENTERPRISE', environment: 'SANDBOX' });
  const { send } = here;
  const product = await send(
    'mutation { createProduct(input: { name: "Bag" }) { product { id } } }',
  );
  const customer = await send(
    'mutation { createCustomer(input: { name: "Ada Private" }) { customer { id } } }',
  );
  const endpoint = await send(
    'mutation { createWebhookEndpoint(input: { url: "https://example.com/secret-path" }) { webhookEndpoint { id } } }',
  );
  const ids = {
    product: textAt(product, 'createProduct', 'product', 'id'),
    customer: textAt(customer, 'createCustomer', 'customer', 'id'),
    endpoint: textAt(endpoint, 'createWebhookEndpoint', 'webhookEndpoint', 'id'),
  };
  const before = (await entriesOf(here)).length;
  dataOf(
    await send(`query ($customer: ID!) { customerData(id: $customer) }`, {
      customer: ids.customer,
    }),
  );
  dataOf(
    await send(
      `mutation ($product: ID!, $customer: ID!, $endpoint: ID!) {
        deleteProduct(input: { id: $product }) { deletedProductId }
        deleteCustomer(input: { id: $customer }) { deletedCustomerId }
        rotateWebhookSecret(input: { id: $endpoint }) { webhookEndpoint { id } }
        deleteWebhookEndpoint(input: { id: $endpoint }) { webhookEndpoint { id } }
        bulkExport(input: { type: PRODUCTS }) { job { id } }
      }`,
      ids,
    ),
  );
  const gained = (await entriesOf(here)).slice(before);
  assert.deepEqual(
    gained.map((entry) => [at(entry, 'action'), at(entry, 'details')]),
    [
      ['customer.data_exported', {}],
      ['product.deleted', { name: 'Bag' }],
      ['customer.erased', {}],
      ['customer.erasure_completed', {}],
      ['webhook_endpoint.secret_rotated', { host: 'example.com' }],
      ['webhook_endpoint.deleted', { host: 'example.com' }],
      ['export.started', { type: 'PRODUCTS', format: 'JSONL' }],
    ],
  );
  assert.ok(!JSON.stringify(await entriesOf(here)).includes('Private'));
});

test('changes of members and sessions are in the logs of both environments', async () => {
  const live = await world();
  const sandbox = await world({ organization: live.organization, environment: 'SANDBOX' });
  const owner = await personIn(live.organization, 'OWNER');
  const member = await personIn(live.organization, 'MEMBER');
  const members = await owner.browser.query(
    live.organization,
    'SANDBOX',
    '{ members { nodes { id email } } }',
  );
  const id = textAt(members, 'members', 'nodes', 1, 'id');
  const change = await owner.browser.query(
    live.organization,
    'SANDBOX',
    `mutation ($id: ID!) {
      changeMemberRole(input: { id: $id, role: VIEWER }) { member { id } }
      removeMember(input: { id: $id }) { member { id } }
    }`,
    { id },
  );
  assert.deepEqual(change.errors, []);
  const expected = [
    ['member.role_changed', { name: 'Person', from: 'MEMBER', to: 'VIEWER' }],
    ['member.removed', { name: 'Person', role: 'VIEWER' }],
  ];
  for (const here of [live, sandbox]) {
    const entries = await entriesOf(here, { objectId: id, actorKind: 'PERSON' });
    const unknown = await here.send('{ auditLog(filter: { objectId: "x" }) { totalCount } }');
    assert.deepEqual(codesOf(unknown), ['BAD_USER_INPUT']);
    const changes = entries.filter((entry) => at(entry, 'action') !== 'member.joined');
    assert.deepEqual(
      changes.map((entry) => [
        at(entry, 'action'),
        { ...Object(at(entry, 'details')), name: 'Person' },
      ]),
      expected,
    );
    assert.equal(at(changes[0], 'actor', 'email'), owner.email);
    assert.equal(at(changes[0], 'requestId'), requestIdOf(change));
    const own = await entriesOf(here, { action: 'user.session_started' });
    assert.deepEqual(
      own.map((entry) => at(entry, 'actor', 'email')),
      [owner.email, member.email],
    );
  }
});

test('what a person does to the own access is recorded for all organizations of the person', async () => {
  const here = await world();
  const { browser, email } = await personIn(here.organization, 'OWNER');
  const newPassword = 'eleven brisk ferries';
  const changed = await browser.post('/app/auth/change-password', {
    currentPassword: PASSWORD,
    newPassword,
    revokeOtherSessions: true,
  });
  assert.equal(changed.status, 200, await changed.text());
  await browser.post('/app/auth/sign-out', {});
  const again = new Browser();
  await again.post('/app/auth/sign-in/email', { email, password: newPassword });
  const entries = (await entriesOf(here)).filter((entry) =>
    String(at(entry, 'action')).startsWith('user.'),
  );
  assert.deepEqual(actionsOf(entries).slice(0, 2), [
    'user.session_started',
    'user.password_changed',
  ]);
  assert.deepEqual(actionsOf(entries).slice(-2), ['user.session_ended', 'user.session_started']);
  assert.ok(!JSON.stringify(entries).includes(newPassword));
  assert.ok(entries.every((entry) => at(entry, 'actor', 'email') === email));
});

test('filters by actor, action, object and time, and pages in both orders', async () => {
  const here = await world();
  const name = (at: number) => `Key ${at}`;
  for (const place of [1, 2, 3])
    await here.send('mutation ($name: String!) { createApiKey(input: { name: $name }) { key } }', {
      name: name(place),
    });
  const filter = { action: 'api_key.created', actorId: encodeId('apiKey', here.keyId) };
  const sortBy = { field: 'CREATED_AT', direction: 'DESC' };
  const first = dataOf(await here.send(LOG, { filter, sortBy, first: 2 }));
  const after = at(first, 'auditLog', 'pageInfo', 'endCursor') ?? null;
  const second = dataOf(await here.send(LOG, { filter, sortBy, first: 2, after }));
  const names = [first, second].flatMap((page) => {
    const nodes = at(page, 'auditLog', 'nodes');
    return Array.isArray(nodes) ? nodes.map((entry: Json) => at(entry, 'details', 'name')) : [];
  });
  assert.deepEqual(names, [name(3), name(2), name(1)]);
  assert.equal(at(first, 'auditLog', 'totalCount'), 3);
  const [oldest] = await entriesOf(here, filter);
  const since = String(at(oldest, 'createdAt'));
  assert.deepEqual(await entriesOf(here, { ...filter, createdUntil: since }), []);
  assert.equal((await entriesOf(here, { ...filter, createdSince: since })).length, 3);
  for (const wrong of [{ action: 'nothing.happened' }, { actorId: 'prod_nonsense' }])
    assert.deepEqual(codesOf(await here.send(LOG, { filter: wrong })), ['BAD_USER_INPUT']);
});

test('needs AUDIT_READ, which no key has by default', async () => {
  const here = await world();
  const made = await here.send(
    'mutation { createApiKey(input: { name: "Plain" }) { apiKey { permissions } key } }',
  );
  const permissions = at(dataOf(made), 'createApiKey', 'apiKey', 'permissions');
  assert.ok(Array.isArray(permissions) && !permissions.includes('AUDIT_READ'));
  const blind = await world({ organization: here.organization, permissions: ['PRODUCTS_READ'] });
  const answer = await blind.send('{ auditLog { totalCount } }');
  assert.deepEqual(codesOf(answer), ['FORBIDDEN']);
  const node = await here.send('{ auditLog(last: 1) { nodes { id } } }');
  const id = textAt(node, 'auditLog', 'nodes', 0, 'id');
  const byNode = 'query ($id: ID!) { node(id: $id) { id } }';
  assert.equal(at(dataOf(await here.send(byNode, { id })), 'node', 'id'), id);
  assert.deepEqual(codesOf(await blind.send(byNode, { id })), ['FORBIDDEN']);
  const viewer = await personIn(here.organization, 'VIEWER');
  const seen = await viewer.browser.query(here.organization, 'LIVE', '{ auditLog { totalCount } }');
  assert.deepEqual(codesOf(seen), ['FORBIDDEN']);
});

test('is exported as JSONL', async () => {
  const here = await world();
  await here.send('mutation { createApiKey(input: { name: "Shop" }) { key } }');
  const rows = rowsOf(await exported(here, { type: 'AUDIT_LOG' }));
  const entries = await entriesOf(here);
  assert.deepEqual(
    rows.map((row) => [row['id'], row['action'], row['actorKind'], row['objectId']]),
    // The export itself is recorded before it runs.
    entries.map((entry) => [
      at(entry, 'id'),
      at(entry, 'action'),
      at(entry, 'actor', 'kind'),
      at(entry, 'objectId'),
    ]),
  );
  const refused = await here.send(
    'mutation { bulkImport(input: { type: AUDIT_LOG }) { job { id } } }',
  );
  assert.deepEqual(codesOf(refused), ['BAD_USER_INPUT']);
});
