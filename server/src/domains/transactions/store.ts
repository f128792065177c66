import { type Generated, sql } from 'kysely';
import {
  type ColumnsOfScope,
  type ColumnValuesOf,
  columnsOfScope,
  columnValues,
  conditionsOn,
  type Db,
  inScope,
  NEXT_VERSION,
  query,
  rowsBy,
  scopedList,
  selectionsOf,
  type TenantTx,
  type ValuesOf,
} from '../../platform/database/index.ts';
import type { LedgerSums, Transaction, TransactionState } from './model.ts';
import { TRANSACTION, WRITTEN } from './properties.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    transactions: TransactionTable;
  }
}

type TransactionTable = ColumnsOfScope &
  ColumnValuesOf<typeof TRANSACTION> & { is_mock: Generated<boolean> };

const COLUMNS = Object.values(selectionsOf('transactions', TRANSACTION));

const { equals, isWord, isOneOfWords, isAtLeast, isBelow } = conditionsOn('transactions');

export const transactions = scopedList({
  table: 'transactions',
  rows: (db: Db) => db.selectFrom('transactions').select(COLUMNS),
  orders: {
    CREATED_AT: [{ column: 'created_at', property: 'createdAt', type: 'timestamptz' }],
    UPDATED_AT: [{ column: 'updated_at', property: 'updatedAt', type: 'timestamptz' }],
  },
  conditions: {
    orderId: equals('order_id'),
    type: isWord('type'),
    state: isOneOfWords('state'),
    createdSince: isAtLeast('created_at'),
    createdUntil: isBelow('created_at'),
    updatedSince: isAtLeast('updated_at'),
    settledBefore: isBelow('updated_at'),
  },
});

const SUMS_SQL = `
  select coalesce(sum(amount_minor) filter (where type = 'CAPTURE' and state = 'SUCCEEDED'), 0)::float8 as "capturedMinor",
    coalesce(sum(amount_minor) filter (where type = 'REFUND' and state = 'SUCCEEDED'), 0)::float8 as "refundedMinor",
    coalesce(sum(amount_minor) filter (where type = 'VOID' and state = 'SUCCEEDED'), 0)::float8 as "voidedMinor",
    coalesce(sum(amount_minor - claimed_minor) filter (where type = 'AUTHORIZATION' and state = 'SUCCEEDED'), 0)::float8 as "openMinor",
    coalesce(sum(amount_minor) filter (where type = 'CAPTURE' and state <> 'FAILED'), 0)::float8 as "liveCapturedMinor",
    coalesce(sum(amount_minor - claimed_minor) filter (where type = 'AUTHORIZATION' and state <> 'FAILED'), 0)::float8 as "liveOpenMinor"
  from transactions where organization_id = $1 and environment = $2 and order_id = $3`;

/** The ledger of one order added up. */
export async function sumLedger({ db, scope }: TenantTx, orderId: string): Promise<LedgerSums> {
  const [sums] = await query<LedgerSums>(db, SUMS_SQL, [
    scope.organizationId,
    scope.environment,
    orderId,
  ]);
  if (sums === undefined) throw new Error('An aggregate without groups always has its row.');
  return sums;
}

/** The ledgers of several orders, each oldest first. */
export const transactionsOfOrders = rowsBy('transactions', 'order_id', (db) =>
  db.selectFrom('transactions').select(COLUMNS).orderBy('transactions.id'),
);

export async function hasTransactions(
  { db, scope: { organizationId, environment } }: TenantTx,
  orderId: string,
): Promise<boolean> {
  const found = await query(
    db,
    'select from transactions where organization_id = $1 and environment = $2 and order_id = $3 limit 1',
    [organizationId, environment, orderId],
  );
  return found.length > 0;
}

/** The ids of transactions of several orders that have something which a client wrote, no more than `limit`. */
export async function transactionsWithClientData(
  { db, scope: { organizationId, environment } }: TenantTx,
  orderIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    `select id from transactions where organization_id = $1 and environment = $2 and order_id = any($3::uuid[])
       and (external_id is not null or metadata <> '{}') limit $4`,
    [organizationId, environment, orderIds, limit],
  );
  return rows.map(({ id }) => id);
}

export async function insertTransaction(
  { db, scope }: TenantTx,
  id: string,
  draft: ValuesOf<typeof WRITTEN>,
): Promise<Transaction> {
  return db
    .insertInto('transactions')
    .values({
      ...columnsOfScope(scope),
      id,
      ...columnValues(WRITTEN, draft),
      settled_at: draft.state === 'PENDING' ? null : sql<Date>`now()`,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/**
 * Draws an amount on a parent transaction, or (negative) gives it back; undefined when the parent has
 * not so much left.
 */
export async function drawOnParent(
  { db, scope }: TenantTx,
  parentId: string,
  amountMinor: number,
): Promise<Transaction | undefined> {
  return db
    .updateTable('transactions')
    .set({ claimed_minor: sql`claimed_minor + ${amountMinor}` })
    .where(inScope('transactions', scope))
    .where('transactions.id', '=', parentId)
    .where(sql<boolean>`claimed_minor + ${amountMinor} <= amount_minor`)
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function updateState(
  { db, scope }: TenantTx,
  id: string,
  state: TransactionState,
): Promise<Transaction> {
  return db
    .updateTable('transactions')
    .set({
      state,
      settled_at: sql`now()`,
      ...NEXT_VERSION,
    })
    .where(inScope('transactions', scope))
    .where('transactions.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
