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
import type { Customer, CustomerDraft, TotalsChange } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    customers: CustomerTable;
  }
}

type CustomerTable = {
  organization_id: string;
  environment: string;
  id: string;
  external_id: string | null;
  name: string | null;
  email: string | null;
  country: string | null;
  language: string | null;
  tags: readonly string[];
  metadata: Customer['metadata'];
  order_count: Generated<number>;
  total_co2e_kg: Generated<number>;
  total_spent: Generated<Customer['totalSpent']>;
  erased_at: Generated<Date | null>;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  is_erased: Generated<boolean>;
  name_key: Generated<string>;
  search_text: Generated<string>;
};

const COLUMNS = [
  'customers.id',
  'external_id as externalId',
  'name',
  'name_key as nameKey',
  'email',
  'country',
  'language',
  'tags',
  'metadata',
  'order_count as orderCount',
  'total_co2e_kg as totalCo2eKg',
  'total_spent as totalSpent',
  'erased_at as erasedAt',
  'version',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

const NOT_ERASED = sql<boolean>`not is_erased`;

const { equals, isAtLeast, isBelow, includes, contains } = conditionsOn('customers');

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
    text: contains('search_text'),
    email: (email: string) => sql<boolean>`lower(email) = ${email.toLowerCase()}`,
    country: equals('country'),
    tag: includes('tags'),
    createdFrom: isAtLeast('created_at'),
    createdUntil: isBelow('created_at'),
    updatedSince: isAtLeast('updated_at'),
    isErased: (isErased: boolean) => (isErased ? sql<boolean>`is_erased` : NOT_ERASED),
  },
  hidden: { unlessAskedBy: 'isErased', condition: NOT_ERASED, buckets: ['true'] },
});

export async function insertCustomer(
  tx: Tx,
  scope: Scope,
  id: string,
  draft: CustomerDraft,
): Promise<Customer> {
  return tx
    .insertInto('customers')
    .values({
      ...columnsOfScope(scope),
      id,
      ...columnsOf(draft),
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

export async function updateCustomerRow(
  tx: Tx,
  scope: Scope,
  id: string,
  draft: CustomerDraft,
  isErasure = false,
): Promise<Customer> {
  return tx
    .updateTable('customers')
    .set({
      ...columnsOf(draft),
      ...(isErasure ? { erased_at: sql`now()` } : {}),
      ...NEXT_VERSION,
    })
    .where(inScope('customers', scope))
    .where('customers.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

function columnsOf(draft: CustomerDraft) {
  return {
    external_id: draft.externalId,
    name: draft.name,
    email: draft.email,
    country: draft.country,
    language: draft.language,
    tags: draft.tags,
    metadata: sql<Customer['metadata']>`${JSON.stringify(draft.metadata)}::jsonb`,
  };
}

/**
 * Adds to the totals of a customer. The version stays the same: an editor of the customer need not
 * reload. Footprints are rounded to a microgram, so that adding and subtracting the same value
 * gives zero.
 */
export async function addToCustomerTotals(
  tx: Tx,
  scope: Scope,
  customerId: string,
  { orderCount = 0, co2eKg = 0, spent }: TotalsChange,
): Promise<void> {
  await tx
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
