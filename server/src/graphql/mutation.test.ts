import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../platform/database/testing.ts';
import { newUuid } from '../platform/ids.ts';
import { forgetOldAnswers } from './mutation.ts';

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
  const counts = await Promise.all([forgetOldAnswers(db, undefined, 2), forgetOldAnswers(db)]);
  const missed = await forgetOldAnswers(db);
  assert.equal(counts[0] + counts[1] + missed, 6);
  assert.deepEqual(
    await inspect('select idempotency_key as key from idempotency_keys order by organization_id'),
    [{ key: '23' }, { key: '23' }],
  );
});
