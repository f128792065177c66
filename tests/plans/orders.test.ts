import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type CartFilter,
  countMatchingCarts,
  listCarts,
} from '../../server/src/domains/carts/store.ts';
import {
  countMatchingOrders,
  listOrders,
  type OrderFilter,
  type OrderOrderField,
} from '../../server/src/domains/orders/store.ts';
import {
  countMatchingTransactions,
  listTransactions,
  type TransactionFilter,
} from '../../server/src/domains/transactions/store.ts';
import type { Page } from '../../server/src/platform/database/index.ts';
import { type PlannedList, wholeScansOf, wideReadsOf } from './planned-lists.ts';

/** No list of orders, carts or transactions reads a whole table, whatever its filter and order. */

const FIRST_PAGE: Page = { limit: 21, isBackward: false };
/** Counting stops here, so that what it reads of a list is not mistaken for a scan. */
const MOST_COUNTED = 101;
const NOW = new Date();
const ID = '01900000-0000-7000-8000-000000000000';

const ORDER_FILTERS: readonly OrderFilter[] = [
  {},
  { state: ['DRAFT'] },
  { state: ['DRAFT', 'CONFIRMED'] },
  { paymentState: ['PAID'] },
  { customerId: ID },
  { productId: ID },
  { text: 'A-' },
  { placedFrom: NOW },
  { placedUntil: NOW },
  { updatedSince: NOW },
  { minCo2eKg: 1 },
  { maxCo2eKg: 1 },
];
const ORDER_ORDERS: readonly OrderOrderField[] = [
  'CREATED_AT',
  'PLACED_AT',
  'UPDATED_AT',
  'TOTAL',
  'FOOTPRINT',
];

const orders: PlannedList = {
  table: 'orders',
  fill: `insert into orders (organization_id, environment, id, external_id, state, payment_state,
      currency, subtotal_minor, shipping_minor, total_minor, shipping_legs, shipping_split, co2e_kg, placed_at)
    select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
      at::text, (array['DRAFT', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'CANCELLED'])[1 + at % 5],
      (array['UNPAID', 'PAID'])[1 + at % 2], 'EUR', at, 0, at, '[]', 'MASS', at,
      now() - make_interval(mins => at)
    from generate_series(1, $2::int) as at`,
  reads: ORDER_FILTERS.flatMap((filter) => [
    ...ORDER_ORDERS.map((field): PlannedList['reads'][number] => ({
      name: `with ${Object.keys(filter)} by ${field}`,
      read: (db, scope) => listOrders(db, scope, filter, { field, isDescending: true }, FIRST_PAGE),
    })),
    {
      name: `counted with ${Object.keys(filter)}`,
      read: (db, scope) =>
        countMatchingOrders(
          db,
          scope,
          filter,
          { field: 'CREATED_AT', isDescending: false },
          MOST_COUNTED,
        ),
    },
  ]),
};

const TIMES = [{ createdFrom: NOW }, { createdUntil: NOW }, { updatedSince: NOW }];

const TRANSACTION_FILTERS: readonly TransactionFilter[] = [
  {},
  { orderId: ID },
  { type: 'REFUND' },
  { state: 'PENDING' },
  ...TIMES,
];

const transactions: PlannedList = {
  table: 'transactions',
  fill: `with sold as (
      insert into orders (organization_id, environment, id, state, payment_state, currency,
        subtotal_minor, shipping_minor, total_minor, shipping_legs, shipping_split, placed_at)
      select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
        'DRAFT', 'UNPAID', 'EUR', 1, 0, 1, '[]', 'MASS', now()
      from generate_series(1, $2::int) as at returning *)
    insert into transactions (organization_id, environment, id, order_id, type, state, amount_minor, currency)
    select organization_id, environment, gen_random_uuid(), id, 'CAPTURE', 'SUCCEEDED', 1, 'EUR' from sold`,
  reads: TRANSACTION_FILTERS.flatMap((filter) => [
    ...(['CREATED_AT', 'UPDATED_AT'] as const).map((field): PlannedList['reads'][number] => ({
      name: `with ${Object.keys(filter)} by ${field}`,
      read: (db, scope) =>
        listTransactions(db, scope, filter, { field, isDescending: true }, FIRST_PAGE),
    })),
    {
      name: `counted with ${Object.keys(filter)}`,
      read: (db, scope) => countMatchingTransactions(db, scope, filter, MOST_COUNTED),
    },
  ]),
};

const CART_FILTERS: readonly CartFilter[] = [
  {},
  { state: 'OPEN' },
  { state: 'ABANDONED' },
  { state: 'CHECKED_OUT' },
  { customerId: ID },
  ...TIMES,
];

const carts: PlannedList = {
  table: 'shopping_carts',
  fill: `insert into shopping_carts (organization_id, environment, id, state, currency, expires_at)
    select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
      (array['OPEN', 'ABANDONED'])[1 + at / 2 % 2], 'EUR', now() + make_interval(mins => at - 100)
    from generate_series(1, $2::int) as at`,
  reads: CART_FILTERS.flatMap((filter) => [
    ...(['CREATED_AT', 'UPDATED_AT'] as const).map((field): PlannedList['reads'][number] => ({
      name: `with ${Object.keys(filter)} by ${field}`,
      read: (db, scope) => listCarts(db, scope, filter, { field, isDescending: true }, FIRST_PAGE),
    })),
    {
      name: `counted with ${Object.keys(filter)}`,
      read: (db, scope) => countMatchingCarts(db, scope, filter, MOST_COUNTED),
    },
  ]),
};

for (const list of [orders, transactions, carts]) {
  test(`no filter or order of ${list.table} is planned as a scan of the whole table`, async () => {
    assert.deepEqual(await wholeScansOf(list), []);
  });

  test(`every filter and order of ${list.table} finds its page without reading the rest`, async () => {
    assert.deepEqual(await wideReadsOf(list), []);
  });
}
