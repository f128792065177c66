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
import type { Cart, CartLine, CartState } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    shopping_carts: CartTable;
    shopping_cart_lines: CartLineTable;
  }
}

type CartTable = {
  organization_id: string;
  environment: string;
  id: string;
  external_id: string | null;
  state: CartState;
  customer_id: string | null;
  currency: string;
  order_id: Generated<string | null>;
  is_mock: Generated<boolean>;
  expires_at: Date;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

type CartLineTable = {
  organization_id: string;
  environment: string;
  cart_id: string;
  product_id: string;
  quantity: number;
  unit_price_minor: number | null;
  added_at: Generated<Date>;
};

const STATE = sql<CartState>`case when state = 'OPEN' and expires_at <= now() then 'ABANDONED' else state end`;

const COLUMNS = [
  'shopping_carts.id',
  'external_id as externalId',
  STATE.as('state'),
  'customer_id as customerId',
  'currency',
  'order_id as orderId',
  'is_mock as isMock',
  'expires_at as expiresAt',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

export type CartFilter = {
  readonly state?: CartState | undefined;
  readonly customerId?: string | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdUntil?: Date | undefined;
  readonly updatedSince?: Date | undefined;
};

/** Orders of the list of carts, each with the column it walks; ids break ties. */
const ORDERS = {
  CREATED_AT: [{ ref: 'shopping_carts.created_at', type: 'timestamptz' }],
  UPDATED_AT: [{ ref: 'shopping_carts.updated_at', type: 'timestamptz' }],
} as const satisfies Record<string, KeysetOrder['columns']>;

export type CartOrderField = keyof typeof ORDERS;
export type CartOrder = { readonly field: CartOrderField; readonly isDescending: boolean };

const BY_ID = { ref: 'shopping_carts.id', type: 'uuid' } as const;

export async function listCarts(
  db: Db,
  scope: Scope,
  filter: CartFilter,
  { field, isDescending }: CartOrder,
  page: Page,
): Promise<Cart[]> {
  const matching = db.selectFrom('shopping_carts').select(COLUMNS).where(matches(scope, filter));
  return onPage(matching, { columns: [...ORDERS[field], BY_ID], isDescending }, page).execute();
}

export function countCarts(db: Db, scope: Scope): Promise<number> {
  return countedRows(db, scope, 'shopping_carts');
}

export function countMatchingCarts(
  db: Db,
  scope: Scope,
  filter: CartFilter,
  limit: number,
): Promise<number> {
  return countRows(db, db.selectFrom('shopping_carts').where(matches(scope, filter)), limit);
}

function matches(scope: Scope, filter: CartFilter) {
  return (where: ExpressionBuilder<Database, 'shopping_carts'>) => {
    const { state, customerId, createdFrom, createdUntil, updatedSince } = filter;
    return where.and([
      where('shopping_carts.organization_id', '=', scope.organizationId),
      where('shopping_carts.environment', '=', scope.environment),
      ...(state === undefined ? [] : [isIn(state)]),
      ...(customerId === undefined ? [] : [where('customer_id', '=', customerId)]),
      ...(createdFrom === undefined ? [] : [where('created_at', '>=', createdFrom)]),
      ...(createdUntil === undefined ? [] : [where('created_at', '<', createdUntil)]),
      ...(updatedSince === undefined ? [] : [where('updated_at', '>=', updatedSince)]),
    ]);
  };
}

function isIn(state: CartState) {
  switch (state) {
    case 'OPEN':
      return sql<boolean>`state = 'OPEN' and expires_at > now()`;
    case 'ABANDONED':
      return sql<boolean>`(state = 'ABANDONED' or state = 'OPEN' and expires_at <= now())`;
    case 'CHECKED_OUT':
      return sql<boolean>`state = 'CHECKED_OUT'`;
  }
}

/** Pages of the carts of several customers, oldest first. */
export function listCartsOfCustomers(
  db: Db,
  scope: Scope,
  customerIds: readonly string[],
  page: Page,
): Promise<Owned<Cart>[]> {
  const ofOne = db
    .selectFrom('shopping_carts')
    .select(COLUMNS)
    .where('shopping_carts.organization_id', '=', scope.organizationId)
    .where('shopping_carts.environment', '=', scope.environment)
    .where('customer_id', '=', OWNER_ID);
  return belowEach(db, customerIds, onPage(ofOne, { columns: [BY_ID], isDescending: false }, page));
}

export async function countCartsOfCustomers(
  db: Db,
  scope: Scope,
  customerIds: readonly string[],
): Promise<Owned<{ readonly count: number }>[]> {
  return db
    .selectFrom('shopping_carts')
    .select([sql<string>`customer_id`.as('ownerId'), sql<number>`count(*)::int`.as('count')])
    .where('organization_id', '=', scope.organizationId)
    .where('environment', '=', scope.environment)
    .where('customer_id', '=', sql<string>`any(${customerIds}::uuid[])`)
    .groupBy('customer_id')
    .execute();
}

export async function findCarts(db: Db, scope: Scope, ids: readonly string[]): Promise<Cart[]> {
  return db
    .selectFrom('shopping_carts')
    .select(COLUMNS)
    .where('shopping_carts.organization_id', '=', scope.organizationId)
    .where('shopping_carts.environment', '=', scope.environment)
    .where('shopping_carts.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** How a cart can be named from outside. */
export type CartReference = { readonly by: 'id' | 'external_id'; readonly value: string };

export async function findCart(
  db: Db,
  scope: Scope,
  reference: CartReference,
): Promise<Cart | undefined> {
  return named(db, scope, reference).executeTakeFirst();
}

/** The cart as it stands, held until the transaction ends. */
export async function lockCart(
  tx: Db,
  scope: Scope,
  reference: CartReference,
): Promise<Cart | undefined> {
  return named(tx, scope, reference).forNoKeyUpdate().executeTakeFirst();
}

function named(db: Db, scope: Scope, reference: CartReference) {
  return db
    .selectFrom('shopping_carts')
    .select(COLUMNS)
    .where('shopping_carts.organization_id', '=', scope.organizationId)
    .where('shopping_carts.environment', '=', scope.environment)
    .where(`shopping_carts.${reference.by}`, '=', reference.value);
}

export type CartDraft = Pick<Cart, 'externalId' | 'customerId' | 'currency' | 'isMock'> & {
  readonly expiresAt: Date | undefined;
};

export async function insertCart(
  tx: Db,
  scope: Scope,
  id: string,
  draft: CartDraft,
  lifetimeDays: number,
): Promise<Cart> {
  return tx
    .insertInto('shopping_carts')
    .values({
      organization_id: scope.organizationId,
      environment: scope.environment,
      id,
      external_id: draft.externalId,
      state: 'OPEN',
      customer_id: draft.customerId,
      currency: draft.currency,
      is_mock: draft.isMock,
      expires_at: draft.expiresAt ?? inDays(lifetimeDays),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export type CartChange = {
  readonly state?: CartState;
  readonly orderId?: string;
  /** Open for so many days from now. */
  readonly days?: number;
};

export async function updateCartRow(
  tx: Db,
  scope: Scope,
  id: string,
  { state, orderId, days }: CartChange,
): Promise<Cart> {
  return tx
    .updateTable('shopping_carts')
    .set({
      ...(state === undefined ? {} : { state }),
      ...(orderId === undefined ? {} : { order_id: orderId }),
      ...(days === undefined ? {} : { expires_at: inDays(days) }),
      version: sql`version + 1`,
      updated_at: sql`greatest(now(), updated_at + interval '1 millisecond')`,
    })
    .where('shopping_carts.organization_id', '=', scope.organizationId)
    .where('shopping_carts.environment', '=', scope.environment)
    .where('shopping_carts.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

function inDays(days: number) {
  return sql<Date>`now() + make_interval(days => ${days}::int)`;
}

/** Lines of several carts, each cart's in the order they were added. */
export async function linesOfCarts(
  db: Db,
  scope: Scope,
  cartIds: readonly string[],
): Promise<CartLine[]> {
  return db
    .selectFrom('shopping_cart_lines')
    .select([
      'cart_id as cartId',
      'product_id as productId',
      'quantity',
      'unit_price_minor as unitPriceMinor',
      'added_at as addedAt',
    ])
    .where('organization_id', '=', scope.organizationId)
    .where('environment', '=', scope.environment)
    .where('cart_id', '=', sql<string>`any(${cartIds}::uuid[])`)
    .orderBy('added_at')
    .orderBy('product_id')
    .execute();
}

/** Says whether that changed anything. */
export async function putLine(
  tx: Db,
  scope: Scope,
  { cartId, productId, quantity, unitPriceMinor }: Omit<CartLine, 'addedAt'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('shopping_cart_lines')
    .values({
      organization_id: scope.organizationId,
      environment: scope.environment,
      cart_id: cartId,
      product_id: productId,
      quantity,
      unit_price_minor: unitPriceMinor,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organization_id', 'environment', 'cart_id', 'product_id'])
        .doUpdateSet({ quantity, unit_price_minor: unitPriceMinor })
        .where(
          sql<boolean>`(shopping_cart_lines.quantity, shopping_cart_lines.unit_price_minor)
            is distinct from (excluded.quantity, excluded.unit_price_minor)`,
        ),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows !== 0n;
}

/** Says whether there was such a line. */
export async function deleteLine(
  tx: Db,
  scope: Scope,
  cartId: string,
  productId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('shopping_cart_lines')
    .where('organization_id', '=', scope.organizationId)
    .where('environment', '=', scope.environment)
    .where('cart_id', '=', cartId)
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
