import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../database.ts';
import type { Database } from '../schema.ts';
import type { TenantDb } from '../tenant.ts';
import { anyOf } from './any-of.ts';
import { inScope, type ScopedTable } from './in-scope.ts';

/** Reads the rows of a table that have one of some ids in a column, in one scope and one statement. */
export function rowsBy<Table extends ScopedTable, Row>(
  table: Table,
  column: keyof Database[Table] & string,
  rows: (db: Db) => SelectQueryBuilder<Database, Table, Row>,
): (tenant: TenantDb, ids: readonly string[]) => Promise<Row[]> {
  const hasOneOf = (ids: readonly string[]) =>
    sql<SqlBool>`${sql.ref(`${table}.${column}`)} = ${anyOf(ids)}`;
  return ({ db, scope }, ids) =>
    rows(db).where(inScope(table, scope)).where(hasOneOf(ids)).execute();
}
