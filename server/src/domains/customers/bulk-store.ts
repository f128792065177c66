import { type Db, query } from '../../platform/database/index.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import type { CustomerDraft } from './model.ts';

/** Customers by the thousand: each function is one statement, whatever the number of rows. */

export type WholeCustomer = CustomerDraft & {
  readonly id: string;
  readonly version: number;
  readonly erasedAt: Date | null;
};

/** Columns that are written, with their types. */
const WRITTEN = [
  ['external_id', 'text'],
  ['name', 'text'],
  ['email', 'text'],
  ['country', 'text'],
  ['language', 'text'],
  ['tags', 'text[]'],
  ['metadata', 'jsonb'],
] as const;

const NAMES = WRITTEN.map(([name]) => name).join(', ');
const GIVEN = `json_to_recordset($3::json) as given (id uuid, ${WRITTEN.map(([name, type]) => `${name} ${type}`).join(', ')})`;

const INSERT = `insert into customers (organization_id, environment, id, ${NAMES})
  select $1::uuid, $2::text, id, ${NAMES} from ${GIVEN}`;

const UPDATE = `update customers set ${WRITTEN.map(([name]) => `${name} = given.${name}`).join(', ')},
    version = customers.version + 1,
    updated_at = greatest(now(), customers.updated_at + interval '1 millisecond')
  from ${GIVEN}
  where customers.organization_id = $1 and customers.environment = $2 and customers.id = given.id`;

const READ = `select id, external_id as "externalId", name, email, country, language, tags,
    metadata, version, erased_at as "erasedAt"
  from customers where organization_id = $1 and environment = $2`;

const LOCK = {
  id: `${READ} and id = any($3::uuid[]) order by id for no key update`,
  external_id: `${READ} and external_id = any($3::text[]) order by id for no key update`,
};

type Written = { readonly id: string; readonly draft: CustomerDraft };

/** Locks customers until the transaction ends and returns their current state. */
export async function lockCustomers(
  tx: Db,
  scope: Scope,
  by: 'id' | 'external_id',
  values: readonly string[],
): Promise<WholeCustomer[]> {
  if (values.length === 0) return [];
  return query<WholeCustomer>(tx, LOCK[by], [scope.organizationId, scope.environment, values]);
}

export async function insertCustomers(
  tx: Db,
  scope: Scope,
  customers: readonly Written[],
): Promise<void> {
  if (customers.length > 0) await query(tx, INSERT, valuesOf(scope, customers));
}

export async function updateCustomers(
  tx: Db,
  scope: Scope,
  customers: readonly Written[],
): Promise<void> {
  if (customers.length > 0) await query(tx, UPDATE, valuesOf(scope, customers));
}

function valuesOf(scope: Scope, customers: readonly Written[]): unknown[] {
  const rows = customers.map(({ id, draft: { externalId, ...rest } }) => ({
    id,
    external_id: externalId,
    ...rest,
  }));
  return [scope.organizationId, scope.environment, JSON.stringify(rows)];
}

/** All customers but the erased, in the order of their ids. */
export async function pageOfCustomers(
  db: Db,
  scope: Scope,
  after: string | null,
  limit: number,
): Promise<WholeCustomer[]> {
  const { organizationId, environment } = scope;
  return query<WholeCustomer>(
    db,
    `${READ} and erased_at is null and id > $3 order by id limit ${limit}`,
    [organizationId, environment, after ?? NIL_UUID],
  );
}
