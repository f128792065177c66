import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extendSchema, parse } from 'graphql';
import { encodeId, newUuid } from '../../../server/src/platform/ids.ts';
import { schema } from '../../../server/src/schema.ts';
import type { ServiceOptions } from '../../../server/src/service/options.ts';
import { type Answer, at, clientOf, codesOf, dataOf } from '../client.ts';
import { COLD, startTestService } from '../service.ts';
import { service, type World, world } from '../world.ts';

const USAGE =
  'query ($from: Date!, $to: Date!) { usage(from: $from, to: $to) { totalCount edges { node { day apiKey { id name } operation requests cost } } } }';
const EVER = { from: '2020-01-01', to: '2099-12-31' };

/** Sends queries to a service of their own, whose stop writes down what they were; returns the last answer. */
async function use(
  { key }: World,
  queries: readonly string[],
  options: ServiceOptions = {},
): Promise<Answer | undefined> {
  const other = await startTestService(
    { DATABASE_URL: service.databaseUrl },
    { ...COLD, ...options },
  );
  const client = clientOf(`${other.url}/graphql`, key);
  let answer: Answer | undefined;
  for (const query of queries) answer = await client.send(query);
  await other.stop();
  return answer;
}

test('reports the operations of each key and their cost', async () => {
  const owner = await world();
  const colleague = await world({ organization: owner.organization, permissions: [] });
  await use(owner, [
    '{ me { id } }',
    '{ me { id } }',
    '{ products(first: 5) { edges { node { id } } } rateLimit { cost } }',
    '{ nothing }',
  ]);
  // Before the shared service, which writes after some seconds, counts its own requests.
  const minutes = await service.db
    .selectFrom('usage_minutes')
    .select(['outcome', 'requests'])
    .where('organization_id', '=', owner.scope.organizationId)
    .execute();
  const answered = (isOk: boolean) =>
    minutes
      .filter(({ outcome }) => isOk === (outcome === 'OK'))
      .reduce((sum, { requests }) => sum + Number(requests), 0);
  assert.deepEqual([answered(true), answered(false)], [3, 1]);
  const hidden = await colleague.send(USAGE, EVER);
  assert.deepEqual(new Set(codesOf(hidden)), new Set(['FORBIDDEN']));
  assert.equal(hidden.data && at(hidden.data, 'usage', 'edges', 0, 'node', 'apiKey'), null);
  const { usage } = dataOf(await owner.send(USAGE, EVER));
  const rows = at(usage, 'edges');
  assert.ok(Array.isArray(rows));
  const told = rows
    .filter((row) => at(row, 'node', 'apiKey', 'id') === encodeId('apiKey', owner.keyId))
    .map((row) => [
      at(row, 'node', 'operation'),
      at(row, 'node', 'requests'),
      at(row, 'node', 'cost'),
    ]);
  assert.deepEqual(told, [
    ['me', 2, 2],
    ['products,rateLimit', 1, 5],
    ['refused', 1, 0],
  ]);
});

test('reports the deprecated parts of the schema that the requests of each key use', async () => {
  const owner = await world({ permissions: ['API_KEYS_MANAGE'] });
  const reason = 'Use `rateLimit`. Removed on 2028-01-31.';
  const extended = extendSchema(
    schema,
    parse(`extend type Query { earlierLimit: Int @deprecated(reason: "${reason}") }`),
  );
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const deprecated = `{ usageTotals(from: "${yesterday}", to: "${today}") {
    deprecated { coordinate reason requests apiKey { id } } } }`;
  const earlier = {
    organization_id: owner.scope.organizationId,
    environment: owner.scope.environment,
    day: yesterday,
    api_key_id: owner.keyId,
    coordinate: 'Query.earlierLimit',
    requests: 5,
  };
  await service.db.insertInto('deprecated_usage').values(earlier).execute();
  const queries = ['{ earlierLimit }', '{ me { id } earlierLimit }', '{ me { id } }', deprecated];
  const answer = await use(owner, queries, { schema: extended });
  const apiKey = { id: encodeId('apiKey', owner.keyId) };
  const counted = { coordinate: 'Query.earlierLimit', apiKey };
  assert.deepEqual(answer?.data && at(answer.data, 'usageTotals', 'deprecated'), [
    { ...counted, reason, requests: 5 },
  ]);
  // This service does not have the field, so it knows no reason.
  assert.deepEqual(at(dataOf(await owner.send(deprecated)), 'usageTotals', 'deprecated'), [
    { ...counted, reason: null, requests: 7 },
  ]);
  const stranger = dataOf(await (await world()).send(deprecated));
  assert.deepEqual(at(stranger, 'usageTotals', 'deprecated'), []);
});

const totalsAnd = (
  more: string,
) => `query ($from: Date!, $to: Date!) { usageTotals(from: $from, to: $to) {
  days { day requests cost } keys { apiKey { id } requests cost } operations { operation requests cost }
} ${more} }`;
const TOTALS = totalsAnd('');

test('sums usage by day, key and operation, and shows the recent requests of a key', async () => {
  const owner = await world({ permissions: ['API_KEYS_MANAGE'] });
  const today = new Date().toISOString().slice(0, 10);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const { organizationId, environment } = owner.scope;
  const [mine, other] = [owner.keyId, newUuid()];
  const rows = [
    { day: today, api_key_id: mine, operation: 'me', requests: 3, cost: 3 },
    { day: today, api_key_id: mine, operation: 'products', requests: 1, cost: 21 },
    { day: yesterday, api_key_id: mine, operation: 'me', requests: 2, cost: 2 },
    { day: yesterday, api_key_id: other, operation: 'products', requests: 10, cost: 210 },
  ].map((row) => ({ organization_id: organizationId, environment, ...row }));
  await service.db.insertInto('usage_counts').values(rows).execute();
  const period = { from: yesterday, to: today };
  // One request: it is counted itself a few seconds later.
  const { usageTotals, apiKeys } = dataOf(
    await owner.send(totalsAnd('apiKeys(first: 1) { nodes { recentRequests } }'), period),
  );
  assert.deepEqual(at(usageTotals, 'days'), [
    { day: yesterday, requests: 12, cost: 212 },
    { day: today, requests: 4, cost: 24 },
  ]);
  assert.deepEqual(at(usageTotals, 'keys'), [
    { apiKey: null, requests: 10, cost: 210 },
    { apiKey: { id: encodeId('apiKey', mine) }, requests: 6, cost: 26 },
  ]);
  assert.deepEqual(at(usageTotals, 'operations'), [
    { operation: 'products', requests: 11, cost: 231 },
    { operation: 'me', requests: 5, cost: 5 },
  ]);
  assert.deepEqual(at(apiKeys, 'nodes', 0, 'recentRequests'), [
    ...Array.from({ length: 12 }, () => 0),
    2,
    4,
  ]);
  const stranger = dataOf(await (await world()).send(TOTALS, period));
  assert.deepEqual(at(stranger, 'usageTotals'), { days: [], keys: [], operations: [] });
  const far = await owner.send(TOTALS, { from: '2026-01-01', to: '2026-12-31' });
  assert.deepEqual(codesOf(far), ['BAD_USER_INPUT']);
});

test('reports the requests of each minute of a day, their times and the reasons of failures', async () => {
  const owner = await world();
  const rates = async ({ send }: Pick<World, 'send'>) =>
    at(
      dataOf(
        await send(
          '{ requestRates { from requests failed p99UnderMs failures { outcome requests } } }',
        ),
      ),
      'requestRates',
    );
  const empty = await rates(owner);
  assert.deepEqual([at(empty, 'p99UnderMs'), at(empty, 'failures')], [null, []]);
  const from = Date.parse(String(at(empty, 'from')));
  assert.equal(from % 60_000, 0);
  const { organizationId, environment } = owner.scope;
  const rows = [
    { minutes: 600, outcome: 'OK', under_ms: 5, requests: 980 },
    { minutes: 600, outcome: 'OK', under_ms: 20, requests: 15 },
    { minutes: 600, outcome: 'RATE_LIMITED', under_ms: 0, requests: 20 },
    { minutes: 900, outcome: 'OK', under_ms: 5_000, requests: 5 },
    { minutes: 900, outcome: 'BAD_USER_INPUT', under_ms: 0, requests: 30 },
    // Before the day, and a minute that is not over.
    { minutes: -1, outcome: 'OK', under_ms: 20_000, requests: 1_000 },
    { minutes: 1_445, outcome: 'OK', under_ms: 20_000, requests: 1_000 },
  ].map(({ minutes, ...row }) => ({
    organization_id: organizationId,
    environment,
    minute: new Date(from + minutes * 60_000),
    ...row,
  }));
  await service.db.insertInto('usage_minutes').values(rows).execute();
  const shown = await rates(owner);
  const [requests, failed] = [at(shown, 'requests'), at(shown, 'failed')];
  assert.ok(Array.isArray(requests) && Array.isArray(failed));
  const later = (Date.parse(String(at(shown, 'from'))) - from) / 60_000;
  assert.deepEqual([requests.length, failed.length], [1_440, 1_440]);
  const busy = requests.flatMap((count, minute) =>
    count > 0 ? [[minute + later, count, failed[minute]]] : [],
  );
  assert.deepEqual(busy, [
    [600, 1_015, 20],
    [900, 35, 30],
  ]);
  assert.deepEqual(
    [at(shown, 'p99UnderMs'), at(shown, 'failures')],
    [
      20,
      [
        { outcome: 'BAD_USER_INPUT', requests: 30 },
        { outcome: 'RATE_LIMITED', requests: 20 },
      ],
    ],
  );
  assert.deepEqual(at(await rates(await world()), 'failures'), []);
});

test('reports only its own organization and environment', async () => {
  const owner = await world();
  await use(owner, ['{ me { id } }']);
  const others = [
    await world(),
    await world({ organization: owner.organization, environment: 'SANDBOX' }),
  ];
  for (const { send } of others)
    assert.equal(at(dataOf(await send(USAGE, EVER)), 'usage', 'totalCount'), 0);
});

test('refuses days that run backward', async () => {
  const { send } = await world();
  const answer = await send(USAGE, { from: '2026-02-01', to: '2026-01-31' });
  assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT']);
  assert.equal(
    at(dataOf(await send(USAGE, { from: '2026-01-01', to: '2026-01-01' })), 'usage', 'totalCount'),
    0,
  );
});
