import { setTimeout as sleep } from 'node:timers/promises';
import { connectionOf, primaryOf, query, type Tx } from './database.ts';
import type { TenantDb, TenantTx } from './tenant.ts';

const ANNOUNCE_SQL = `select announce_writer($1, $2),
  set_config('lock_timeout', coalesce($3, current_setting('lock_timeout')), true)`;

type WriterOptions = {
  /** The transaction fails when it waits longer for a lock (`isLockTimeout`). By default it waits as long as a statement may take. */
  readonly mostLockWaitMs?: number;
};

/**
 * Runs work that writes data of a tenant in one transaction, which it announces. A row that is written before its
 * transaction is announced can be missed by a client that follows changes.
 */
export function inTransaction<Result>(
  { db, scope }: TenantDb,
  perform: (work: TenantTx) => Promise<Result>,
  options?: WriterOptions,
): Promise<Result> {
  return db.transaction().execute(async (tx) => {
    const work = { db: tx, scope };
    await announceWriter(work, options);
    return perform(work);
  });
}

/**
 * Announces that a transaction writes data of a tenant (`inTransaction` does). It must be the first statement, before ids
 * are made and times are taken: readers of change feeds wait for it (`feedHorizon`).
 */
export async function announceWriter(
  work: TenantTx,
  { mostLockWaitMs }: WriterOptions = {},
): Promise<void> {
  const { organizationId, environment } = work.scope;
  await noteWriter(work);
  await query(work.db, ANNOUNCE_SQL, [organizationId, environment, mostLockWaitMs]);
}

/** The same for a transaction that writes data of all tenants. */
export async function announceWriterOfAll(tx: Tx): Promise<void> {
  (await connectionOf(tx)).noteWriter(undefined);
  await query(tx, ANNOUNCE_SQL, [undefined, undefined, undefined]);
}

/**
 * Keeps reads of a tenant on the primary until replicas have what this transaction writes, and counts what it sends for
 * the tenant (`onWritten`). `announceWriter` includes it.
 */
export async function noteWriter({ db, scope }: TenantDb): Promise<void> {
  (await connectionOf(db)).noteWriter(scope);
}

/** Point up to which the change feeds of a tenant are complete. */
export type FeedHorizon = {
  /** No event up to this position can appear any more. */
  readonly position: number;
  /** No change and no id from before this time can appear any more. */
  readonly time: Date;
};

const HORIZON_SQL = `select settled_position as position, settled_time as time
  from feed_horizon($1, $2)`;

/** Reads the horizon. The feed is read in a later statement, up to it. */
export async function feedHorizon({ db, scope }: TenantDb): Promise<FeedHorizon> {
  const [horizon] = await query<FeedHorizon>(primaryOf(db), HORIZON_SQL, [
    scope.organizationId,
    scope.environment,
  ]);
  if (horizon === undefined) throw new Error('The horizon of a feed is always known.');
  return horizon;
}

const WRITERS_POLL_MS = 25;

const WRITERS_SQL = 'select distinct writer from running_writers($1, $2)';

/**
 * Waits until every writer of the tenant that is announced now has ended: a later statement sees its
 * changes. Writers that begin meanwhile are not waited for. Returns early if the signal is aborted.
 */
export async function untilWritersEnd(tenant: TenantDb, signal: AbortSignal): Promise<void> {
  let awaited = await writersOf(tenant);
  // By their names, not by the time of their beginning: a clock may be set back.
  while (awaited.length > 0 && !signal.aborted) {
    await sleep(WRITERS_POLL_MS);
    const running = new Set(await writersOf(tenant));
    awaited = awaited.filter((writer) => running.has(writer));
  }
}

/** Transactions that write data of the tenant and are announced. */
async function writersOf({ db, scope }: TenantDb): Promise<string[]> {
  const { organizationId, environment } = scope;
  const rows = await query<{ writer: string }>(primaryOf(db), WRITERS_SQL, [
    organizationId,
    environment,
  ]);
  return rows.map(({ writer }) => writer);
}
