import type { Snapshot } from '@trackway/engine';
import { type ExpressionBuilder, type Generated, sql } from 'kysely';
import {
  countedRows,
  countRows,
  type Database,
  type Db,
  type KeysetOrder,
  onPage,
  type Page,
} from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Calculation, CalculationKind, CalculationResult } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    calculations: CalculationTable;
  }
}

type CalculationTable = {
  organization_id: string;
  environment: string;
  id: string;
  kind: Calculation['kind'];
  detail: Calculation['detail'];
  state: Calculation['state'];
  product_id: string | null;
  co2e_kg: number | null;
  snapshot_hash: string | null;
  result: CalculationResult | null;
  snapshot: Snapshot | null;
  job_id: string | null;
  subject_id: string | null;
  created_at: Generated<Date>;
};

const COLUMNS = [
  'calculations.id',
  'kind',
  'detail',
  'state',
  'product_id as productId',
  'co2e_kg as co2eKg',
  'snapshot_hash as snapshotHash',
  'job_id as jobId',
  'subject_id as subjectId',
  'created_at as createdAt',
] as const;

const NEWEST_FIRST: KeysetOrder = {
  columns: [{ ref: 'calculations.id', type: 'uuid' }],
  isDescending: true,
};

export type CalculationFilter = {
  readonly kind?: CalculationKind | undefined;
  readonly productId?: string | undefined;
  readonly createdFrom?: Date | undefined;
  readonly createdUntil?: Date | undefined;
};

export async function listCalculations(
  db: Db,
  scope: Scope,
  filter: CalculationFilter,
  page: Page,
): Promise<Calculation[]> {
  const matching = db.selectFrom('calculations').select(COLUMNS).where(matches(scope, filter));
  return onPage(matching, NEWEST_FIRST, page).execute();
}

export function countCalculations(db: Db, scope: Scope): Promise<number> {
  return countedRows(db, scope, 'calculations');
}

/** Matching calculations, counted no further than `limit`. */
export function countMatchingCalculations(
  db: Db,
  scope: Scope,
  filter: CalculationFilter,
  limit: number,
): Promise<number> {
  return countRows(db, db.selectFrom('calculations').where(matches(scope, filter)), limit);
}

function matches(scope: Scope, filter: CalculationFilter) {
  return (where: ExpressionBuilder<Database, 'calculations'>) => {
    const { kind, productId, createdFrom, createdUntil } = filter;
    return where.and([
      where('calculations.organization_id', '=', scope.organizationId),
      where('calculations.environment', '=', scope.environment),
      ...(kind === undefined ? [] : [where('kind', '=', kind)]),
      ...(productId === undefined ? [] : [where('product_id', '=', productId)]),
      ...(createdFrom === undefined ? [] : [where('created_at', '>=', createdFrom)]),
      ...(createdUntil === undefined ? [] : [where('created_at', '<', createdUntil)]),
    ]);
  };
}

export async function findCalculations(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<Calculation[]> {
  return db
    .selectFrom('calculations')
    .select(COLUMNS)
    .where('calculations.organization_id', '=', scope.organizationId)
    .where('calculations.environment', '=', scope.environment)
    .where('calculations.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export type StoredResult = {
  readonly id: string;
  readonly result: CalculationResult | null;
};

export async function findResults(
  db: Db,
  scope: Scope,
  ids: readonly string[],
): Promise<StoredResult[]> {
  return db
    .selectFrom('calculations')
    .select(['calculations.id', 'result'])
    .where('calculations.organization_id', '=', scope.organizationId)
    .where('calculations.environment', '=', scope.environment)
    .where('calculations.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();
}

export async function findSnapshot(
  db: Db,
  scope: Scope,
  id: string,
): Promise<Snapshot | null | undefined> {
  const row = await db
    .selectFrom('calculations')
    .select('snapshot')
    .where('calculations.organization_id', '=', scope.organizationId)
    .where('calculations.environment', '=', scope.environment)
    .where('calculations.id', '=', id)
    .executeTakeFirst();
  return row?.snapshot;
}

export async function insertCalculation(
  db: Db,
  scope: Scope,
  calculation: Omit<Calculation, 'createdAt' | 'jobId'>,
  result: CalculationResult,
  snapshot: Snapshot,
): Promise<Calculation> {
  return db
    .insertInto('calculations')
    .values({
      organization_id: scope.organizationId,
      environment: scope.environment,
      id: calculation.id,
      kind: calculation.kind,
      detail: calculation.detail,
      state: calculation.state,
      product_id: calculation.productId,
      co2e_kg: calculation.co2eKg,
      snapshot_hash: calculation.snapshotHash,
      result: sql<CalculationResult>`${JSON.stringify(result)}::jsonb`,
      snapshot: sql<Snapshot>`${JSON.stringify(snapshot)}::jsonb`,
      job_id: null,
      subject_id: calculation.subjectId,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** A result with what it was made of, whosever it is: for the operator at the command line. */
export async function findAnyResult(
  db: Db,
  id: string,
): Promise<{ readonly result: CalculationResult; readonly snapshot: Snapshot } | undefined> {
  const row = await db
    .selectFrom('calculations')
    .select(['result', 'snapshot'])
    .where('calculations.id', '=', id)
    .executeTakeFirst();
  if (!row?.result || !row.snapshot) return undefined;
  return { result: row.result, snapshot: row.snapshot };
}

/** A catalogue that is asked for: its results come from its job, and so does its state. */
export async function insertCatalogue(
  db: Db,
  scope: Scope,
  id: string,
  jobId: string,
  detail: Calculation['detail'],
): Promise<Calculation> {
  return db
    .insertInto('calculations')
    .values({
      organization_id: scope.organizationId,
      environment: scope.environment,
      id,
      kind: 'CATALOGUE',
      detail,
      state: 'QUEUED',
      product_id: null,
      co2e_kg: null,
      snapshot_hash: null,
      result: null,
      snapshot: null,
      job_id: jobId,
      subject_id: null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The latest calculation of each subject that has one, in one statement and any order. */
export async function findLatestOfSubjects(
  db: Db,
  scope: Scope,
  subjectIds: readonly string[],
): Promise<Calculation[]> {
  return db
    .selectFrom('calculations')
    .select(COLUMNS)
    .distinctOn('subject_id')
    .where('calculations.organization_id', '=', scope.organizationId)
    .where('calculations.environment', '=', scope.environment)
    .where('subject_id', '=', sql<string>`any(${subjectIds}::uuid[])`)
    .orderBy('subject_id')
    .orderBy('calculations.id', 'desc')
    .execute();
}
