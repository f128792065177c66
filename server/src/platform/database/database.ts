import { Kysely, sql, type Transaction } from 'kysely';
import { OperatorError } from '../operator-error.ts';
import type { Scope } from '../scope.ts';
import type { Tracing } from '../tracing.ts';
import { Connections, type Sender, statementOf } from './connections/connections.ts';
import { Connection, dialectOf } from './connections/driver.ts';
import type { RowBytes } from './connections/row-bytes.ts';
import { TenantWrites, WRITES_CHANNEL } from './replicas/tenant-writes.ts';
import type { Database } from './schema.ts';
import type { TenantDb } from './tenant.ts';

/** The database. A single statement on it is its own transaction. */
export type Db = Kysely<Database>;

/** A transaction of the database: `db.transaction().execute(async (tx) => …)`. Also a `Db`. */
export type Tx = Transaction<Database>;

export type DatabaseOptions = {
  /** `postgresql://user:password@host:5432/name`, or `…@/name?host=/socket/folder`. */
  readonly url: string;
  /** Called with the text of every statement sent. */
  readonly onStatement?: ((sql: string) => void) | undefined;
  /** Makes statements spans of their requests. */
  readonly tracing?: Tracing | undefined;
  /** A statement that runs longer is stopped with SQLSTATE 57014. Default 15 s. */
  readonly statementTimeoutMs?: number;
  /** Time for a new connection. Default 5 s. */
  readonly connectTimeoutMs?: number;
  /** Longest wait for a connection of the pool. Default 15 s. */
  readonly queueTimeoutMs?: number;
  /** Age at which a connection is replaced, when no statement is under way. Default 10 minutes. */
  readonly connectionLifeMs?: number;
  /** A transaction that sends nothing for so long is ended. Default 30 s. */
  readonly idleInTransactionMs?: number;
  /** Connections shared by single statements. Default 4. */
  readonly pipelines?: number;
  /** Most transactions at a time; others wait, and tenants have shares. Default 16. */
  readonly poolSize?: number;
  /** Tells all processes which tenants write, so that reads may go to replicas. */
  readonly announcesWrites?: boolean;
};

const OLDEST_MAJOR_VERSION = 15;
/** No disk is waited for: a notice is worth nothing after a crash. */
const NOTICE_SQL = `select set_config('synchronous_commit', 'off', true), pg_notify('${WRITES_CHANNEL}', $1)`;

type Sending = {
  readonly connections: Connections;
  readonly sender: Sender;
  readonly isOfBytes: boolean;
};
const sendingOf = new WeakMap<Db, Sending>();
const bytesOf = new WeakMap<Db, Db>();
const primaries = new WeakMap<Db, Db>();

/** Opens a PostgreSQL of version 15 or newer with UTF-8. Close it with `db.destroy()`. */
export async function openDatabase(options: DatabaseOptions): Promise<Db> {
  const connections = new Connections({
    statementTimeoutMs: 15_000,
    connectTimeoutMs: 5_000,
    queueTimeoutMs: 15_000,
    connectionLifeMs: 600_000,
    idleInTransactionMs: 30_000,
    pipelines: 4,
    poolSize: 16,
    ...options,
  });
  if (options.announcesWrites === true)
    connections.writes = new TenantWrites((notice) =>
      connections.send(statementOf(NOTICE_SQL), [notice]),
    );
  const db = openWith(connections, connections);
  try {
    await assertSupported(db);
  } catch (error) {
    await connections.close();
    throw error;
  }
  return db;
}

/** Plain and of bytes; returns the plain one. */
function openWith(connections: Connections, sender: Sender): Db {
  const open = (isOfBytes: boolean): Db => {
    const dialect = dialectOf(connections, sender, isOfBytes);
    const db = new Kysely<Database>({ dialect });
    sendingOf.set(db, { connections, sender, isOfBytes });
    return db;
  };
  const db = open(false);
  bytesOf.set(db, open(true));
  return db;
}

/** The same database, whose single statements go through `sender`; transactions go to the primary. */
export function readingFrom(primary: Db, sender: Sender): Db {
  const db = openWith(connectionsOf(primary), sender);
  primaries.set(db, primary);
  primaries.set(ofBytes(db), ofBytes(primary));
  return db;
}

/** The same database for reads that must be current, whatever replica `db` reads from. */
export function primaryOf(db: Db): Db {
  return primaries.get(db) ?? db;
}

export function connectionsOf(db: Db): Connections {
  const sending = sendingOf.get(db);
  if (sending === undefined) throw new Error('The database was opened elsewhere.');
  return sending.connections;
}

/** Calls `listener` after every committed transaction of this database object; one listener at most. */
export function onCommit(db: Db, listener: () => void): void {
  const sending = sendingOf.get(db);
  if (sending !== undefined) sending.connections.onCommit = listener;
}

/**
 * Calls `listener` with the bytes that a transaction sent for a tenant, once it is committed; one listener at most. They
 * tell about how much was written without a look at each statement.
 */
export function onWritten(db: Db, listener: (scope: Scope, bytes: number) => void): void {
  connectionsOf(db).onWritten = listener;
}

/** Counts bytes that a single statement wrote for a tenant, as if a transaction had sent them. */
export function noteWritten({ db, scope }: TenantDb, bytes: number): void {
  connectionsOf(db).onWritten(scope, bytes);
}

/**
 * Runs SQL text, the short way for a hot query: as a named prepared statement, on a shared pipeline,
 * or inside the transaction when given one. Reads come back as plain rows.
 *
 * ```ts
 * const rows = await query<ProductRow>(db, PRODUCT_PAGE_SQL, [scope.organizationId, scope.environment]);
 * ```
 */
export async function query<Row>(
  db: Db,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const sending = sendingOf.get(db);
  const { rows } =
    sending === undefined
      ? await (await connectionOf(db)).send(statementOf(text), values)
      : await sending.sender.send(statementOf(text), values, sending.isOfBytes);
  return rows;
}

/**
 * Sends a statement of a transaction without waiting for its answer: it leaves in one packet with the next one, or with
 * COMMIT, and a turn of the event loop is saved. If it fails, the next one that is waited for fails with its error. Returns
 * a function that waits for its rows.
 */
export async function sendAhead<Row>(
  tx: Tx,
  text: string,
  values: readonly unknown[] = [],
): Promise<() => Promise<readonly Row[]>> {
  const answer = await (await connectionOf(tx)).sendAhead(statementOf(text), values);
  return async () => (await answer()).rows;
}

const connectionsOfTx = new WeakMap<Db, Connection>();

/** The connection of a transaction: statements need not pass Kysely, which makes ten objects and promises for each. */
export async function connectionOf(tx: Db): Promise<Connection> {
  const known = connectionsOfTx.get(tx);
  if (known !== undefined) return known;
  const connection = await tx.getExecutor().provideConnection(async (own) => own);
  if (!(connection instanceof Connection)) throw new Error('The database was opened elsewhere.');
  connectionsOfTx.set(tx, connection);
  return connection;
}

/**
 * The same database, whose statements return rows as `RowBytes`: for lists that are written from them.
 * Such rows have getters instead of own properties, so they cannot be spread.
 */
export function ofBytes(db: Db): Db {
  return bytesOf.get(db) ?? db;
}

/**
 * Runs a statement outside of a transaction, on a connection of its own, and hands each row to `take` as it arrives, so that
 * no more of them is in memory than the socket gave.
 */
export function eachRow(
  db: Db,
  text: string,
  values: readonly unknown[],
  take: (row: RowBytes) => void,
): Promise<void> {
  return connectionsOf(db).sendRows(statementOf(text), values, take);
}

/**
 * Waits until no other transaction holds the lock of this name, then holds it to the end of this one.
 * For work of which several processes must do one at a time. `onWait` is called if another holds it.
 */
export async function lockUntilCommit(tx: Tx, name: string, onWait?: () => void): Promise<void> {
  if (onWait !== undefined) {
    const { rows } = await sql<{ isTaken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as "isTaken"`.execute(tx);
    if (rows[0]?.isTaken === true) return;
    onWait();
  }
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** In an encoding other than UTF-8 names of most languages are refused, or cut within a character. */
async function assertSupported(db: Db): Promise<void> {
  // Through Kysely, which closes at its end only a driver that it used.
  const { rows } = await sql<{ number: number; version: string; encoding: string; name: string }>`
    select current_setting('server_version_num')::int as number, current_database() as name,
      current_setting('server_version') as version, current_setting('server_encoding') as encoding`.execute(
    db,
  );
  const [server] = rows;
  if (server === undefined || server.number < OLDEST_MAJOR_VERSION * 10_000)
    throw new OperatorError(
      `Trackway needs PostgreSQL ${OLDEST_MAJOR_VERSION} or newer; DATABASE_URL leads to ${server?.version ?? 'an unknown version'}.`,
    );
  if (server.encoding !== 'UTF8')
    throw new OperatorError(
      `Trackway needs a database with the encoding UTF8; "${server.name}" of DATABASE_URL has ${server.encoding}. Make one: create database trackway encoding 'UTF8' template template0 locale 'C.UTF-8'.`,
    );
}
