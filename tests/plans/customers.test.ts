import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CustomerFilter,
  type CustomerOrderField,
  countMatchingCustomers,
  listCustomers,
} from '../../server/src/domains/customers/store.ts';
import {
  countMatchingSupplyChains,
  listSupplyChains,
  type SupplyChainFilter,
  type SupplyChainOrderField,
} from '../../server/src/domains/supply-chains/store.ts';
import type { Page } from '../../server/src/platform/database/index.ts';
import { type PlannedList, wholeScansOf, wideReadsOf } from './planned-lists.ts';

/** No list of the API reads much more than what it shows, whatever its filter and order. */

const FIRST_PAGE: Page = { limit: 21, isBackward: false };
const NOW = new Date();
const TIMES = [{ createdFrom: NOW }, { createdUntil: NOW }, { updatedSince: NOW }];
/** A count looks at what it counts, so it is asked for few. */
const MOST_COUNTED = 100;
const ID = '01900000-0000-7000-8000-000000000000';

const CUSTOMER_FILTERS: readonly CustomerFilter[] = [
  {},
  { text: 'lovelace' },
  { email: 'ada@example.com' },
  { country: 'GB' },
  { tag: 'vip' },
  { isErased: true },
  ...TIMES,
];
const CUSTOMER_ORDERS: readonly CustomerOrderField[] = [
  'CREATED_AT',
  'UPDATED_AT',
  'NAME',
  'ORDER_COUNT',
  'TOTAL_CO2E_KG',
];

const customers: PlannedList = {
  table: 'customers',
  fill: `insert into customers
      (organization_id, environment, id, external_id, name, email, country, tags, metadata, erased_at)
    select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
      at::text, md5(at::text), md5(at::text) || '@example.com',
      (array['FR', 'DE', 'GB', 'US'])[1 + at / 2 % 4],
      case when at % 1000 = 1 then array['vip'] else '{}' end, '{}',
      case when at % 1000 = 3 then now() end
    from generate_series(1, $2::int) as at`,
  reads: CUSTOMER_FILTERS.flatMap((filter) => [
    ...CUSTOMER_ORDERS.map((field): PlannedList['reads'][number] => ({
      name: `with ${Object.keys(filter)} by ${field}`,
      read: (db, scope) =>
        listCustomers(db, scope, filter, { field, isDescending: false }, FIRST_PAGE),
    })),
    {
      name: `counted with ${Object.keys(filter)}`,
      read: (db, scope) => countMatchingCustomers(db, scope, filter, MOST_COUNTED),
    },
  ]),
};

const SUPPLY_CHAIN_FILTERS: readonly SupplyChainFilter[] = [
  {},
  { text: 'mill' },
  { country: 'GB' },
  { productId: ID },
  { tag: 'summer' },
  ...TIMES,
];
const SUPPLY_CHAIN_ORDERS: readonly SupplyChainOrderField[] = ['CREATED_AT', 'UPDATED_AT', 'NAME'];

const supplyChains: PlannedList = {
  table: 'supply_chains',
  fill: `insert into supply_chains (organization_id, environment, id, name, tags, countries,
      facility_count, flow_count, search_text)
    select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
      md5(at::text), case when at % 1000 = 1 then array['summer'] else '{}' end,
      case when at % 100 = 1 then array['FR', 'GB'] else '{}' end, 1, 0, md5(at::text)
    from generate_series(1, $2::int) as at`,
  reads: SUPPLY_CHAIN_FILTERS.flatMap((filter) => [
    ...SUPPLY_CHAIN_ORDERS.map((field): PlannedList['reads'][number] => ({
      name: `with ${Object.keys(filter)} by ${field}`,
      read: (db, scope) =>
        listSupplyChains(db, scope, filter, { field, isDescending: false }, FIRST_PAGE),
    })),
    {
      name: `counted with ${Object.keys(filter)}`,
      read: (db, scope) => countMatchingSupplyChains(db, scope, filter, MOST_COUNTED),
    },
  ]),
};

for (const list of [customers, supplyChains]) {
  test(`no filter or order of ${list.table} is planned as a scan of the whole table`, async () => {
    assert.deepEqual(await wholeScansOf(list), []);
  });

  test(`every filter and order of ${list.table} finds its page without reading the rest`, async () => {
    assert.deepEqual(await wideReadsOf(list), []);
  });
}
