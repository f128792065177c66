import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TIER_LIMITS } from '../../../server/src/domains/limits/index.ts';
import { query } from '../../../server/src/platform/database/index.ts';
import { untilFound } from '../../../server/src/platform/testing.ts';
import {
  at,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  sendForId,
  textAt,
} from '../client.ts';
import { service, type World } from '../world.ts';
import { startReceiver } from './receiver.ts';
import { createCustomer, deliveriesWhen, ENDPOINT, enterprise, register } from './subscriber.ts';

const REDELIVER = mutationText(
  'redeliverWebhook',
  'delivery { id } redelivery { id state include totalCount progress endpoint { id } }',
);
const STATE = `query ($id: ID!) { webhookRedelivery(id: $id) { state totalCount doneCount progress } }`;
const HEALTH = `query ($id: ID!) { webhookEndpoint(id: $id) { health {
  attemptCount successShare p95AnswerMs failingSince oldestUndelivered { eventType state } } } }`;

const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

async function redelivered({ send }: World, period: JsonObject): Promise<Json | undefined> {
  const answer = await send(REDELIVER, { input: { period: { since: anHourAgo(), ...period } } });
  const id = textAt(answer, 'redeliverWebhook', 'redelivery', 'id');
  return untilFound(async () => {
    const { webhookRedelivery } = dataOf(await send(STATE, { id }));
    return at(webhookRedelivery, 'state') === 'COMPLETED' ? webhookRedelivery : undefined;
  });
}

test('the failed deliveries of a period are sent again by a job, the others only if asked for', async () => {
  let isBroken = true;
  const receiver = await startReceiver(({ body }) =>
    isBroken && body.includes('customer.created') ? 500 : 200,
  );
  const caller = await enterprise();
  const eventTypes = ['customer.created', 'customer.deleted'];
  const { id: endpointId } = await register(caller, receiver.url, { eventTypes });
  const customerId = await createCustomer(caller);
  await sendForId(caller, 'deleteCustomer', 'customer', { id: customerId });
  await deliveriesWhen(caller, { endpointId }, (nodes) => {
    const states = nodes.map((node) => [at(node, 'attemptCount'), at(node, 'state')].join());
    return states.sort().join(' ') === '1,PENDING 1,SUCCEEDED';
  });
  isBroken = false;
  const before = receiver.received.length;
  const done = { state: 'COMPLETED', progress: 1 };
  const failed = await redelivered(caller, { endpointId });
  assert.deepEqual(failed, { ...done, totalCount: 1, doneCount: 1 });
  const [, , again] = await receiver.take(before + 1);
  assert.ok(again?.body.includes('customer.created'));
  await deliveriesWhen(caller, { endpointId }, (nodes) =>
    nodes.every((node) => at(node, 'state') === 'SUCCEEDED'),
  );
  assert.deepEqual(await redelivered(caller, { endpointId }), {
    ...done,
    totalCount: 0,
    doneCount: 0,
  });
  assert.deepEqual(await redelivered(caller, { endpointId, include: 'ALL' }), {
    ...done,
    totalCount: 2,
    doneCount: 2,
  });
  const all = await receiver.take(before + 3);
  assert.equal(new Set(all.map(({ headers }) => headers['webhook-id'])).size, 2);
});

test('events of the time when an endpoint was disabled are sent by a redelivery of MISSED', async () => {
  const receiver = await startReceiver();
  const caller = await enterprise();
  const { id } = await register(caller, receiver.url, { eventTypes: ['customer.created'] });
  const update = mutationText('updateWebhookEndpoint', ENDPOINT);
  dataOf(await caller.send(update, { input: { id, isEnabled: false } }));
  await createCustomer(caller);
  await createCustomer(caller, 'Grace');
  const input = { period: { endpointId: id, since: anHourAgo(), include: 'MISSED' } };
  assert.deepEqual(codesOf(await caller.send(REDELIVER, { input })), ['CONFLICT']);
  dataOf(await caller.send(update, { input: { id, isEnabled: true } }));
  const missed = await redelivered(caller, { endpointId: id, include: 'MISSED' });
  assert.equal(at(missed, 'doneCount'), 2);
  const received = await receiver.take(2);
  const types = received.map(({ body }) => JSON.parse(body).type);
  assert.deepEqual(types, ['customer.created', 'customer.created']);
  const again = await redelivered(caller, { endpointId: id, include: 'MISSED' });
  assert.equal(at(again, 'doneCount'), 0);
});

test('a redelivery is refused without one target, and for a wrong period', async () => {
  const caller = await enterprise();
  const { id: endpointId } = await register(caller, 'https://example.com/');
  const since = anHourAgo();
  for (const input of [
    {},
    { deliveryId: 'dlv_x', period: { endpointId, since } },
    { period: { endpointId, since: '2020-01-01T00:00:00Z' } },
    { period: { endpointId, since, until: since } },
  ])
    assert.deepEqual(codesOf(await caller.send(REDELIVER, { input })), ['BAD_USER_INPUT']);
});

test('redeliveries that have not ended count as open jobs', async () => {
  const caller = await enterprise();
  const { id: endpointId } = await register(caller, 'https://example.com/');
  const { openJobs } = TIER_LIMITS.ENTERPRISE;
  await query(
    service.db,
    `insert into jobs (organization_id, environment, id, kind, state, input)
     select $1, 'SANDBOX', uuid_v7(), 'WEBHOOK_REDELIVERY', 'AWAITING_FILE', '{}' from generate_series(1, $2::int)`,
    [caller.organization.id, openJobs],
  );
  const input = { period: { endpointId, since: anHourAgo() } };
  const refused = await caller.send(REDELIVER, { input });
  assert.deepEqual(codesOf(refused), ['CONFLICT']);
  assert.equal(refused.errors[0]?.extensions['maxOpenJobs'], openJobs);
});

test('an endpoint shows its health: attempts, successes, answer times and what waits', async () => {
  const receiver = await startReceiver(({ body }) =>
    body.includes('customer.deleted') ? 503 : 200,
  );
  const caller = await enterprise();
  const { id } = await register(caller, receiver.url);
  const healthWhen = (attemptCount: number) =>
    untilFound(async () => {
      const health = at(dataOf(await caller.send(HEALTH, { id })), 'webhookEndpoint', 'health');
      return at(health, 'attemptCount') === attemptCount ? health : undefined;
    });
  assert.deepEqual(await healthWhen(0), {
    attemptCount: 0,
    successShare: null,
    p95AnswerMs: null,
    failingSince: null,
    oldestUndelivered: null,
  });
  const startedAt = performance.now();
  const customerId = await createCustomer(caller);
  const remove = mutationText('deleteCustomer', 'customer { id }');
  dataOf(await caller.send(remove, { input: { id: customerId } }));
  const health = await healthWhen(3);
  const failingSince = await untilFound(async () => {
    const { webhookEndpoint } = Object(dataOf(await caller.send(HEALTH, { id })));
    return at(webhookEndpoint, 'health', 'failingSince') ?? undefined;
  });
  const failingMs = Date.now() - Date.parse(String(failingSince));
  assert.ok(failingMs >= 0 && failingMs < performance.now() - startedAt, `${failingSince}`);
  assert.equal(at(health, 'successShare'), 2 / 3);
  assert.ok(Number(at(health, 'p95AnswerMs')) > 0);
  assert.deepEqual(at(health, 'oldestUndelivered'), {
    eventType: 'customer.deleted',
    state: 'PENDING',
  });
});
