import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { testDatabase } from '../platform/database/testing.ts';
import { newUuid } from '../platform/ids.ts';
import { ApiError } from './api-error.ts';
import { deleteExpiredIdempotencyKeys, runMutation } from './idempotency.ts';

const { db, inspect } = await testDatabase();

test('answers to idempotency keys are deleted after 24 hours, of all tenants, whatever a batch takes', async () => {
  const tenants = [newUuid(), newUuid()];
  await inspect(
    `insert into idempotency_keys
       (organization_id, environment, idempotency_key, response_path, arguments_hash, created_at)
     select tenant, 'LIVE', hours::text, 'path', '', now() - make_interval(hours => hours)
     from unnest($1::uuid[]) as tenant, unnest(array[23, 25, 26, 48]) as hours`,
    [tenants],
  );
  const counts = await Promise.all([
    deleteExpiredIdempotencyKeys(db, undefined, 2),
    deleteExpiredIdempotencyKeys(db),
  ]);
  const missed = await deleteExpiredIdempotencyKeys(db);
  assert.equal(counts[0] + counts[1] + missed, 6);
  assert.deepEqual(
    await inspect('select idempotency_key as key from idempotency_keys order by organization_id'),
    [{ key: '23' }, { key: '23' }],
  );
});

test('what is not done by the deadline changes nothing, and what begins later does not begin', async () => {
  await inspect('create table deeds (deed text)');
  const begun: string[] = [];
  const field = { name: 'act', path: 'act' };
  const act = (deed: string, leftMs: number, tookMs: number) => {
    const request = {
      id: 'req_1',
      cost: 1,
      maxCost: 1,
      rateLimit: { limit: 1, remaining: 1, resetAt: new Date() },
      idempotencyKey: undefined,
      deadlineMs: performance.now() + leftMs,
    };
    const scope = { organizationId: newUuid(), environment: 'LIVE' } as const;
    return runMutation({ db, scope, request }, field, {}, async (tx) => {
      await sql`insert into deeds values (${deed})`.execute(tx);
      begun.push(deed);
      await sleep(tookMs);
    });
  };
  const isTimeout = (error: unknown) => error instanceof ApiError && error.code === 'TIMEOUT';
  await act('in time', 60_000, 0);
  await assert.rejects(act('slow', 1_000, 1_100), isTimeout);
  await assert.rejects(act('late', -1, 0), isTimeout);
  assert.deepEqual(begun, ['in time', 'slow']);
  assert.deepEqual(await inspect('select deed from deeds'), [{ deed: 'in time' }]);
});
