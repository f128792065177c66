import { sql } from 'kysely';

/** What every change of a versioned row writes. Its moment is later than that of the last change. */
export const NEXT_VERSION = {
  version: sql<number>`version + 1`,
  updated_at: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`,
} as const;
