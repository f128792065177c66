import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { databaseAddressOf } from './connections/address.ts';

/** Reads and writes whole tables by COPY, for back-ups. */

export type CopiedTable = { readonly name: string; readonly columns: readonly string[] };

/** A partition that was made at run time: the migrations do not know it. */
export type CopiedPartition = {
  readonly name: string;
  readonly parent: string;
  readonly bounds: string;
};

type CopiedSequence = {
  readonly name: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
};

const CONNECT_TIMEOUT_MS = 5_000;
const BACK_UP_LOCK = 'back-up';
const MIGRATIONS = 'trackway_migrations';

/** A client for COPY, which takes a connection for itself, at the primary. It has no timeouts. */
export async function connectForCopy(url: string): Promise<pg.Client> {
  const { urls, isPrimaryOnly } = databaseAddressOf(url);
  let failure: unknown;
  for (const connectionString of urls) {
    const client = new pg.Client({
      connectionString,
      application_name: 'trackway copy',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      idle_in_transaction_session_timeout: 0,
      statement_timeout: 0,
      // The text of a value depends on these, and the sums of rows depend on it.
      options:
        '-c timezone=UTC -c datestyle=ISO -c intervalstyle=postgres -c extra_float_digits=1 -c bytea_output=hex',
    });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rows } = await client.query(
        `select current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
      );
      if (!isPrimaryOnly || rows[0]?.isReadOnly === false) return client;
      failure = new Error('No host of DATABASE_URL takes writes.');
    } catch (error) {
      failure = error;
    }
    await client.end().catch(() => {});
  }
  throw failure;
}

/** Takes the lock of back-ups for the life of the connection; false if another back-up has it. */
export async function lockForBackup(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isTaken"',
    [BACK_UP_LOCK],
  );
  return rows[0]?.isTaken === true;
}

/** Begins the snapshot that all copies of a client see. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  // The snapshot is taken by the first statement that reads.
  await client.query('select from pg_class limit 1');
}

export async function copiedTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select relname as name,
       array_agg(attname::text order by attnum) filter (where attgenerated = '') as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname <> $1
     group by relname order by relname`,
    [MIGRATIONS],
  );
  return rows;
}

/** Partitions by hash are left out: the operator made them, and another database may have others or none. */
export async function copiedPartitions(client: pg.Client): Promise<CopiedPartition[]> {
  const { rows } = await client.query<CopiedPartition>(
    `select part.relname as name, whole.relname as parent,
       pg_get_expr(part.relpartbound, part.oid) as bounds
     from pg_inherits join pg_class part on part.oid = inhrelid join pg_class whole on whole.oid = inhparent
       join pg_partitioned_table on partrelid = inhparent
     where part.relnamespace = current_schema()::regnamespace and part.relispartition
       and part.relkind = 'r' and partstrat = 'r'
     order by part.relname`,
  );
  return rows;
}

export async function appliedMigrations(
  client: pg.Client,
): Promise<{ readonly name: string; readonly hash: string }[]> {
  const { rows } = await client.query(`select name, hash from ${MIGRATIONS} order by name`);
  return rows;
}

/** True if no customer has data here; also true for a database without tables. */
export async function hasNoCustomers(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select to_regclass('organizations') is null as "isEmpty"`);
  if (rows[0]?.isEmpty === true) return true;
  const { rowCount } = await client.query('select from organizations limit 1');
  return rowCount === 0;
}

/** Sequences are outside of any snapshot: read after the tables, they are never behind them. */
export async function readSequences(client: pg.Client): Promise<CopiedSequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'S' order by relname`,
  );
  const sequences: CopiedSequence[] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${quoted(name)}`,
    );
    sequences.push({ name, ...values[0] });
  }
  return sequences;
}

/**
 * Rows of a table as the text of COPY. The statement is sent when somebody reads: the end of the connection before that would be an
 * error of a stream that nobody listens to, which ends the process.
 */
export async function* copyOut(
  client: pg.Client,
  { name, columns }: CopiedTable,
): AsyncGenerator<Buffer> {
  const list = columns.map(quoted).join(', ');
  yield* client.query(copyTo(`copy (select ${list} from ${quoted(name)}) to stdout`));
}

/** Writes the text of COPY into a table. */
export async function copyIn(
  client: pg.Client,
  { name, columns }: CopiedTable,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const list = columns.map(quoted).join(', ');
  await pipeline(content, client.query(copyFrom(`copy ${quoted(name)} (${list}) from stdin`)));
}

/**
 * Prepares tables of a database without customers in the open transaction: empty, with the partitions, without
 * triggers and foreign keys. The function that it returns restores both, which checks every foreign key.
 */
export async function prepareForCopies(
  client: pg.Client,
  tables: readonly CopiedTable[],
  partitions: readonly CopiedPartition[],
): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0`,
  );
  for (const { table, name } of keys)
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`);
  for (const { name } of tables)
    await client.query(`alter table ${quoted(name)} disable trigger user`);
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
  for (const { name, parent, bounds } of partitions)
    await client.query(
      `create table if not exists ${quoted(name)} partition of ${quoted(parent)} ${bounds}`,
    );
  return async () => {
    for (const { name } of tables)
      await client.query(`alter table ${quoted(name)} enable trigger user`);
    for (const { table, name, definition } of keys)
      await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`);
  };
}

export async function writeSequences(
  client: pg.Client,
  sequences: readonly CopiedSequence[],
): Promise<void> {
  for (const { name, lastValue, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      quoted(name),
      lastValue,
      isCalled,
    ]);
}

function quoted(name: string): string {
  return pg.escapeIdentifier(name);
}
