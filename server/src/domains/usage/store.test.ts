import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { sumUsage } from './store.ts';

const { db, inspect } = await testDatabase();

test('of a key with as many operations as requests, only the most frequent ones are read', async () => {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  await inspect(
    `insert into usage_counts (organization_id, environment, day, api_key_id, operation, requests, cost)
     select $1, 'LIVE', '2026-01-01', $2, 'operation ' || number, number, 1 from generate_series(1, 5000) as number`,
    [scope.organizationId, newUuid()],
  );
  const sums = await sumUsage(db, scope, { from: '2026-01-01', to: '2026-01-31' }, 100);
  assert.equal(sums.length, 102);
  const named = sums.flatMap(({ operation }) => operation ?? []);
  assert.deepEqual([named[0], named[99]], ['operation 5000', 'operation 4901']);
  const total = sums.find(({ day }) => day !== null)?.requests;
  assert.equal(total, (5_000 * 5_001) / 2);
});
