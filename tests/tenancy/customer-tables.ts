import { type Db, query } from '../../server/src/platform/database/index.ts';

/** Tables without a tenant: shared data, and the tables that define tenants. */
export const SHARED_TABLES: Readonly<Record<string, string>> = {
  trackway_migrations: 'the state of the database itself',
  secret_fingerprint: 'the state of the database itself',
  organizations: 'the tenants themselves',
  users: 'people, who may be members of several organizations',
  sessions: 'of people',
  credentials: 'of people',
  verifications: 'of people',
  mail_windows: 'of people, and of those without an account',
  two_factors: 'of people',
  passkeys: 'of people',
  members: 'of an organization, in both its environments',
  invitations: 'of an organization, in both its environments',
  received_packages: 'names of files of the whole service',
  factor_sets: 'the shared factor library',
  factors: 'the shared factor library',
};

/** Partitions are as their tables are, which name the rows of all. */
const NO_PARTITION = `table_name not in (select relname from pg_class where relispartition)`;

/** All tables of customer data: those with both columns of the tenant. */
export async function customerTables(db: Db): Promise<Set<string>> {
  const rows = await query<{ name: string }>(
    db,
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and ${NO_PARTITION} and column_name in ('organization_id', 'environment')
     group by table_name having count(*) = 2`,
  );
  return new Set(rows.map(({ name }) => name));
}

export async function allTables(db: Db): Promise<string[]> {
  const rows = await query<{ name: string }>(
    db,
    `select tablename as name from pg_tables where schemaname = 'public' and ${NO_PARTITION.replace('table_name', 'tablename')} order by tablename`,
  );
  return rows.map(({ name }) => name);
}
