import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  inTransaction,
  openDatabase,
  query,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Job } from '../../platform/jobs/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { customerCreated } from '../customers/events.ts';
import { insertEndpoint, updateEndpointRow } from './endpoint-store.ts';
import { REDELIVERY_JOB, redeliver } from './redelivery.ts';
import { restartDeliveries } from './redelivery-store.ts';

const { db, url, inspect } = await testDatabase();

test('a step of a redelivery reads a page, however few of its deliveries have failed', async () => {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const endpointId = newUuid();
  const ids = Array.from({ length: 5 }, newUuid);
  await inspect(
    `insert into webhook_deliveries
       (organization_id, environment, id, endpoint_id, event_id, event_type, state, attempt_count)
     select $1, 'LIVE', id, $2, id, 'ping', case place when 4 then 'FAILED' else 'SUCCEEDED' end, 1
     from unnest($3::uuid[]) with ordinality as given (id, place)`,
    [scope.organizationId, endpointId, ids],
  );
  const hourMs = 3_600_000;
  const [since, until] = [new Date(Date.now() - hourMs), new Date(Date.now() + hourMs)];
  const step = (after: string | undefined) =>
    db
      .transaction()
      .execute((tx) =>
        restartDeliveries(
          { db: tx, scope },
          { endpointId, since, until, include: 'FAILED' },
          after,
          2,
        ),
      );
  assert.deepEqual(await step(undefined), { last: ids[1], read: 2, made: 0 });
  assert.deepEqual(await step(ids[1]), { last: ids[3], read: 2, made: 1 });
  assert.deepEqual(await step(ids[3]), { last: ids[4], read: 1, made: 0 });
});

test('a redelivery counts nothing ahead, which takes long with millions of events', async () => {
  const statements: string[] = [];
  const watched = await openDatabase({ url, onStatement: (text) => statements.push(text) });
  after(() => watched.destroy());
  const since = new Date(Date.now() - 3_600_000);
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const input = { endpointId: newUuid(), since, until: new Date(), include: 'MISSED' };
  assert.equal(await redelivered({ db: watched, scope }, input), 0);
  assert.deepEqual(
    statements.filter((text) => text.startsWith('select count(')),
    [],
  );
});

/** Redelivers as a job does; returns the number of deliveries. */
async function redelivered(
  { db, scope }: TenantDb,
  input: Readonly<Record<string, unknown>>,
): Promise<number | null | undefined> {
  const at = new Date();
  const job: Job = {
    id: newUuid(),
    scope,
    kind: REDELIVERY_JOB,
    state: 'RUNNING',
    input,
    checkpoint: null,
    totalCount: null,
    doneCount: 0,
    failedCount: 0,
    fileBytes: 0,
    hasExpiredFiles: false,
    error: null,
    isCancelRequested: false,
    lease: 1,
    createdAt: at,
    startedAt: at,
    finishedAt: null,
  };
  let totalCount: number | null | undefined;
  await redeliver({
    job,
    db,
    scope,
    signal: new AbortController().signal,
    save: async (_work, change) => {
      ({ totalCount } = change);
    },
    onEnd: () => {},
    keepPlace: () => {},
  });
  return totalCount;
}

/** An endpoint that missed events, because it was disabled. */
async function behind() {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const tenant: TenantDb = { db, scope };
  const made = { id: newUuid(), secret: Buffer.from('sealed'), apiVersion: '2026-11-22' };
  const draft = { url: 'https://example.com/', description: null, eventTypes: null };
  const rest = { headers: null, headerNames: [], maxPerSecond: 10 };
  await inTransaction(tenant, async (work) => {
    await insertEndpoint(work, made, { ...draft, ...rest });
    const disabled = { isEnabled: false, disabledReason: 'MANUAL' } as const;
    await updateEndpointRow(work, made.id, undefined, disabled);
  });
  const record = (work: TenantTx) =>
    recordEvents(work, customerCreated.of(newUuid(), { version: 1 }));
  const enable = () =>
    inTransaction(tenant, (work) =>
      updateEndpointRow(work, made.id, undefined, { isEnabled: true, disabledReason: null }),
    );
  const since = new Date(Date.now() - 3_600_000);
  const redeliverMissed = () => {
    const until = new Date(Date.now() + 3_600_000);
    const period = { endpointId: made.id, since, until, include: 'MISSED' };
    return redelivered(tenant, period);
  };
  return { tenant, record, enable, redeliverMissed };
}

test('redeliveries at the same time add one delivery of each missed event', async () => {
  const { tenant, record, enable, redeliverMissed } = await behind();
  await inTransaction(tenant, async (work) => {
    for (let count = 0; count < 300; count += 1) await record(work);
  });
  await enable();
  const made = await Promise.all(Array.from({ length: 4 }, redeliverMissed));
  assert.deepEqual(
    made.toSorted((one, other) => Number(one) - Number(other)),
    [0, 0, 0, 300],
  );
});

test('an event that began before the endpoint was enabled, and is committed after that, is no hole', async () => {
  const { tenant, record, enable, redeliverMissed } = await behind();
  const made = await inTransaction(tenant, async (work) => {
    await record(work);
    // Events are sent ahead: this one is there when a later statement has its answer.
    await query(work.db, 'select 1', []);
    await enable();
    const redelivering = redeliverMissed();
    // Without a wait for this transaction it ends with nothing.
    const early = await Promise.race([redelivering, sleep(200, 'it waits')]);
    assert.equal(early, 'it waits');
    return { redelivering };
  });
  assert.equal(await made.redelivering, 1);
});
