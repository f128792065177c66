import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../../server/src/platform/database/index.ts';
import { until } from '../../../server/src/platform/testing.ts';
import { at, codesOf, dataOf, type JsonObject, mutationText, sendForId } from '../client.ts';
import { service, type World, world } from '../world.ts';

const DAY_MS = 86_400_000;
const DELETE = mutationText('deleteEvents', 'isDeleted');
const LOG = `query ($after: String, $types: [String!]) {
  events(first: 100, after: $after, filter: { types: $types }) {
    totalCount nodes { type } pageInfo { endCursor }
  }
}`;

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString();
}

/** Makes all events so far older by a hundred days. */
async function age({ scope }: World): Promise<void> {
  await query(
    service.db,
    `update events set created_at = created_at - interval '100 days'
     where organization_id = $1 and environment = $2`,
    [scope.organizationId, scope.environment],
  );
}

async function createProducts(client: World, count: number): Promise<void> {
  for (let made = 0; made < count; made += 1)
    await sendForId(client, 'createProduct', 'product', { name: `Product ${made}` });
}

async function typesOf(client: World, variables: JsonObject = {}) {
  const log = at(dataOf(await client.send(LOG, variables)), 'events') ?? null;
  const nodes = at(log, 'nodes');
  assert.ok(Array.isArray(nodes));
  return {
    types: nodes.map((node) => at(node, 'type')),
    totalCount: at(log, 'totalCount'),
    endCursor: at(log, 'pageInfo', 'endCursor') ?? null,
  };
}

test('old events are deleted, and readers who would miss one of theirs are refused', async () => {
  const [free, other] = [await world(), await world()];
  await createProducts(other, 1);
  await createProducts(free, 1);
  const begin = await typesOf(free);
  await sendForId(free, 'createCustomer', 'customer', { name: 'Ada' });
  await createProducts(free, 1);
  const known = await typesOf(free);
  const ofOther = await typesOf(other);
  await age(free);
  await age(other);
  await createProducts(free, 1);

  const tenant = [free.scope.organizationId, free.scope.environment];
  await query(
    service.db,
    `insert into record_bytes (organization_id, environment, rest_until) values ($1, $2, 'infinity')
     on conflict (organization_id, environment) do update set rest_until = 'infinity'`,
    tenant,
  );
  const input = { createdUntil: daysAgo(95) };
  const isDeleted = async () =>
    at(dataOf(await free.send(DELETE, { input })), 'deleteEvents', 'isDeleted');
  assert.equal(await isDeleted(), false);
  await until(async () => (await isDeleted()) === true);
  const asked = await query(
    service.db,
    'select from record_measurements where organization_id = $1 and environment = $2',
    tenant,
  );
  assert.equal(asked.length, 1, 'the room is counted soon');
  const left = await typesOf(free);
  assert.deepEqual([left.types, left.totalCount], [['product.created'], 1]);
  assert.deepEqual((await typesOf(other)).types, ofOther.types, 'those of others stay');

  const missed = await free.send(LOG, { after: begin.endCursor });
  assert.deepEqual(codesOf(missed), ['BAD_USER_INPUT']);
  const problem = at(missed.errors[0]?.extensions['problems'] ?? null, 0) ?? null;
  assert.deepEqual([at(problem, 'path'), at(problem, 'code')], [['after'], 'EVENTS_DELETED']);
  const ofOtherTypes = { after: begin.endCursor, types: ['customer.deleted'] };
  assert.deepEqual((await typesOf(free, ofOtherTypes)).types, [], 'none of these is gone');
  assert.deepEqual((await typesOf(free, { after: known.endCursor })).types, ['product.created']);

  const entries = dataOf(
    await free.send('{ auditLog(first: 5, filter: { action: "events.deleted" }) { totalCount } }'),
  );
  assert.equal(at(entries, 'auditLog', 'totalCount'), 1, 'a repetition writes nothing');
});

test('events of the last 90 days stay', async () => {
  const free = await world();
  await createProducts(free, 1);
  const { types } = await typesOf(free);
  const refused = await free.send(DELETE, { input: { createdUntil: daysAgo(89) } });
  assert.deepEqual(codesOf(refused), ['BAD_USER_INPUT']);
  const nothing = await free.send(DELETE, { input: { createdUntil: daysAgo(91) } });
  assert.equal(at(dataOf(nothing), 'deleteEvents', 'isDeleted'), true);
  assert.deepEqual((await typesOf(free)).types, types);
});
