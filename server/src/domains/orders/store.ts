import type { TransportLeg } from '@trackway/engine';
import { type Generated, sql } from 'kysely';
import {
  columnsOfScope,
  conditionsOn,
  type Db,
  inScope,
  NEXT_VERSION,
  scopedList,
  type Tx,
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

const { equals, isOneOfWords, isAtLeast, isAtMost, isBelow, startsWith } = conditionsOn('orders');

export const orders = scopedList({
  table: 'orders',
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
    productId: hasLineOf,
    text: startsWith('external_id'),
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

type OrderDraft = Pick<
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
  tx: Tx,
  scope: Scope,
  id: string,
  draft: OrderDraft,
): Promise<Order> {
  return tx
    .insertInto('orders')
    .values({
      ...columnsOfScope(scope),
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

/** Changes that a state transition or a payment writes. */
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
  tx: Tx,
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
      // Undefined fields keep their value.
      state,
      payment_state: paymentState,
      captured_minor: capturedMinor,
      refunded_minor: refundedMinor,
      shipping_legs: shippingLegs && sql`${JSON.stringify(shippingLegs)}::jsonb`,
      shipping_co2e_kg: shippingCo2eKg,
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
