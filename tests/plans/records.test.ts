import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { apiKeys } from '../../server/src/domains/keys/store.ts';
import { listUsage } from '../../server/src/domains/usage/store.ts';
import { listEvents } from '../../server/src/domains/webhooks/event-store.ts';
import {
  OLDEST_FIRST,
  type Page,
  type TenantDb,
} from '../../server/src/platform/database/index.ts';
import { countJobsIn, type JobState, listJobs } from '../../server/src/platform/jobs/index.ts';
import { eventTypes } from '../../server/src/rules/events/events.ts';
import { type PlannedList, wholeScansOf, wideReadsOf } from './planned-lists.ts';
// A filter by all types is another statement: here are the events of all domains, whichever files share the process.
import '../../server/src/schema.ts';

/** No list of what the service records reads much more than what it shows. */

const FIRST_PAGE: Page = { limit: 21, isBackward: false };
const ALL = { objectId: undefined, createdSince: undefined, createdUntil: undefined };
const TYPES = [
  ['product.created'],
  ['product.deleted'],
  ['product.deleted', 'order.returned'],
  ['product.created', 'product.deleted'],
];

const OF_AN_OBJECT = {
  ...ALL,
  types: ['product.created'],
  objectId: createHash('md5').update('7').digest('hex'),
};

const events: PlannedList = {
  table: 'events',
  fill: `insert into events (organization_id, environment, id, type, object_id, data)
    select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
      case when at % 400 = 1 then 'product.deleted' else 'product.created' end,
      md5((at / 10)::text)::uuid, '{}'
    from generate_series(1, $2::int) as at`,
  reads: [
    ...[...TYPES, [...eventTypes().keys()]].map((types) => ({
      name: `of ${types}`,
      read: (tenant: TenantDb) => listEvents(tenant, { ...ALL, types }, false, FIRST_PAGE),
    })),
    {
      name: 'of an object',
      read: (tenant: TenantDb) => listEvents(tenant, OF_AN_OBJECT, false, FIRST_PAGE),
    },
  ],
};

const usage: PlannedList = {
  table: 'usage_counts',
  fill: `insert into usage_counts (organization_id, environment, day, api_key_id, operation, requests, cost)
    select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE',
      date '2026-01-01' + at % 300, gen_random_uuid(), 'Products', 1, 1
    from generate_series(1, $2::int) as at`,
  reads: [
    ['2026-01-01', '2026-12-31'],
    ['2026-09-01', '2026-09-02'],
    ['2027-01-01', '2027-12-31'],
  ].map(([from = '', to = '']) => ({
    name: `from ${from} to ${to}`,
    read: (tenant) => listUsage(tenant, from, to, FIRST_PAGE),
  })),
};

const keys: PlannedList = {
  table: 'api_keys',
  fill: `with customers as (
      insert into organizations (id, name, tier)
      select case at when 0 then $1::uuid else gen_random_uuid() end, gen_random_uuid()::text, 'FREE'
      from generate_series(0, 100) as at returning id)
    insert into api_keys (organization_id, environment, id, name, permissions, digest, last4, window_id)
    select case when at % 2 = 0 then (array_agg(id))[1 + at % 101] else $1::uuid end, 'LIVE',
      gen_random_uuid(), at::text, '{}', '', '', gen_random_uuid()
    from generate_series(1, $2::int) as at cross join customers group by at`,
  reads: [{ name: 'all', read: (tenant) => apiKeys.page(tenant, {}, OLDEST_FIRST, FIRST_PAGE) }],
};

const STATES: readonly (JobState[] | undefined)[] = [
  undefined,
  ['FAILED'],
  ['QUEUED', 'RUNNING'],
  ['COMPLETED'],
];

const jobs: PlannedList = {
  table: 'jobs',
  fill: `insert into jobs (organization_id, environment, id, kind, state, input)
    select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
      case when at % 400 = 1 then 'EXPORT_ORDERS' else 'IMPORT_PRODUCTS' end,
      case when at % 500 = 3 then 'FAILED' else 'COMPLETED' end, '{}'
    from generate_series(1, $2::int) as at`,
  reads: STATES.flatMap((states) =>
    [['EXPORT_ORDERS'], ['IMPORT_PRODUCTS', 'EXPORT_ORDERS']].flatMap((kinds) => [
      {
        name: `${kinds}, ${states}`,
        read: (tenant: TenantDb) => listJobs(tenant, kinds, FIRST_PAGE, states),
      },
      {
        name: `${kinds}, ${states}, counted`,
        read: (tenant: TenantDb) => countJobsIn(tenant, kinds, states ?? ['FAILED'], 100),
      },
    ]),
  ),
};

for (const list of [events, usage, keys, jobs]) {
  test(`no list of ${list.table} is planned as a scan of the whole table`, async () => {
    assert.deepEqual(await wholeScansOf(list), []);
  });

  test(`every list of ${list.table} finds its page without reading the rest`, async () => {
    assert.deepEqual(await wideReadsOf(list), []);
  });
}
