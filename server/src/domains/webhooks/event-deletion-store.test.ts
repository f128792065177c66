import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { customerCreated } from '../customers/events.ts';
import { deleteEventsBefore, endDeletion, leaveDeletion } from './event-deletion-store.ts';

const { db, inspect } = await testDatabase();
const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };

/** Resolves when a statement waits for a lock. */
async function untilOneWaits(): Promise<void> {
  const waiting = () => inspect("select from pg_stat_activity where wait_event_type = 'Lock'");
  while ((await waiting()).length === 0);
}

test('a deletion that is asked for while a worker ends it is not left once more', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  await db
    .transaction()
    .execute((tx) =>
      recordEvents({ db: tx, scope }, customerCreated.of(newUuid(), { version: 1 })),
    );
  const leave = () => db.transaction().execute((tx) => leaveDeletion({ db: tx, scope }, tomorrow));
  assert.equal(await leave(), true);
  const again = await db.transaction().execute(async (tx) => {
    const work = { db: tx, scope };
    assert.equal(await deleteEventsBefore(work, tomorrow, 10), 1);
    await endDeletion(work);
    const second = leave();
    await untilOneWaits();
    return { second };
  });
  assert.equal(await again.second, false);
});
