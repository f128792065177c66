import assert from 'node:assert/strict';
import { test } from 'node:test';
import { carts } from '../../server/src/domains/carts/store.ts';
import { orders } from '../../server/src/domains/orders/store.ts';
import { transactions } from '../../server/src/domains/transactions/store.ts';
import { plannedList, wholeScansOf, wideReadsOf } from './planned-lists.ts';

/** No list of orders, carts or transactions reads a whole table, whatever its filter and order. */

const NOW = new Date();
const TIMES = [
  { createdSince: NOW },
  { createdUntil: NOW },
  { updatedSince: NOW, settledBefore: NOW },
];
const ID = '01900000-0000-7000-8000-000000000000';

const plannedOrders = plannedList(
  orders,
  `insert into orders (organization_id, environment, id, external_id, state, payment_state,
      currency, subtotal_minor, shipping_minor, total_minor, shipping_legs, shipping_split, co2e_kg, placed_at)
    select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
      at::text, (array['DRAFT', 'CONFIRMED', 'SHIPPED', 'DELIVERED', 'CANCELLED'])[1 + at % 5],
      (array['UNPAID', 'PAID'])[1 + at % 2], 'EUR', at, 0, at, '[]', 'MASS', at,
      now() - make_interval(mins => at)
    from generate_series(1, $2::int) as at`,
  [
    { state: ['DRAFT'] },
    { state: ['DRAFT', 'CONFIRMED'] },
    { paymentState: ['PAID'] },
    { customerId: ID },
    { productId: ID },
    { text: 'a-' },
    { id: ID },
    { createdSince: NOW },
    { createdUntil: NOW },
    { placedSince: NOW },
    { placedUntil: NOW },
    { updatedSince: NOW, settledBefore: NOW },
    { minCo2eKg: 1 },
    { maxCo2eKg: 1 },
  ],
);

const plannedTransactions = plannedList(
  transactions,
  `with sold as (
      insert into orders (organization_id, environment, id, state, payment_state, currency,
        subtotal_minor, shipping_minor, total_minor, shipping_legs, shipping_split, placed_at)
      select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
        'DRAFT', 'UNPAID', 'EUR', 1, 0, 1, '[]', 'MASS', now()
      from generate_series(1, $2::int) as at returning *)
    insert into transactions (organization_id, environment, id, order_id, type, state, amount_minor, currency)
    select organization_id, environment, gen_random_uuid(), id, 'CAPTURE', 'SUCCEEDED', 1, 'EUR' from sold`,
  [{ orderId: ID }, { type: 'REFUND' }, { state: ['PENDING'] }, ...TIMES],
);

const plannedCarts = plannedList(
  carts,
  `insert into shopping_carts (organization_id, environment, id, state, currency, expires_at)
    select case when at % 2 = 0 then gen_random_uuid() else $1::uuid end, 'LIVE', gen_random_uuid(),
      (array['OPEN', 'ABANDONED'])[1 + at / 2 % 2], 'EUR', now() + make_interval(mins => at - 100)
    from generate_series(1, $2::int) as at`,
  [
    { state: ['OPEN'] },
    { state: ['ABANDONED'] },
    { state: ['OPEN', 'ABANDONED'] },
    { state: ['CHECKED_OUT'] },
    { customerId: ID },
    ...TIMES,
  ],
);

for (const list of [plannedOrders, plannedTransactions, plannedCarts]) {
  test(`no filter or order of ${list.table} is planned as a scan of the whole table`, async () => {
    assert.deepEqual(await wholeScansOf(list), []);
  });

  test(`every filter and order of ${list.table} finds its page without reading the rest`, async () => {
    assert.deepEqual(await wideReadsOf(list), []);
  });
}
