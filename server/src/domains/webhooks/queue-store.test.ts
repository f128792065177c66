import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { customerCreated } from '../customers/events.ts';
import { insertEndpoint } from './endpoint-store.ts';
import { claimQueues, dueDeliveries, moveWakeups } from './queue-store.ts';

const { db, inspect } = await testDatabase();
const scope: Scope = { organizationId: newUuid(), environment: 'SANDBOX' };
const EVENTS = 100;

/** Lines of a large order, which PostgreSQL compresses to a twentieth. */
const LINES = `jsonb_build_object('lines', (
  select jsonb_agg(jsonb_build_object('number', n, 'productId', 'prod_01m8drt8bfey69hjadygd2xxkc', 'quantity', 1,
    'unitPrice', jsonb_build_object('amount', '10.00', 'currencyCode', 'EUR'), 'unitCo2eKg', null, 'calculationId', null))
  from generate_series(1, 250) as n))`;

test('a turn has few deliveries of large payloads, however small they are stored', async () => {
  await db.transaction().execute(async (tx) => {
    const work = { db: tx, scope };
    const made = { id: newUuid(), secret: Buffer.alloc(1), apiVersion: '2026-11-22' };
    const headers = { headers: null, headerNames: [], maxPerSecond: 1_000 };
    const draft = { url: 'https://shop.example/', description: null, eventTypes: null, ...headers };
    await insertEndpoint(work, made, draft);
    const created = () => customerCreated.of(newUuid(), { version: 1 });
    await recordEvents(work, ...Array.from({ length: EVENTS }, created));
  });
  const lengths = async () => {
    await moveWakeups(db, 1_000);
    const due = await dueDeliveries(db, await claimQueues(db, 10, 0));
    return due.map(({ data }) => data.length);
  };
  assert.equal((await lengths()).length, EVENTS);
  await inspect(`update events set data = ${LINES}`);
  const [stored] = await inspect<{ bytes: number }>(
    'select pg_column_size(data) as bytes from events limit 1',
  );
  const large = await lengths();
  const characters = large.reduce((sum, length) => sum + length, 0);
  assert.ok(EVENTS * (stored?.bytes ?? 0) < 500_000, 'stored small');
  assert.ok(large.length >= 3 && characters < 1_000_000, `${large.length}, ${characters}`);
});
