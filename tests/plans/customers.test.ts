import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customers } from '../../server/src/domains/customers/store.ts';
import { supplyChains } from '../../server/src/domains/supply-chains/store.ts';
import { plannedList, wholeScansOf, wideReadsOf } from './planned-lists.ts';

/** No list of the API reads much more than what it shows, whatever its filter and order. */

const NOW = new Date();
const TIMES = [
  { createdSince: NOW },
  { createdUntil: NOW },
  { updatedSince: NOW, settledBefore: NOW },
];
const ID = '01900000-0000-7000-8000-000000000000';

const plannedCustomers = plannedList(
  customers,
  `insert into customers
      (organization_id, environment, id, external_id, name, email, country, tags, metadata, erased_at)
    select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
      at::text, md5(at::text), md5(at::text) || '@example.com',
      (array['FR', 'DE', 'GB', 'US'])[1 + at / 2 % 4],
      case when at % 1000 = 1 then array['vip'] else '{}' end, '{}',
      case when at % 1000 = 3 then now() end
    from generate_series(1, $2::int) as at`,
  [
    { text: 'lovelace' },
    { email: 'ada@example.com' },
    { country: 'GB' },
    { tag: 'vip' },
    { isErased: true },
    ...TIMES,
  ],
);

const plannedSupplyChains = plannedList(
  supplyChains,
  `insert into supply_chains (organization_id, environment, id, name, tags, countries,
      facility_count, flow_count, search_text)
    select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
      md5(at::text), case when at % 1000 = 1 then array['summer'] else '{}' end,
      case when at % 100 = 1 then array['FR', 'GB'] else '{}' end, 1, 0, md5(at::text)
    from generate_series(1, $2::int) as at`,
  [{ text: 'mill' }, { country: 'GB' }, { productId: ID }, { tag: 'summer' }, ...TIMES],
);

for (const list of [plannedCustomers, plannedSupplyChains]) {
  test(`no filter or order of ${list.table} is planned as a scan of the whole table`, async () => {
    assert.deepEqual(await wholeScansOf(list), []);
  });

  test(`every filter and order of ${list.table} finds its page without reading the rest`, async () => {
    assert.deepEqual(await wideReadsOf(list), []);
  });
}
