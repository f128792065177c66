import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../platform/database/testing.ts';
import { lowestUuidAt, newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { maintainDeliveries } from './delivery-maintenance.ts';
import { insertDelivery, webhookDeliveries } from './delivery-store.ts';
import { insertEndpoint, webhookEndpoints } from './endpoint-store.ts';

const { db, inspect } = await testDatabase();
const DAY_MS = 86_400_000;
const NOW = new Date('2031-05-31T23:59:59Z');

async function partitionsOf(table: string): Promise<string[]> {
  const rows = await inspect<{ name: string }>(
    `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
     where inhparent = $1::regclass order by relname`,
    [table],
  );
  return rows.map(({ name }) => name.replace(`${table}_`, ''));
}

function insertAt(time: Date): Promise<unknown> {
  return inspect(
    `insert into webhook_deliveries (organization_id, environment, id, endpoint_id, event_id, event_type)
     values ($1, 'LIVE', $2, $1, $1, 'ping')`,
    [newUuid(), lowestUuidAt(time.getTime())],
  );
}

const countOf = async () =>
  (await inspect<{ count: number }>('select count(*)::int as count from webhook_deliveries'))[0]
    ?.count;

test('partitions of today and three days are made, twice is once, and two workers may do it', async () => {
  await Promise.all([maintainDeliveries(db, NOW), maintainDeliveries(db, NOW)]);
  await maintainDeliveries(db, NOW);
  for (const table of ['webhook_deliveries', 'webhook_attempts']) {
    const days = ['20310531', '20310601', '20310602', '20310603'];
    assert.deepEqual(await partitionsOf(table), [...days, 'other']);
  }
});

test('a delivery lies in the partition of its day, and is dropped with it after 30 days', async () => {
  await insertAt(NOW);
  await insertAt(new Date(NOW.getTime() + 1_000));
  const inToday = await inspect('select from webhook_deliveries_20310531');
  assert.equal(inToday.length, 1);
  await maintainDeliveries(db, new Date(NOW.getTime() + 30 * DAY_MS));
  assert.equal(await countOf(), 2, 'after exactly 30 days it is there');
  await maintainDeliveries(db, new Date(NOW.getTime() + 31 * DAY_MS));
  assert.equal(await countOf(), 1);
  assert.ok(!(await partitionsOf('webhook_deliveries')).includes('20310531'));
});

test('rows that came before their partition was made stay where they are, as long as others', async () => {
  const later = new Date('2032-01-01T12:00:00Z');
  await insertAt(later);
  await maintainDeliveries(db, later);
  assert.equal((await inspect('select from webhook_deliveries_other')).length, 1);
  const days = await partitionsOf('webhook_deliveries');
  assert.ok(!days.includes('20320101') && days.includes('20320102'));
  await maintainDeliveries(db, new Date(later.getTime() + 30 * DAY_MS));
  assert.equal((await inspect('select from webhook_deliveries_other')).length, 1);
  await maintainDeliveries(db, new Date(later.getTime() + 31 * DAY_MS));
  assert.equal((await inspect('select from webhook_deliveries_other')).length, 0);
});

test('deliveries that wait for a deleted endpoint fail; others go on waiting', async () => {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const [kept, deleted] = [newUuid(), newUuid()];
  const deliveries = await db.transaction().execute(async (tx) => {
    const work = { db: tx, scope };
    const made: string[] = [];
    for (const endpointId of [kept, deleted]) {
      const identity = { id: endpointId, secret: Buffer.alloc(32), apiVersion: '2026-11-22' };
      await insertEndpoint(work, identity, {
        url: 'https://shop.example/',
        description: null,
        eventTypes: null,
        headers: null,
        headerNames: [],
        maxPerSecond: 10,
      });
      const delivery = { endpointId, eventId: newUuid(), eventType: 'ping', testData: {} };
      made.push((await insertDelivery(work, delivery)).id);
    }
    await webhookEndpoints.delete(work, deleted);
    return made;
  });
  await maintainDeliveries(db, new Date());
  const states = await webhookDeliveries.find({ db, scope }, deliveries);
  assert.deepEqual(
    states.map(({ endpointId, state, finishedAt }) => [endpointId, state, finishedAt !== null]),
    [
      [kept, 'PENDING', false],
      [deleted, 'FAILED', true],
    ],
  );
});
