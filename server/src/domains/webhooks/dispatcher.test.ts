import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stoppedClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import type { Scope } from '../../platform/scope.ts';
import { SecretBox } from '../../platform/secret-box.ts';
import { until as eventually } from '../../platform/testing.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { customerCreated } from '../customers/events.ts';
import { type Dispatcher, startDispatcher } from './dispatcher.ts';
import { insertEndpoint, webhookEndpoints } from './endpoint-store.ts';
import { healthOf } from './health-store.ts';
import type { Outgoing, Sender, SendReport } from './send.ts';
import { newWebhookSecret } from './signature.ts';
import { wakeAfterCommits } from './wake.ts';

const { db, url: databaseUrl, inspect } = await testDatabase();
wakeAfterCommits(db);
const box = new SecretBox(Buffer.alloc(32, 1));
const log = createLog('silent');
const DAY_MS = 86_400_000;

async function endpointOf(maxPerSecond = 1_000) {
  const scope: Scope = { organizationId: newUuid(), environment: 'SANDBOX' };
  const made = { id: newUuid(), secret: box.seal(newWebhookSecret()), apiVersion: '2026-11-22' };
  const draft = {
    url: `https://${newUuid()}.example/`,
    description: null,
    eventTypes: ['customer.created'],
    headers: null,
    headerNames: [],
    maxPerSecond,
  };
  const { id } = await db
    .transaction()
    .execute((tx) => insertEndpoint({ db: tx, scope }, made, draft));
  const record = async (count: number): Promise<void> => {
    const events = Array.from({ length: count }, () =>
      customerCreated.of(newUuid(), { version: 1 }),
    );
    await db.transaction().execute((tx) => recordEvents({ db: tx, scope }, ...events));
  };
  const state = async () => (await webhookEndpoints.find({ db, scope }, [id]))[0];
  return { scope, id, record, state };
}

/** Begun attempts; each is answered by the test, or at once with `status`. */
function senderOf(status?: number) {
  const begun: { readonly outgoing: Outgoing; readonly answer: (status: number) => void }[] = [];
  const changed: (() => void)[] = [];
  const sender: Sender = {
    send: (outgoing) =>
      new Promise((resolve) => {
        const answer = (given: number) => resolve(reportOf(given));
        begun.push({ outgoing, answer });
        if (status !== undefined) answer(status);
        for (const each of changed) each();
      }),
    close: async () => {
      for (const { answer } of begun) answer(500);
    },
  };
  const until = async (count: number): Promise<void> => {
    while (begun.length < count) await new Promise<void>((resolve) => changed.push(resolve));
  };
  return { sender, begun, until };
}

function reportOf(status: number): SendReport {
  const phases = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: 1 };
  const failure = status === 200 ? null : ('STATUS' as const);
  const response = { status, headers: {}, body: '' };
  return { response, failure, message: null, ...phases, totalMs: 20 };
}

/** Waits until an attempt was written, whatever became of it. */
const attempted = (endpointId: string, count: number) =>
  eventually(async () => {
    const [found] = await inspect<{ count: number }>(
      'select sum(attempt_count)::int as count from webhook_deliveries where endpoint_id = $1',
      [endpointId],
    );
    return found?.count === count;
  });

/** Nothing is left to the dispatcher of the next test. */
async function end(dispatcher: Dispatcher): Promise<void> {
  await dispatcher.close();
  await inspect('delete from webhook_deliveries');
}

const makeDue = (endpointId: string) =>
  inspect(`update webhook_deliveries set due_at = now() where endpoint_id = $1`, [endpointId]).then(
    () => inspect(`update webhook_queues set due_at = now() where endpoint_id = $1`, [endpointId]),
  );

/** Has the attempts of an endpoint fail for so long already, once its turn is over. */
const failFor = (endpointId: string, time: string) =>
  eventually(async () => {
    const changed = await inspect(
      `update webhook_queues set failing_since = now() - $2::interval
       where endpoint_id = $1 and leased_until < due_at returning true`,
      [endpointId, time],
    );
    return changed.length === 1;
  });

test('an endpoint whose attempts all failed for more than 5 days is disabled, with an event', async () => {
  const clock = stoppedClock(new Date());
  const { sender, until } = senderOf(500);
  const { scope, id, record, state } = await endpointOf();
  const dispatcher = startDispatcher({ db, databaseUrl, box, sender, log, clock });
  await record(1);
  await until(1);
  await attempted(id, 1);
  clock.advance(30 * DAY_MS);
  await failFor(id, '4 days 23:59');
  await makeDue(id);
  await attempted(id, 2);
  assert.equal((await state())?.isEnabled, true, 'not before 5 days have passed');
  await failFor(id, '5 days 00:01');
  await makeDue(id);
  await eventually(async () => (await state())?.isEnabled === false);
  assert.equal((await state())?.disabledReason, 'FAILING');
  const events = await inspect<{ data: unknown }>(
    `select data from events where organization_id = $1 and type = 'webhook_endpoint.disabled'`,
    [scope.organizationId],
  );
  const webhookEndpointId = encodeId('webhookEndpoint', id);
  assert.deepEqual(events, [{ data: { webhookEndpointId, reason: 'FAILING' } }]);
  await end(dispatcher);
});

test('slow start: one delivery at first, one more in flight after each success, ten at most', async () => {
  const { sender, begun, until } = senderOf();
  const { record } = await endpointOf();
  const dispatcher = startDispatcher({ db, databaseUrl, box, sender, log });
  await record(60);
  let answered = 0;
  for (const inFlight of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10]) {
    await until(answered + inFlight);
    // Other attempts that could begin have begun by now.
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(begun.length - answered, inFlight);
    begun[answered]?.answer(200);
    answered += 1;
  }
  for (; answered < 60; answered++) {
    await until(answered + 1);
    begun[answered]?.answer(200);
  }
  await end(dispatcher);
});

test('the ceiling of deliveries per second holds from one turn to the next', async () => {
  const { sender, begun, until } = senderOf(200);
  const { record } = await endpointOf(10);
  const dispatcher = startDispatcher({ db, databaseUrl, box, sender, log });
  const startedAt = performance.now();
  for (let number = 1; number <= 6; number++) {
    await record(1);
    await until(number);
  }
  assert.equal(begun.length, 6);
  assert.ok(performance.now() - startedAt >= 495, '6 deliveries take five tenths of a second');
  await end(dispatcher);
});

test('a receiver that hangs holds one delivery, and delays no other endpoint', async () => {
  const { sender, begun, until } = senderOf();
  const hanging = await endpointOf();
  const dispatcher = startDispatcher({ db, databaseUrl, box, sender, log });
  await hanging.record(50);
  await until(1);
  const good = await endpointOf();
  await good.record(3);
  for (const number of [2, 3, 4]) {
    await until(number);
    for (const { answer } of begun.slice(1)) answer(200);
  }
  assert.equal(new Set(begun.slice(1).map(({ outgoing }) => outgoing.url)).size, 1);
  assert.equal(begun.length, 4, 'one to the receiver that hangs, three to the other one');
  begun[0]?.answer(500);
  await end(dispatcher);
});

test('new events do not end the pause of an endpoint that fails', async () => {
  const { sender, until } = senderOf(500);
  const { id, record } = await endpointOf();
  const dispatcher = startDispatcher({ db, databaseUrl, box, sender, log });
  const startedAt = performance.now();
  await record(1);
  await attempted(id, 1);
  await eventually(async () => {
    const [queue] = await inspect<{ isPaused: boolean }>(
      `select due_at > now() as "isPaused" from webhook_queues where endpoint_id = $1
        and failing_since is not null`,
      [id],
    );
    return queue?.isPaused === true;
  });
  await record(1);
  await until(2);
  assert.ok(performance.now() - startedAt >= 1_000);
  await end(dispatcher);
});

test('a new event waits for the turns under way, not for the backlogs of other endpoints', async () => {
  const { sender, begun, until } = senderOf(200);
  const others = await Promise.all(Array.from({ length: 20 }, () => endpointOf()));
  for (const { record } of others) await record(400);
  const { record, state } = await endpointOf();
  const dispatcher = startDispatcher({ db, databaseUrl, box, sender, log });
  await until(1_000);
  await record(1);
  const recordedAfter = begun.length;
  const url = (await state())?.url;
  const place = () => begun.findIndex(({ outgoing }) => outgoing.url === url);
  await eventually(async () => place() >= 0);
  assert.ok(place() - recordedAfter < 3_000, `${place() - recordedAfter} deliveries came before`);
  await end(dispatcher);
});

test('the queue of a disabled endpoint is put off, so that claims do not meet it each time', async () => {
  const { sender, begun } = senderOf(200);
  const { id, record } = await endpointOf();
  await record(1);
  await inspect('update webhook_endpoints set is_enabled = false where id = $1', [id]);
  const dispatcher = startDispatcher({ db, databaseUrl, box, sender, log });
  await eventually(async () => {
    const [queue] = await inspect<{ isPutOff: boolean }>(
      `select due_at between now() + interval '50 minutes' and now() + interval '1 hour'
        as "isPutOff" from webhook_queues where endpoint_id = $1`,
      [id],
    );
    return queue?.isPutOff === true;
  });
  assert.equal(begun.length, 0);
  await end(dispatcher);
});

test('an endpoint whose secret no key opens holds no other up', async () => {
  const { sender, begun } = senderOf(200);
  const broken = await endpointOf();
  await inspect('update webhook_endpoints set secret = $2 where id = $1', [
    broken.id,
    new SecretBox(Buffer.alloc(32, 2)).seal(newWebhookSecret()),
  ]);
  const others = await Promise.all([endpointOf(), endpointOf(), endpointOf()]);
  for (const { record } of [broken, ...others]) await record(1);
  await inspect(
    `update webhook_queues set due_at = now() - interval '1 hour' where endpoint_id = $1`,
    [broken.id],
  );
  const dispatcher = startDispatcher({ db, databaseUrl, box, sender, log });
  await eventually(() => begun.length === others.length);
  await end(dispatcher);
});

test('two workers share the work, and deliver nothing twice', async () => {
  const workers = [senderOf(200), senderOf(200)];
  const endpoints = await Promise.all(Array.from({ length: 10 }, () => endpointOf()));
  for (const { record } of endpoints) await record(150);
  const dispatchers = workers.map(({ sender }) =>
    startDispatcher({ db, databaseUrl, box, sender, log }),
  );
  await Promise.all(endpoints.map(({ id }) => attempted(id, 150)));
  const ids = workers.flatMap(({ begun }) =>
    begun.map(({ outgoing }) => outgoing.headers['webhook-id']),
  );
  assert.equal(ids.length, 1_500);
  assert.equal(new Set(ids).size, 1_500);
  for (const dispatcher of dispatchers) await end(dispatcher);
});

test('after 2,000 wake-ups and turns their dead rows are removed', async () => {
  const { sender } = senderOf(200);
  const { id, scope, record } = await endpointOf();
  await inspect(
    `insert into webhook_wakeups (organization_id, environment, endpoint_id)
     select $1, 'SANDBOX', $2 from generate_series(1, 2000)`,
    [scope.organizationId, id],
  );
  const dispatcher = startDispatcher({ db, databaseUrl, box, sender, log });
  await record(1);
  await eventually(async () => {
    const tables = await inspect<{ isClean: boolean }>(
      `select last_vacuum is not null as "isClean" from pg_stat_user_tables
       where relname in ('webhook_wakeups', 'webhook_queues')`,
    );
    return tables.length === 2 && tables.every(({ isClean }) => isClean);
  });
  await end(dispatcher);
});

test('when the service stops, deliveries under way are not counted as failures', async () => {
  const { sender, until } = senderOf();
  const { id, record, scope } = await endpointOf();
  const dispatcher = startDispatcher({ db, databaseUrl, box, sender, log });
  await record(1);
  await until(1);
  await dispatcher.close();
  const deliveries = await inspect(
    `select state, attempt_count from webhook_deliveries where endpoint_id = $1`,
    [id],
  );
  assert.deepEqual(deliveries, [{ state: 'PENDING', attempt_count: 0 }]);
  const [health] = await healthOf({ db, scope }, [id]);
  assert.equal(health?.attemptCount, 0);
});

test('health counts attempts of all outcomes, their 95th percentile and the oldest delivery', async () => {
  const { sender } = senderOf(200);
  const { id, record, scope } = await endpointOf();
  const dispatcher = startDispatcher({ db, databaseUrl, box, sender, log });
  await record(4);
  await attempted(id, 4);
  await dispatcher.close();
  const failing = senderOf(500);
  const other = startDispatcher({ db, databaseUrl, box, sender: failing.sender, log });
  await record(1);
  await attempted(id, 5);
  await other.close();
  const [health] = await healthOf({ db, scope }, [id]);
  assert.ok(health !== undefined);
  assert.equal(health.attemptCount, 5);
  assert.equal(health.successShare, 0.8);
  assert.ok(health.p95AnswerMs !== null && health.p95AnswerMs >= 20 && health.p95AnswerMs <= 22);
  assert.equal(health.oldestUndelivered?.attemptCount, 1);
});

test('health that cannot be written is one line of the log, and holds no delivery up', async (t) => {
  const warned = t.mock.method(log, 'warn');
  const { sender } = senderOf(200);
  const { id, record } = await endpointOf();
  await inspect('alter table webhook_health rename to webhook_health_away');
  const dispatcher = startDispatcher({ db, databaseUrl, box, sender, log });
  // The rate of an endpoint that was not heard of yet lets them through one after the other.
  await record(20);
  await attempted(id, 20);
  await dispatcher.close();
  await inspect('alter table webhook_health_away rename to webhook_health');
  assert.deepEqual(
    warned.mock.calls.map(({ arguments: [, message] }) => message),
    ['health of webhook endpoints'],
  );
});
