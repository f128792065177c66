import { sql } from 'kysely';
import {
  type ColumnsOfScope,
  type ColumnValuesOf,
  conditionsOn,
  type Db,
  escapeLike,
  inScope,
  rowReader,
  rowWriter,
  scopedList,
  selectionsOf,
  type TenantTx,
} from '../../platform/database/index.ts';
import { initialValues } from '../../rules/properties/draft.ts';
import type { Customer, TotalsChange } from './model.ts';
import { CUSTOMER, GIVEN } from './properties.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    customers: CustomerTable;
  }
}

type CustomerTable = ColumnsOfScope &
  ColumnValuesOf<typeof CUSTOMER> & { is_erased: boolean; search_text: string };

const COLUMNS = Object.values(selectionsOf('customers', CUSTOMER));

const NOT_ERASED = sql<boolean>`not is_erased`;

const { equals, isAtLeast, isBelow, includes } = conditionsOn('customers');

/** Erased customers are listed on request only. */
export const customers = scopedList({
  table: 'customers',
  rows: (db: Db) => db.selectFrom('customers').select(COLUMNS),
  orders: {
    CREATED_AT: [{ column: 'created_at', property: 'createdAt', type: 'timestamptz' }],
    UPDATED_AT: [{ column: 'updated_at', property: 'updatedAt', type: 'timestamptz' }],
    NAME: [{ column: 'name_key', property: 'nameKey', type: 'text' }],
    ORDER_COUNT: [{ column: 'order_count', property: 'orderCount', type: 'int' }],
    TOTAL_CO2E_KG: [{ column: 'total_co2e_kg', property: 'totalCo2eKg', type: 'float8' }],
  },
  conditions: {
    // The database writes both in lower case, by other rules than JavaScript: Σ at the end of a word, İ.
    text: (text: string) =>
      sql<boolean>`customers.search_text like lower(${`%${escapeLike(text)}%`}::text)`,
    email: (email: string) => sql<boolean>`lower(email) = lower(${email}::text)`,
    country: equals('country'),
    tag: includes('tags'),
    createdSince: isAtLeast('created_at'),
    createdUntil: isBelow('created_at'),
    updatedSince: isAtLeast('updated_at'),
    settledBefore: isBelow('updated_at'),
    isErased: (isErased: boolean) => (isErased ? sql<boolean>`is_erased` : NOT_ERASED),
  },
  hidden: { unlessAskedBy: 'isErased', condition: NOT_ERASED, buckets: ['true'] },
});

export const customerWriter = rowWriter('customers', GIVEN, CUSTOMER);

/** Customers by the thousand, without the erased. */
export const customerReader = rowReader('customers', CUSTOMER, 'not is_erased');

/** Erases all that clients wrote about a customer. */
export async function eraseCustomerRow(work: TenantTx, id: string): Promise<Customer> {
  await work.db
    .updateTable('customers')
    .set({ erased_at: sql`now()` })
    .where(inScope('customers', work.scope))
    .where('id', '=', id)
    .execute();
  return customerWriter.updateOne(work, { id, draft: initialValues(GIVEN) });
}

/**
 * Adds to the totals of a customer. The version stays the same: an editor of the customer need not
 * reload. Footprints are rounded to a microgram, so that adding and subtracting the same value
 * gives zero.
 */
export async function addToCustomerTotals(
  { db, scope }: TenantTx,
  customerId: string,
  { orderCount = 0, co2eKg = 0, spent }: TotalsChange,
): Promise<void> {
  await db
    .updateTable('customers')
    .set({
      order_count: sql`order_count + ${orderCount}::int`,
      total_co2e_kg: sql`round((total_co2e_kg + ${co2eKg}::float8)::numeric, 9)::float8`,
      ...(spent === undefined
        ? {}
        : {
            total_spent: sql`total_spent || jsonb_build_object(${spent.currency}::text,
              coalesce((total_spent ->> ${spent.currency}::text)::bigint, 0) + ${spent.minor}::bigint)`,
          }),
    })
    .where(inScope('customers', scope))
    .where('id', '=', customerId)
    .execute();
}
