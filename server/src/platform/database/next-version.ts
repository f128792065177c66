import { sql } from 'kysely';

/** Columns that every change of a versioned row writes. `updated_at` always increases. */
export const NEXT_VERSION = {
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`greatest(statement_timestamp(), updated_at + interval '1 millisecond')`,
} as const;
