import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../scope.ts';
import type { Database } from '../schema.ts';

/** A table of customer data: each of its rows belongs to one organization in one environment. */
export type ScopedTable = {
  [Table in keyof Database]: Database[Table] extends {
    organization_id: string;
    environment: string;
  }
    ? Table
    : never;
}[keyof Database];

/** Condition that the rows of a table are of one scope: the first one of every statement on it. */
export function inScope(table: ScopedTable, scope: Scope): RawBuilder<SqlBool> {
  const [organizationId, environment] = [`${table}.organization_id`, `${table}.environment`];
  return sql<SqlBool>`${sql.ref(organizationId)} = ${scope.organizationId} and ${sql.ref(environment)} = ${scope.environment}`;
}

/** The columns of the scope of a row. */
export type ColumnsOfScope = { organization_id: string; environment: string };

/** The columns that say whose a new row is. */
export function columnsOfScope({ organizationId, environment }: Scope) {
  return { organization_id: organizationId, environment };
}
