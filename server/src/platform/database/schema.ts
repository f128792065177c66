/**
 * The tables, as Kysely types. Each domain declares its own next to its store by declaration
 * merging:
 *
 * ```ts
 * declare module '../../platform/database/schema.ts' {
 *   interface Database {
 *     products: ProductTable;
 *   }
 * }
 * ```
 */
export interface Database {
  trackway_migrations: MigrationTable;
}

/** One row per migration that ran; see `migrate.ts`. */
type MigrationTable = {
  name: string;
  hash: string;
  applied_at: Date;
};
