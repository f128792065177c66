import { sql } from 'kysely';
import { type Db, query } from './database.ts';

/**
 * Analyzes tables of more than one page that have no statistics, and those with more changes since their statistics than
 * rows. Without statistics the planner assumes that `organization_id` and `environment` are as selective as a whole key, and
 * checks each foreign key by reading every row of the organization; of an organization that came later it expects a
 * single row. Autovacuum analyzes a table up to a minute later.
 */
export async function analyzeChangedTables(db: Db): Promise<void> {
  // One at which it looked while its first rows were not committed counts as empty.
  const tables = await query<{ name: string }>(
    db,
    `select relname as name from pg_class
     where relkind = 'r' and relnamespace = current_schema()::regnamespace
       and pg_relation_size(oid) > current_setting('block_size')::int
       and (pg_stat_get_mod_since_analyze(oid) > greatest(reltuples, 10000)
         or reltuples <= 0
           and not exists (select from pg_stats where schemaname = current_schema() and tablename = relname))`,
  );
  for (const { name } of tables) await sql`analyze ${sql.table(name)}`.execute(db);
}
