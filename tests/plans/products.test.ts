import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculations } from '../../server/src/domains/calculations/store.ts';
import { findUsesOfSet } from '../../server/src/domains/factors/use-store.ts';
import { products } from '../../server/src/domains/products/list-store.ts';
import type { TenantDb } from '../../server/src/platform/database/index.ts';
import { plannedList, wholeScansOf, wideReadsOf } from './planned-lists.ts';

/** No list of products or calculations reads much more than what it shows. */

const NOW = new Date();
const ID = '01900000-0000-7000-8000-000000000000';
const FILTERS: readonly Parameters<typeof products.page>[1][] = [
  { status: ['DRAFT'] },
  { status: ['DRAFT', 'ACTIVE'] },
  { status: ['ARCHIVED'] },
  { sectorTag: 'TOYS' },
  { sectorTag: 'FOOD' },
  { sectorTag: 'APPAREL' },
  { sectorTag: 'FOOD', status: ['DRAFT'] },
  { tag: 'gift' },
  { tag: 'none' },
  { tag: 'gift', sectorTag: 'TOYS' },
  { tag: 'gift', status: ['DRAFT'] },
  { text: 'lovelace' },
  { text: 'shirt' },
  { text: 'shirt', sectorTag: 'TOYS' },
  { text: 'a' },
  { createdSince: NOW },
  { createdUntil: NOW },
  { updatedSince: NOW, settledBefore: NOW },
  { minCo2eKg: 1e9 },
  { maxCo2eKg: 0 },
  { minPriceMinor: 1e9, priceCurrency: 'EUR' },
  { maxPriceMinor: 1, priceCurrency: 'EUR' },
  { footprintState: ['NOT_CALCULATED'] },
  { footprintState: ['NOT_CALCULATED'], status: ['DRAFT'] },
  { footprintState: ['NOT_CALCULATED'], status: ['ARCHIVED'] },
  { footprintState: ['NOT_CALCULATED'], sectorTag: 'APPAREL' },
  { footprintState: ['NOT_CALCULATED'], text: 'shirt' },
  { footprintState: ['NOT_CALCULATED'], createdSince: NOW },
  { footprintState: ['NOT_CALCULATED'], minCo2eKg: 1 },
  { footprintState: ['OUTDATED'] },
  { footprintState: ['OUTDATED'], sectorTag: 'TOYS' },
  { footprintState: ['CURRENT'], sectorTag: 'TOYS' },
  { footprintState: ['NOT_CALCULATED', 'OUTDATED'] },
  { footprintState: ['CURRENT'] },
  { footprintState: ['CURRENT'], text: 'shirt' },
];
/** Many match: a count reads them all by the index of tags (docs/decisions/0061-lists-walk-or-fetch.md). */
const FREQUENT: typeof FILTERS = [{ tag: 'sale' }, { tag: 'sale', text: 'shirt' }];
const usesOfSet = {
  name: 'uses of a factor set',
  read: (tenant: TenantDb) => findUsesOfSet(tenant, ID, 11),
};
const filteredProducts = {
  ...plannedList(
    products,
    // Of the organization's own products, which have odd numbers, one in 500 is a draft, a toy or has an
    // outdated footprint, one in 200 is a shirt, a gift or has none, one in 50 is archived or food: rare enough that a walk past
    // the others is long. A fifth is on sale.
    `with filled as (insert into products (organization_id, environment, id, external_id, name, status, sector_tags,
      tags, image_urls, declared_amount, declared_unit, price_minor, price_currency, bill, co2e_kg,
      has_outdated_footprint)
    select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
      at::text, md5(at::text) || case when at % 400 = 9 then ' shirt' else '' end,
      case when at % 1000 = 1 then 'DRAFT' when at % 100 = 3 then 'ARCHIVED' else 'ACTIVE' end,
      case when at % 1000 = 5 then array['TOYS'] when at % 100 = 7 then array['FOOD', 'APPAREL']
        else array['APPAREL'] end, case when at % 400 = 17 then '{gift}' when at % 10 = 5 then '{sale}'
        else '{}' end::text[], '{}', 1, 'PIECE', at, 'EUR', '{}',
      case when at % 400 not in (11, 103) then at end, at % 1000 = 13
    from generate_series(1, $2::int) as at returning *)
    insert into product_sectors select organization_id, environment, id, unnest(sector_tags), status, name,
      price_minor, price_currency, co2e_kg, created_at, updated_at, has_outdated_footprint from filled`,
    FILTERS,
    FREQUENT,
  ),
  copy: 'product_sectors',
};
const plannedProducts = {
  ...filteredProducts,
  reads: [...filteredProducts.reads, usesOfSet],
};

const plannedCalculations = plannedList(
  calculations,
  `insert into calculations (organization_id, environment, id, kind, detail, state, co2e_kg, scenario_id)
    select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
      case when at % 1000 = 1 then 'ENERGY' else 'PRODUCT' end, 'BASIC', 'COMPLETED', at,
      case when at % 1000 = 3 then gen_random_uuid() end
    from generate_series(1, $2::int) as at`,
  [
    { kind: 'ENERGY' },
    { productId: ID },
    { subjectId: ID },
    { productId: ID, isOfScenario: false },
    { isOfScenario: true },
    { createdSince: NOW },
    { createdUntil: NOW },
  ],
);

for (const list of [plannedProducts, plannedCalculations]) {
  test(`no filter or order of ${list.table} is planned as a scan of the whole table`, async () => {
    assert.deepEqual(await wholeScansOf(list), []);
  });

  test(`every filter and order of ${list.table} finds its page without reading the rest`, async () => {
    assert.deepEqual(await wideReadsOf(list), []);
  });
}
