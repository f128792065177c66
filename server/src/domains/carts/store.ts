import { type Generated, sql } from 'kysely';
import {
  type ColumnsOfScope,
  type ColumnValuesOf,
  changedValues,
  columnsOfScope,
  columnValues,
  conditionsOn,
  type Db,
  inScope,
  NEXT_VERSION,
  rowsBy,
  scopedList,
  selectionsOf,
  type TenantDb,
  type TenantTx,
  type ValuesOf,
} from '../../platform/database/index.ts';
import { type Cart, type CartLine, type CartState, LIFETIME_DAYS } from './model.ts';
import { CART, WRITTEN } from './properties.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    shopping_carts: CartTable;
    shopping_cart_lines: CartLineTable;
  }
}

type CartTable = ColumnsOfScope & ColumnValuesOf<typeof CART>;

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

const COLUMNS = Object.values({
  ...selectionsOf('shopping_carts', CART),
  state: STATE.as('state'),
});

const { equals, isAtLeast, isBelow } = conditionsOn('shopping_carts');

export const carts = scopedList({
  table: 'shopping_carts',
  rows: (db: Db) => db.selectFrom('shopping_carts').select(COLUMNS),
  orders: {
    CREATED_AT: [{ column: 'created_at', property: 'createdAt', type: 'timestamptz' }],
    UPDATED_AT: [{ column: 'updated_at', property: 'updatedAt', type: 'timestamptz' }],
  },
  conditions: {
    state: (states: readonly CartState[]) =>
      states.length === 0
        ? sql<boolean>`false`
        : sql<boolean>`(${sql.join(states.map(isIn), sql` or `)})`,
    customerId: equals('customer_id'),
    createdSince: isAtLeast('created_at'),
    createdUntil: isBelow('created_at'),
    updatedSince: isAtLeast('updated_at'),
    settledBefore: isBelow('updated_at'),
  },
});

function isIn(state: CartState) {
  switch (state) {
    case 'OPEN':
      return sql<boolean>`(state = 'OPEN' and expires_at > now())`;
    case 'ABANDONED':
      return sql<boolean>`(state = 'ABANDONED' or state = 'OPEN' and expires_at <= now())`;
    case 'CHECKED_OUT':
      return sql<boolean>`state = 'CHECKED_OUT'`;
  }
}

/** A cart without a time of its own expires after its lifetime. */
type CartDraft = ValuesOf<typeof WRITTEN> & { readonly expiresAt: Date | undefined };

export async function insertCart(
  { db, scope }: TenantTx,
  id: string,
  draft: CartDraft,
): Promise<Cart> {
  return db
    .insertInto('shopping_carts')
    .values({
      ...columnsOfScope(scope),
      id,
      state: 'OPEN',
      ...columnValues(WRITTEN, draft),
      expires_at: draft.expiresAt ?? daysFromNow(LIFETIME_DAYS),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export type CartChange = {
  readonly state?: CartState;
  readonly orderId?: string;
  readonly externalId?: string | null;
  readonly metadata?: Cart['metadata'];
  readonly customerId?: string | null;
  readonly currency?: string | null | undefined;
  readonly expiresAt?: Date | undefined;
  /** Number of days from now for which it is open. */
  readonly days?: number;
};

export async function updateCartRow(
  { db, scope }: TenantTx,
  id: string,
  { days, ...change }: CartChange,
): Promise<Cart> {
  return db
    .updateTable('shopping_carts')
    .set({
      ...changedValues(CART, change),
      ...(days === undefined ? {} : { expires_at: daysFromNow(days) }),
      ...NEXT_VERSION,
    })
    .where(inScope('shopping_carts', scope))
    .where('shopping_carts.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

function daysFromNow(days: number) {
  return sql<Date>`now() + make_interval(days => ${days}::int)`;
}

export async function cartsOfPerson({ db, scope }: TenantDb, customerId: string): Promise<Cart[]> {
  return db
    .selectFrom('shopping_carts')
    .select(COLUMNS)
    .where(inScope('shopping_carts', scope))
    .where('customer_id', '=', customerId)
    .orderBy('shopping_carts.id')
    .execute();
}

/** Lines of several carts, each cart's in the order they were added. */
export const linesOfCarts = rowsBy('shopping_cart_lines', 'cart_id', (db) =>
  db
    .selectFrom('shopping_cart_lines')
    .select([
      'cart_id as cartId',
      'product_id as productId',
      'quantity',
      'unit_price_minor as unitPriceMinor',
      'added_at as addedAt',
    ])
    .orderBy('added_at')
    .orderBy('product_id'),
);

/**
 * Price of all lines of a cart that have one, in minor units: the line's own, else the product's in the same currency. Each
 * line is bounded and their sum is not, nor is a line whose product has become dearer: a sum that is no number would keep
 * the carts of all tenants from being abandoned.
 */
export const CART_TOTAL = sql<number>`(select coalesce(sum(line.quantity * coalesce(line.unit_price_minor,
      case when product.price_currency = shopping_carts.currency then product.price_minor end, 0)::numeric), 0)::float8
    from shopping_cart_lines line join products product
      on product.organization_id = line.organization_id and product.environment = line.environment
      and product.id = line.product_id
    where line.organization_id = shopping_carts.organization_id
      and line.environment = shopping_carts.environment and line.cart_id = shopping_carts.id)`;

export async function totalOfCart({ db, scope }: TenantDb, id: string): Promise<number> {
  const { total } = await db
    .selectFrom('shopping_carts')
    .select(CART_TOTAL.as('total'))
    .where(inScope('shopping_carts', scope))
    .where('shopping_carts.id', '=', id)
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Writes lines with distinct products, replaces the lines of these products, and returns whether
 * anything changed. The lines keep the given order.
 */
export async function upsertLines(
  { db, scope }: TenantTx,
  cartId: string,
  lines: readonly Pick<CartLine, 'productId' | 'quantity' | 'unitPriceMinor'>[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into shopping_cart_lines
      (organization_id, environment, cart_id, product_id, quantity, unit_price_minor, added_at)
    select ${scope.organizationId}::uuid, ${scope.environment}::text, ${cartId}::uuid,
      product_id, quantity, unit_price_minor,
      now() - (${lines.length}::int - place) * interval '1 millisecond'
    from unnest(${lines.map(({ productId }) => productId)}::uuid[],
      ${lines.map(({ quantity }) => quantity)}::int[],
      ${lines.map(({ unitPriceMinor }) => unitPriceMinor)}::bigint[])
      with ordinality as line (product_id, quantity, unit_price_minor, place)
    on conflict (organization_id, environment, cart_id, product_id)
    do update set quantity = excluded.quantity, unit_price_minor = excluded.unit_price_minor
    where (shopping_cart_lines.quantity, shopping_cart_lines.unit_price_minor)
      is distinct from (excluded.quantity, excluded.unit_price_minor)`.execute(db);
  return numAffectedRows !== 0n;
}

/** Returns whether the line existed. */
export async function deleteLine(
  { db, scope }: TenantTx,
  cartId: string,
  productId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('shopping_cart_lines')
    .where(inScope('shopping_cart_lines', scope))
    .where('cart_id', '=', cartId)
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
