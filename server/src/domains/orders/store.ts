import type { TransportLeg } from '@trackway/engine';
import { type ExpressionBuilder, type Generated, sql } from 'kysely';
import {
  belowEach,
  countedRows,
  countRows,
  type Database,
  type Db,
  type KeysetOrder,
  OWNER_ID,
  type Owned,
  onPage,
  type Page,
} from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { PaymentState } from '../transactions/index.ts';
import type { Order, OrderState, ShippingSplit } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    orders: OrderTable;
  }
}

type OrderTable = {
  organization_id: string;
  environment: string;
  id: string;
  external_id: string | null;
  state: OrderState;
  payment_state: PaymentState;
  customer_id: string | null;
  currency: string;
  subtotal_minor: number;
  shipping_minor: number;
  total_minor: number;
  captured_minor: Generated<number>;
  refunded_minor: Generated<number>;
  shipping_legs: readonly TransportLeg[];
  shipping_split: ShippingSplit;
  shipping_co2e_kg: number | null;
  co2e_kg: Generated<number | null>;
  is_mock: Generated<boolean>;
  placed_at: Date;
  confirmed_at: Generated<Date | null>;
  shipped_at: Generated<Date | null>;
  delivered_at: Generated<Date | null>;
  returned_at: Generated<Date | null>;
  cancelled_at: Generated<Date | null>;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

const COLUMNS = [
  'orders.id',
  'external_id as externalId',
  'state',
  'payment_state as paymentState',
  'customer_id as customerId',
  'currency',
  'subtotal_minor as subtotalMinor',
  'shipping_minor as shippingMinor',
  'total_minor as totalMinor',
  'captured_minor as capturedMinor',
  'refunded_minor as refundedMinor',
  'shipping_legs as shippingLegs',
  'shipping_split as shippingSplit',
  'shipping_co2e_kg as shippingCo2eKg',
  'co2e_kg as co2eKg',
  'is_mock as isMock',
  'placed_at as placedAt',
  'confirmed_at as confirmedAt',
  'shipped_at as shippedAt',
  'delivered_at as deliveredAt',
  'returned_at as returnedAt',
  'cancelled_at as cancelledAt',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

export type OrderFilter = {
  readonly state?: readonly OrderState[] | undefined;
  readonly paymentState?: readonly PaymentState[] | undefined;
  readonly customerId?: string | undefined;
  readonly productId?: string | undefined;
  readonly text?: string | undefined;
  readonly placedFrom?: Date | undefined;
  readonly placedUntil?: Date | undefined;
  readonly updatedSince?: Date | undefined;
  readonly minCo2eKg?: number | undefined;
  readonly maxCo2eKg?: number | undefined;
};

/** Orders of the list of orders, each with the column it walks; ids break ties. */
const ORDERS = {
  CREATED_AT: [],
  PLACED_AT: [{ ref: 'orders.placed_at', type: 'timestamptz' }],
  UPDATED_AT: [{ ref: 'orders.updated_at', type: 'timestamptz' }],
  TOTAL: [{ ref: 'orders.total_minor', type: 'bigint' }],
  FOOTPRINT: [{ ref: 'orders.co2e_kg', type: 'float8' }],
} as const satisfies Record<string, KeysetOrder['columns']>;

export type OrderOrderField = keyof typeof ORDERS;
export type OrderOrder = { readonly field: OrderOrderField; readonly isDescending: boolean };

const BY_ID = { ref: 'orders.id', type: 'uuid' } as const;

export async function listOrders(
  db: Db,
  scope: Scope,
  filter: OrderFilter,
  { field, isDescending }: OrderOrder,
  page: Page,
): Promise<Order[]> {
  const matching = db
    .selectFrom('orders')
    .select(COLUMNS)
    .where(matches(scope, filter, field));
  return onPage(matching, { columns: [...ORDERS[field], BY_ID], isDescending }, page).execute();
}

export function countOrders(db: Db, scope: Scope): Promise<number> {
  return countedRows(db, scope, 'orders');
}

export function countMatchingOrders(
  db: Db,
  scope: Scope,
  filter: OrderFilter,
  { field }: OrderOrder,
  limit: number,
): Promise<number> {
  return countRows(db, db.selectFrom('orders').where(matches(scope, filter, field)), limit);
}

function matches(scope: Scope, filter: OrderFilter, field: OrderOrderField) {
  return (where: ExpressionBuilder<Database, 'orders'>) => {
    const { state, paymentState, customerId, productId, text } = filter;
    const { placedFrom, placedUntil, updatedSince, minCo2eKg, maxCo2eKg } = filter;
    return where.and([
      where('orders.organization_id', '=', scope.organizationId),
      where('orders.environment', '=', scope.environment),
      // As literals: a plan for whatever states would not know which are rare.
      ...(state === undefined ? [] : [where('state', 'in', state.map(sql.lit))]),
      ...(paymentState === undefined
        ? []
        : [where('payment_state', 'in', paymentState.map(sql.lit))]),
      ...(customerId === undefined ? [] : [where('customer_id', '=', customerId)]),
      ...(productId === undefined ? [] : [contains(scope, productId)]),
      ...(text === undefined
        ? []
        : [where('external_id', '>=', text), where('external_id', '<', `${text}\u{10ffff}`)]),
      ...(placedFrom === undefined ? [] : [where('placed_at', '>=', placedFrom)]),
      ...(placedUntil === undefined ? [] : [where('placed_at', '<', placedUntil)]),
      ...(updatedSince === undefined ? [] : [where('updated_at', '>=', updatedSince)]),
      ...(minCo2eKg === undefined ? [] : [where('co2e_kg', '>=', minCo2eKg)]),
      ...(maxCo2eKg === undefined ? [] : [where('co2e_kg', '<=', maxCo2eKg)]),
      ...(field === 'FOOTPRINT' ? [where('co2e_kg', 'is not', null)] : []),
    ]);
  };
}

function contains(scope: Scope, productId: string) {
  return sql<boolean>`orders.id in (select order_id from order_lines
    where order_lines.organization_id = ${scope.organizationId}
      and order_lines.environment = ${scope.environment}
      and order_lines.product_id = ${productId})`;
}

/** Pages of the orders of several customers, oldest first. */
export function listOrdersOfCustomers(
  db: Db,
  scope: Scope,
  customerIds: readonly string[],
  page: Page,
): Promise<Owned<Order>[]> {
  const ofOne = db
    .selectFrom('orders')
    .select(COLUMNS)
    .where('orders.organization_id', '=', scope.organizationId)
    .where('orders.environment', '=', scope.environment)
    .where('customer_id', '=', OWNER_ID);
  return belowEach(db, customerIds, onPage(ofOne, { columns: [BY_ID], isDescending: false }, page));
}

export async function countOrdersOfCustomers(
  db: Db,
  scope: Scope,
  customerIds: readonly string[],
): Promise<Owned<{ readonly count: number }>[]> {
  return db
    .selectFrom('orders')
    .select([sql<string>`customer_id`.as('ownerId'), sql<number>`count(*)::int`.as('count')])
    .where('orders.organization_id', '=', scope.organizationId)
    .where('orders.environment', '=', scope.environment)
    .where('customer_id', '=', sql<string>`any(${customerIds}::uuid[])`)
    .groupBy('customer_id')
    .execute();
}

export async function findOrders(db: Db, scope: Scope, ids: readonly string[]): Promise<Order[]> {
  return db
    .selectFrom('orders')
    .select(COLUMNS)
    .where('orders.organization_id', '=', scope.organizationId)
    .where('orders.environment', '=', scope.environment)
    .where('orders.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** How an order can be named from outside. */
export type OrderReference = { readonly by: 'id' | 'external_id'; readonly value: string };

export async function findOrder(
  db: Db,
  scope: Scope,
  reference: OrderReference,
): Promise<Order | undefined> {
  return named(db, scope, reference).executeTakeFirst();
}

/** The order as it stands, held until the transaction ends. */
export async function lockOrder(
  tx: Db,
  scope: Scope,
  reference: OrderReference,
): Promise<Order | undefined> {
  // Not FOR UPDATE, which would wait for everyone who adds a row that points at the order.
  return named(tx, scope, reference).forNoKeyUpdate().executeTakeFirst();
}

function named(db: Db, scope: Scope, reference: OrderReference) {
  return db
    .selectFrom('orders')
    .select(COLUMNS)
    .where('orders.organization_id', '=', scope.organizationId)
    .where('orders.environment', '=', scope.environment)
    .where(`orders.${reference.by}`, '=', reference.value);
}

export type OrderDraft = Pick<
  Order,
  | 'externalId'
  | 'customerId'
  | 'currency'
  | 'subtotalMinor'
  | 'shippingMinor'
  | 'paymentState'
  | 'shippingLegs'
  | 'shippingSplit'
  | 'shippingCo2eKg'
  | 'isMock'
> & { readonly placedAt: Date | undefined };

export async function insertOrder(
  tx: Db,
  scope: Scope,
  id: string,
  draft: OrderDraft,
): Promise<Order> {
  return tx
    .insertInto('orders')
    .values({
      organization_id: scope.organizationId,
      environment: scope.environment,
      id,
      external_id: draft.externalId,
      state: 'DRAFT',
      payment_state: draft.paymentState,
      customer_id: draft.customerId,
      currency: draft.currency,
      subtotal_minor: draft.subtotalMinor,
      shipping_minor: draft.shippingMinor,
      total_minor: draft.subtotalMinor + draft.shippingMinor,
      shipping_legs: sql`${JSON.stringify(draft.shippingLegs)}::jsonb`,
      shipping_split: draft.shippingSplit,
      shipping_co2e_kg: draft.shippingCo2eKg,
      is_mock: draft.isMock,
      placed_at: draft.placedAt ?? sql<Date>`now()`,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** What a step of an order or a movement of its money writes. */
export type OrderChange = {
  readonly state?: OrderState;
  readonly paymentState?: PaymentState;
  readonly capturedMinor?: number;
  readonly refundedMinor?: number;
  readonly shippingLegs?: readonly TransportLeg[];
  readonly shippingCo2eKg?: number | null;
};

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
  tx: Db,
  scope: Scope,
  id: string,
  change: OrderChange,
): Promise<Order> {
  const { state, paymentState, capturedMinor, refundedMinor, shippingLegs, shippingCo2eKg } =
    change;
  const steppedAt = state === undefined ? undefined : STEPPED_AT[state];
  return tx
    .updateTable('orders')
    .set({
      ...(state === undefined ? {} : { state }),
      ...(steppedAt === undefined ? {} : { [steppedAt]: sql`now()` }),
      ...(paymentState === undefined ? {} : { payment_state: paymentState }),
      ...(capturedMinor === undefined ? {} : { captured_minor: capturedMinor }),
      ...(refundedMinor === undefined ? {} : { refunded_minor: refundedMinor }),
      ...(shippingLegs === undefined
        ? {}
        : { shipping_legs: sql`${JSON.stringify(shippingLegs)}::jsonb` }),
      ...(shippingCo2eKg === undefined ? {} : { shipping_co2e_kg: shippingCo2eKg }),
      co2e_kg: ledgerTotal(scope, id),
      version: sql`version + 1`,
      updated_at: sql`greatest(now(), updated_at + interval '1 millisecond')`,
    })
    .where('orders.organization_id', '=', scope.organizationId)
    .where('orders.environment', '=', scope.environment)
    .where('orders.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

function ledgerTotal(scope: Scope, id: string) {
  return sql<
    number | null
  >`(select sum(entries.co2e_kg)::float8 from order_footprint_entries entries
    where entries.organization_id = ${scope.organizationId}
      and entries.environment = ${scope.environment}
      and entries.order_id = ${id} and entries.kind <> 'CONTRIBUTION')`;
}
