import { sql } from 'kysely';
import {
  type ColumnsOfScope,
  type ColumnValuesOf,
  changedValues,
  columnsOfScope,
  columnValues,
  conditionsOn,
  type Db,
  inOtherTable,
  inScope,
  NEXT_VERSION,
  rowReader,
  rowWriter,
  scopedList,
  selectionsOf,
  type TenantTx,
  type ValuesOf,
} from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Order, OrderState } from './model.ts';
import { ORDER, WRITTEN } from './properties.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    orders: OrderTable;
  }
}

type OrderTable = ColumnsOfScope & ColumnValuesOf<typeof ORDER>;

const COLUMNS = Object.values(selectionsOf('orders', ORDER));

const { equals, isOneOfWords, isAtLeast, isAtMost, isBelow, startsWithInAnyCase } =
  conditionsOn('orders');

export const orders = scopedList({
  table: 'orders',
  // Cancelled orders keep their ids, which newer ones may have too.
  firstNamed: sql`orders.state = 'CANCELLED', orders.id desc`,
  rows: (db: Db) => db.selectFrom('orders').select(COLUMNS),
  orders: {
    CREATED_AT: [],
    PLACED_AT: [{ column: 'placed_at', property: 'placedAt', type: 'timestamptz' }],
    UPDATED_AT: [{ column: 'updated_at', property: 'updatedAt', type: 'timestamptz' }],
    TOTAL: [{ column: 'total_minor', property: 'totalMinor', type: 'bigint' }],
    FOOTPRINT: [{ column: 'co2e_kg', property: 'co2eKg', type: 'float8', isSparse: true }],
  },
  conditions: {
    state: isOneOfWords('state'),
    paymentState: isOneOfWords('payment_state'),
    customerId: equals('customer_id'),
    productId: inOtherTable(hasLineOf),
    text: startsWithInAnyCase('external_id'),
    id: equals('id'),
    createdSince: isAtLeast('created_at'),
    createdUntil: isBelow('created_at'),
    placedSince: isAtLeast('placed_at'),
    placedUntil: isBelow('placed_at'),
    updatedSince: isAtLeast('updated_at'),
    settledBefore: isBelow('updated_at'),
    minCo2eKg: isAtLeast('co2e_kg'),
    maxCo2eKg: isAtMost('co2e_kg'),
  },
});

function hasLineOf(productId: string, scope: Scope) {
  return sql<boolean>`orders.id in (select order_id from order_lines
    where ${inScope('order_lines', scope)} and order_lines.product_id = ${productId})`;
}

/** Columns of an order that reached its state elsewhere. */
const PAST = {
  ...WRITTEN,
  state: ORDER.state,
  co2eKg: ORDER.co2eKg,
  placedAt: ORDER.placedAt,
  confirmedAt: ORDER.confirmedAt,
  shippedAt: ORDER.shippedAt,
  deliveredAt: ORDER.deliveredAt,
  returnedAt: ORDER.returnedAt,
  cancelledAt: ORDER.cancelledAt,
};
export type PastOrderRow = ValuesOf<typeof PAST>;

/** Orders by the thousand. */
export const orderWriter = rowWriter('orders', PAST, ORDER);
export const orderReader = rowReader('orders', ORDER);

/** All that is written of an order that is a draft. */
export type OrderDraft = ValuesOf<typeof WRITTEN> & { readonly placedAt: Date | undefined };

export async function insertOrder(
  { db, scope }: TenantTx,
  id: string,
  { placedAt, ...draft }: OrderDraft,
): Promise<Order> {
  return db
    .insertInto('orders')
    .values({
      ...columnsOfScope(scope),
      id,
      state: 'DRAFT',
      ...columnValues(WRITTEN, draft),
      placed_at: placedAt ?? sql<Date>`now()`,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Changes that an update of a draft, a state transition or a payment writes. */
export type OrderChange = Partial<
  OrderDraft & Pick<Order, 'state' | 'capturedMinor' | 'refundedMinor'>
>;

const STEPPED_AT = {
  DRAFT: undefined,
  CONFIRMED: 'confirmed_at',
  SHIPPED: 'shipped_at',
  DELIVERED: 'delivered_at',
  RETURNED: 'returned_at',
  CANCELLED: 'cancelled_at',
} as const satisfies Record<OrderState, keyof OrderTable | undefined>;

/** Changes an order. Its footprint is what its ledger then adds up to, null while that is empty. */
export async function updateOrderRow(
  { db, scope }: TenantTx,
  id: string,
  change: OrderChange,
): Promise<Order> {
  const steppedAt = change.state && STEPPED_AT[change.state];
  return db
    .updateTable('orders')
    .set({
      ...changedValues(ORDER, change),
      ...(steppedAt === undefined ? {} : { [steppedAt]: sql`now()` }),
      co2e_kg: ledgerTotal(scope, id),
      ...NEXT_VERSION,
    })
    .where(inScope('orders', scope))
    .where('orders.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

function ledgerTotal(scope: Scope, id: string) {
  return sql<
    number | null
  >`(select sum(entries.co2e_kg)::float8 from order_footprint_entries entries
    where entries.organization_id = ${scope.organizationId} and entries.environment = ${scope.environment}
      and entries.order_id = ${id} and entries.kind <> 'CONTRIBUTION')`;
}
