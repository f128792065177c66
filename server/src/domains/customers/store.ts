import { type ExpressionBuilder, type Generated, sql } from 'kysely';
import {
  countedRows,
  countRows,
  type Database,
  type Db,
  type KeysetOrder,
  onPage,
  type Page,
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

export type CustomerFilter = {
  readonly text?: string | undefined;
  readonly email?: string | undefined;
  readonly country?: string | undefined;
  readonly tag?: string | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdUntil?: Date | undefined;
  readonly updatedSince?: Date | undefined;
  /** Absent: false. */
  readonly isErased?: boolean | undefined;
};

/** Orders of the list of customers, each with the column it walks; ids break ties. */
export const CUSTOMER_ORDERS = {
  CREATED_AT: [{ ref: 'customers.created_at', type: 'timestamptz' }],
  UPDATED_AT: [{ ref: 'customers.updated_at', type: 'timestamptz' }],
  NAME: [{ ref: 'customers.name_key', type: 'text' }],
  ORDER_COUNT: [{ ref: 'customers.order_count', type: 'int' }],
  TOTAL_CO2E_KG: [{ ref: 'customers.total_co2e_kg', type: 'float8' }],
} as const satisfies Record<string, KeysetOrder['columns']>;

export type CustomerOrderField = keyof typeof CUSTOMER_ORDERS;
export type CustomerOrder = { readonly field: CustomerOrderField; readonly isDescending: boolean };

/** A customer in a list, with the key that the list may be ordered by. */
export type ListedCustomer = Customer & { readonly nameKey: string };

export async function listCustomers(
  db: Db,
  scope: Scope,
  filter: CustomerFilter,
  order: CustomerOrder,
  page: Page,
): Promise<ListedCustomer[]> {
  const matching = db
    .selectFrom('customers')
    .select([...COLUMNS, 'name_key as nameKey'])
    .where(matches(scope, filter));
  const columns = [...CUSTOMER_ORDERS[order.field], { ref: 'customers.id', type: 'uuid' } as const];
  return onPage(matching, { columns, isDescending: order.isDescending }, page).execute();
}

/** All customers but the erased, from their counters. */
export function countCustomers(db: Db, scope: Scope): Promise<number> {
  return countedRows(db, scope, 'customers', ['true']);
}

/** Matching customers, counted no further than `limit`. */
export async function countMatchingCustomers(
  db: Db,
  scope: Scope,
  filter: CustomerFilter,
  limit: number,
): Promise<number> {
  const matching = db.selectFrom('customers').where(matches(scope, filter));
  return countRows(db, matching, limit);
}

function matches(scope: Scope, filter: CustomerFilter) {
  return (where: ExpressionBuilder<Database, 'customers'>) => {
    const { text, email, country, tag, createdFrom, createdUntil, updatedSince } = filter;
    return where.and([
      where('customers.organization_id', '=', scope.organizationId),
      where('customers.environment', '=', scope.environment),
      filter.isErased === true ? sql<boolean>`is_erased` : sql<boolean>`not is_erased`,
      ...(text === undefined
        ? []
        : [where('search_text', 'like', `%${escapeLike(text.toLowerCase())}%`)]),
      ...(email === undefined ? [] : [sql<boolean>`lower(email) = ${email.toLowerCase()}`]),
      ...(country === undefined ? [] : [where('country', '=', country)]),
      ...(tag === undefined ? [] : [sql<boolean>`tags @> array[${tag}]::text[]`]),
      ...(createdFrom === undefined ? [] : [where('created_at', '>=', createdFrom)]),
      ...(createdUntil === undefined ? [] : [where('created_at', '<', createdUntil)]),
      ...(updatedSince === undefined ? [] : [where('updated_at', '>=', updatedSince)]),
    ]);
  };
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}

export async function findCustomers(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Customer[]> {
  return db
    .selectFrom('customers')
    .select(COLUMNS)
    .where('customers.organization_id', '=', scope.organizationId)
    .where('customers.environment', '=', scope.environment)
    .where('customers.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** How a customer can be named from outside. */
export type CustomerReference = {
  readonly by: 'id' | 'external_id';
  readonly value: string;
};

export async function findCustomer(
  db: Db,
  scope: Scope,
  reference: CustomerReference,
): Promise<Customer | undefined> {
  return named(db, scope, reference).executeTakeFirst();
}

/** The customer as it stands, held until the transaction ends. */
export async function lockCustomer(
  tx: Tx,
  scope: Scope,
  reference: CustomerReference,
): Promise<Customer | undefined> {
  return named(tx, scope, reference).forUpdate().executeTakeFirst();
}

function named(db: Db, scope: Scope, reference: CustomerReference) {
  return db
    .selectFrom('customers')
    .select(COLUMNS)
    .where('customers.organization_id', '=', scope.organizationId)
    .where('customers.environment', '=', scope.environment)
    .where(`customers.${reference.by}`, '=', reference.value);
}

export async function insertCustomer(
  tx: Tx,
  scope: Scope,
  id: string,
  draft: CustomerDraft,
): Promise<Customer> {
  return tx
    .insertInto('customers')
    .values({
      organization_id: scope.organizationId,
      environment: scope.environment,
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
      version: sql`version + 1`,
      updated_at: sql`greatest(now(), updated_at + interval '1 millisecond')`,
    })
    .where('customers.organization_id', '=', scope.organizationId)
    .where('customers.environment', '=', scope.environment)
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
 * Adds to the totals of a customer. The version stays: nobody who edits the customer has to hear of
 * it. Footprints are rounded to a microgram, so that what was added and taken away again is zero.
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
    .where('organization_id', '=', scope.organizationId)
    .where('environment', '=', scope.environment)
    .where('id', '=', customerId)
    .execute();
}
