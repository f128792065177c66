import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { MOST_DAILY_ROWS } from './model.ts';
import { addUsage, deleteOldUsage, sumUsage } from './store.ts';

const { db, inspect } = await testDatabase();

test('of a key with as many operations as requests, only the most frequent ones are read', async () => {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  await inspect(
    `insert into usage_counts (organization_id, environment, day, api_key_id, operation, requests, cost)
     select $1, 'LIVE', '2026-01-01', $2, 'operation ' || number, number, 1 from generate_series(1, 5000) as number`,
    [scope.organizationId, newUuid()],
  );
  const sums = await sumUsage({ db, scope }, { from: '2026-01-01', to: '2026-01-31' }, 100);
  assert.equal(sums.length, 102);
  const named = sums.flatMap(({ operation }) => operation ?? []);
  assert.deepEqual([named[0], named[99]], ['operation 5000', 'operation 4901']);
  const total = sums.find(({ day }) => day !== null)?.requests;
  assert.equal(total, (5_000 * 5_001) / 2);
});

test('usage of all tenants is deleted after two years, a batch at a time', async () => {
  const dayAgo = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const scopes = ['LIVE', 'SANDBOX'].flatMap((environment) =>
    [newUuid(), newUuid()].map((organizationId) => [organizationId, environment]),
  );
  for (const scope of scopes)
    for (const [table, name] of [
      ['usage_counts', 'operation, requests, cost'],
      ['deprecated_usage', 'coordinate, requests'],
    ])
      await inspect(
        `insert into ${table} (organization_id, environment, day, api_key_id, ${name})
         select $1, $2, unnest($3::date[]), $4, 'me', 1${table === 'usage_counts' ? ', 1' : ''}`,
        [...scope, [dayAgo(733), dayAgo(732), dayAgo(728), dayAgo(0)], newUuid()],
      );
  await deleteOldUsage(db, undefined, 3);
  for (const table of ['usage_counts', 'deprecated_usage']) {
    const kept = await inspect<{ day: string }>(
      `select day::text from ${table} where organization_id = any($1) order by day`,
      [scopes.map(([organizationId]) => organizationId)],
    );
    const days = kept.map(({ day }) => day);
    assert.deepEqual(
      days,
      [dayAgo(728), dayAgo(0)].flatMap((day) => scopes.map(() => day)),
    );
  }
});

test('a key that names a new operation with each request has few rows, and exact sums', async () => {
  const scope: Scope = { organizationId: newUuid(), environment: 'SANDBOX' };
  const [hostile, other] = [newUuid(), newUuid()];
  const day = '2026-01-01';
  const count = (apiKeyId: string, operation: string) => ({
    ...{ scope, day, apiKeyId, operation },
    ...{ requests: 2, cost: 3 },
  });
  const batches = 5;
  const perBatch = 1_000;
  await addUsage(db, [count(other, 'me')]);
  for (let batch = 0; batch < batches; batch += 1) {
    const named = Array.from({ length: perBatch }, (_, at) => count(hostile, `${batch} ${at}`));
    await addUsage(db, named);
    // The next day has its own rows.
    await addUsage(db, [{ ...count(hostile, 'me'), day: '2026-01-02' }]);
  }
  await addUsage(db, [count(other, 'me'), count(other, 'products'), count(hostile, '0 0')]);

  const rows = await inspect<{ key: string; operation: string; requests: number; cost: number }>(
    `select api_key_id as key, operation, requests::int, cost::int from usage_counts
     where organization_id = $1 and environment = 'SANDBOX' and day = $2`,
    [scope.organizationId, day],
  );
  const requestsOf = (key: string, operation: string) =>
    rows.find((row) => row.key === key && row.operation === operation)?.requests;
  assert.equal(rows.length, MOST_DAILY_ROWS + 2, 'and one of other operations for each key');
  assert.deepEqual(
    [requestsOf(other, 'me'), requestsOf(other, 'products'), requestsOf(other, 'other')],
    [4, undefined, 2],
  );
  assert.equal(requestsOf(hostile, '0 0'), 4);
  assert.equal(requestsOf(hostile, 'other'), 2 * (1 + batches * perBatch - MOST_DAILY_ROWS));
  const sums = await sumUsage({ db, scope }, { from: day, to: day }, 100);
  const total = batches * perBatch + 4;
  const { requests, cost } = sums.find((sum) => sum.day !== null) ?? {};
  assert.deepEqual([requests, cost], [2 * total, 3 * total]);
});
