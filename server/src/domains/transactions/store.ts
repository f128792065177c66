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
  query,
} from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { LedgerSums, Transaction, TransactionState, TransactionType } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    transactions: TransactionTable;
  }
}

type TransactionTable = {
  organization_id: string;
  environment: string;
  id: string;
  external_id: string | null;
  order_id: string;
  parent_id: string | null;
  type: TransactionType;
  state: TransactionState;
  amount_minor: number;
  claimed_minor: Generated<number>;
  currency: string;
  provider: string | null;
  is_mock: Generated<boolean>;
  settled_at: Date | null;
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};

const COLUMNS = [
  'transactions.id',
  'external_id as externalId',
  'order_id as orderId',
  'parent_id as parentId',
  'type',
  'state',
  'amount_minor as amountMinor',
  'claimed_minor as claimedMinor',
  'currency',
  'provider',
  'version',
  'settled_at as settledAt',
  'created_at as createdAt',
  'updated_at as updatedAt',
] as const;

export type TransactionFilter = {
  readonly orderId?: string | undefined;
  readonly type?: TransactionType | undefined;
  readonly state?: TransactionState | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdUntil?: Date | undefined;
  readonly updatedSince?: Date | undefined;
};

/** Orders of the list of transactions, each with the column it walks; ids break ties. */
const ORDERS = {
  CREATED_AT: [{ ref: 'transactions.created_at', type: 'timestamptz' }],
  UPDATED_AT: [{ ref: 'transactions.updated_at', type: 'timestamptz' }],
} as const satisfies Record<string, KeysetOrder['columns']>;

export type TransactionOrderField = keyof typeof ORDERS;
export type TransactionOrder = {
  readonly field: TransactionOrderField;
  readonly isDescending: boolean;
};

const BY_ID = { ref: 'transactions.id', type: 'uuid' } as const;

export async function listTransactions(
  db: Db,
  scope: Scope,
  filter: TransactionFilter,
  order: TransactionOrder,
  page: Page,
): Promise<Transaction[]> {
  const matching = db.selectFrom('transactions').select(COLUMNS).where(matches(scope, filter));
  const { field, isDescending } = order;
  return onPage(matching, { columns: [...ORDERS[field], BY_ID], isDescending }, page).execute();
}

export function countTransactions(db: Db, scope: Scope): Promise<number> {
  return countedRows(db, scope, 'transactions');
}

export function countMatchingTransactions(
  db: Db,
  scope: Scope,
  filter: TransactionFilter,
  limit: number,
): Promise<number> {
  return countRows(db, db.selectFrom('transactions').where(matches(scope, filter)), limit);
}

function matches(scope: Scope, filter: TransactionFilter) {
  return (where: ExpressionBuilder<Database, 'transactions'>) => {
    const { orderId, type, state, createdFrom, createdUntil, updatedSince } = filter;
    return where.and([
      where('transactions.organization_id', '=', scope.organizationId),
      where('transactions.environment', '=', scope.environment),
      ...(orderId === undefined ? [] : [where('order_id', '=', orderId)]),
      // As literals: a plan for whatever type or state would not know which are rare.
      ...(type === undefined ? [] : [where('type', '=', sql.lit(type))]),
      ...(state === undefined ? [] : [where('state', '=', sql.lit(state))]),
      ...(createdFrom === undefined ? [] : [where('created_at', '>=', createdFrom)]),
      ...(createdUntil === undefined ? [] : [where('created_at', '<', createdUntil)]),
      ...(updatedSince === undefined ? [] : [where('updated_at', '>=', updatedSince)]),
    ]);
  };
}

/** Pages of the ledgers of several orders, oldest first. */
export function listLedgers(
  db: Db,
  scope: Scope,
  orderIds: readonly string[],
  page: Page,
): Promise<Owned<Transaction>[]> {
  const ofOne = db
    .selectFrom('transactions')
    .select(COLUMNS)
    .where('transactions.organization_id', '=', scope.organizationId)
    .where('transactions.environment', '=', scope.environment)
    .where('order_id', '=', OWNER_ID);
  return belowEach(db, orderIds, onPage(ofOne, { columns: [BY_ID], isDescending: false }, page));
}

export async function countLedgers(
  db: Db,
  scope: Scope,
  orderIds: readonly string[],
): Promise<Owned<{ readonly count: number }>[]> {
  return db
    .selectFrom('transactions')
    .select(['order_id as ownerId', sql<number>`count(*)::int`.as('count')])
    .where('transactions.organization_id', '=', scope.organizationId)
    .where('transactions.environment', '=', scope.environment)
    .where('order_id', '=', sql<string>`any(${orderIds}::uuid[])`)
    .groupBy('order_id')
    .execute();
}

export async function findTransactions(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Transaction[]> {
  return db
    .selectFrom('transactions')
    .select(COLUMNS)
    .where('transactions.organization_id', '=', scope.organizationId)
    .where('transactions.environment', '=', scope.environment)
    .where('transactions.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export type TransactionReference = {
  readonly by: 'id' | 'external_id';
  readonly value: string;
};

export async function findTransaction(
  db: Db,
  scope: Scope,
  reference: TransactionReference,
): Promise<Transaction | undefined> {
  return db
    .selectFrom('transactions')
    .select(COLUMNS)
    .where('transactions.organization_id', '=', scope.organizationId)
    .where('transactions.environment', '=', scope.environment)
    .where(`transactions.${reference.by}`, '=', reference.value)
    .executeTakeFirst();
}

const SUMS_SQL = `
  select coalesce(sum(amount_minor) filter (where type = 'CAPTURE' and state = 'SUCCEEDED'), 0)::float8 as "capturedMinor",
    coalesce(sum(amount_minor) filter (where type = 'REFUND' and state = 'SUCCEEDED'), 0)::float8 as "refundedMinor",
    coalesce(sum(amount_minor) filter (where type = 'VOID' and state = 'SUCCEEDED'), 0)::float8 as "voidedMinor",
    coalesce(sum(amount_minor - claimed_minor) filter (where type = 'AUTHORIZATION' and state = 'SUCCEEDED'), 0)::float8 as "openMinor",
    coalesce(sum(amount_minor) filter (where type = 'CAPTURE' and state <> 'FAILED'), 0)::float8 as "liveCapturedMinor",
    coalesce(sum(amount_minor - claimed_minor) filter (where type = 'AUTHORIZATION' and state <> 'FAILED'), 0)::float8 as "liveOpenMinor"
  from transactions where organization_id = $1 and environment = $2 and order_id = $3`;

/** The ledger of one order added up. */
export async function sumLedger(tx: Db, scope: Scope, orderId: string): Promise<LedgerSums> {
  const [sums] = await query<LedgerSums>(tx, SUMS_SQL, [
    scope.organizationId,
    scope.environment,
    orderId,
  ]);
  if (sums === undefined) throw new Error('An aggregate without groups always has its row.');
  return sums;
}

export type TransactionDraft = Pick<
  Transaction,
  'externalId' | 'orderId' | 'parentId' | 'type' | 'state' | 'amountMinor' | 'currency' | 'provider'
>;

export async function insertTransaction(
  tx: Db,
  scope: Scope,
  id: string,
  draft: TransactionDraft,
): Promise<Transaction> {
  return tx
    .insertInto('transactions')
    .values({
      organization_id: scope.organizationId,
      environment: scope.environment,
      id,
      external_id: draft.externalId,
      order_id: draft.orderId,
      parent_id: draft.parentId,
      type: draft.type,
      state: draft.state,
      amount_minor: draft.amountMinor,
      currency: draft.currency,
      provider: draft.provider,
      settled_at: draft.state === 'PENDING' ? null : sql<Date>`now()`,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/**
 * Draws an amount on a parent transaction, or (negative) gives it back; undefined when the parent has
 * not so much left.
 */
export async function claim(
  tx: Db,
  scope: Scope,
  parentId: string,
  amountMinor: number,
): Promise<Transaction | undefined> {
  return tx
    .updateTable('transactions')
    .set({ claimed_minor: sql`claimed_minor + ${amountMinor}` })
    .where('transactions.organization_id', '=', scope.organizationId)
    .where('transactions.environment', '=', scope.environment)
    .where('transactions.id', '=', parentId)
    .where(sql<boolean>`claimed_minor + ${amountMinor} <= amount_minor`)
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function settle(
  tx: Db,
  scope: Scope,
  id: string,
  state: TransactionState,
): Promise<Transaction> {
  return tx
    .updateTable('transactions')
    .set({
      state,
      settled_at: sql`now()`,
      version: sql`version + 1`,
      updated_at: sql`greatest(now(), updated_at + interval '1 millisecond')`,
    })
    .where('transactions.organization_id', '=', scope.organizationId)
    .where('transactions.environment', '=', scope.environment)
    .where('transactions.id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
