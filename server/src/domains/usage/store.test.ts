import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { createUsageCounter } from './counter.ts';
import { addMinutes, sumMinutes } from './minute-store.ts';
import { boundOf, boundOfShare, MOST_DAILY_ROWS } from './model.ts';
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
  const hourAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await addMinutes(
    db,
    scopes.flatMap(([organizationId = '']) =>
      [49, 47].map((hours) => ({
        scope: { organizationId, environment: 'LIVE' as const },
        minute: hourAgo(hours),
        ...{ outcome: 'OK', underMs: 5, requests: 1 },
      })),
    ),
  );
  await deleteOldUsage(db, undefined, 3);
  const [minutes] = await inspect<{ kept: number; oldest: Date }>(
    'select count(*)::int as kept, min(minute) as oldest from usage_minutes where organization_id = any($1)',
    [scopes.map(([organizationId]) => organizationId)],
  );
  assert.equal(minutes?.kept, scopes.length);
  assert.ok(minutes.oldest > hourAgo(48), 'minutes are deleted after two days');
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

test('processes add up the answers of a minute, by outcome and time', async () => {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const neighbour: Scope = { ...scope, environment: 'SANDBOX' };
  const startedAtMs = Date.now();
  const processes = [1, 2].map(() =>
    createUsageCounter(db, (error) => {
      throw error;
    }),
  );
  for (const { countAnswer } of processes) {
    for (const durationMs of [1, 2, 7]) countAnswer(scope, 'OK', durationMs);
    for (const durationMs of [1, 900]) countAnswer(scope, 'BAD_USER_INPUT', durationMs);
    countAnswer(neighbour, 'OK', 1);
  }
  await Promise.all(processes.map(({ close }) => close()));

  const from = new Date(startedAtMs - (startedAtMs % 60_000) - 120_000);
  const until = new Date(Date.now() + 60_000);
  const sums = await sumMinutes({ db, scope }, { from, until });
  const minutes = sums.filter(({ at }) => at !== null);
  assert.equal(
    minutes.reduce((sum, { requests }) => sum + requests, 0),
    10,
  );
  assert.equal(
    minutes.reduce((sum, { failed }) => sum + failed, 0),
    4,
  );
  assert.ok(minutes.every(({ at }) => at !== null && at >= 2));
  assert.deepEqual(
    sums
      .flatMap(({ outcome, underMs, requests }) =>
        outcome === null ? [] : [[outcome, underMs, requests]],
      )
      .sort(),
    [
      ['BAD_USER_INPUT', 0, 4],
      ['OK', 10, 2],
      ['OK', 5, 4],
    ],
  );
});

test('when a clock that was ahead is set back, requests count on their day and in their minute', async (t) => {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const { count, countAnswer, close } = createUsageCounter(db, (error) => {
    throw error;
  });
  const request = (operation: string) => {
    count(scope, newUuid(), operation, 1);
    countAnswer(scope, operation, 1);
  };
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 400 * 86_400_000 });
  request('AHEAD');
  t.mock.timers.reset();
  request('OK');
  await close();
  const tenant = 'organization_id = $1 and environment = $2';
  const rows = await inspect<{ operation: string; isAhead: boolean }>(
    `select operation, day > current_date + 1 as "isAhead" from usage_counts where ${tenant}
     union select outcome, minute > now() + interval '1 day' from usage_minutes where ${tenant}`,
    [scope.organizationId, scope.environment],
  );
  assert.deepEqual(
    new Map(rows.map(({ operation, isAhead }) => [operation, isAhead])),
    new Map([
      ['AHEAD', true],
      ['OK', false],
    ]),
  );
  assert.equal(rows.length, 2);
});

test('a time is stated by the least bound that the share stayed under', () => {
  assert.deepEqual([boundOf(0), boundOf(4.9), boundOf(5), boundOf(19_999)], [5, 5, 10, 20_000]);
  const times = [
    { underMs: 1_000, requests: 1 },
    { underMs: 5, requests: 90 },
    { underMs: 10, requests: 9 },
  ];
  assert.deepEqual([boundOfShare(times, 0.99), boundOfShare(times, 0.995)], [10, 1_000]);
  assert.equal(boundOfShare([], 0.99), null);
  assert.equal(boundOfShare([{ underMs: boundOf(30_000), requests: 1 }], 0.99), null);
});
