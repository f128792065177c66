import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/**
 * A request that is refused after it, and comes again when it is asked to, has waited for the 15 s within which a failover
 * ends; one that is refused later keeps its client waiting for no reason.
 */
const PATIENCE_MS = 7_000;
const RETRY_EVERY_MS = 50;

/**
 * No connection, or none any more: refused, socket missing, no way to the host, server starting or stopping. 25006 is a server
 * that was the primary and is read-only now, 53300 one that has all connections that it takes. 25P03 and 25P04 end the connection
 * of a process that was frozen within a transaction.
 */
const GONE =
  /^(080..|57P0[1-5]|53300|25006|25P0[34]|ECONNREFUSED|ECONNRESET|ECONNABORTED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** A wrong user or password, a missing database. */
const ENTRY_REFUSED = /^(28...|3D000)$/;
const GONE_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded when trying to connect|Query read timeout)/;

/** The connection broke while COMMIT was under way: the transaction took place, or did not. */
export class CommitUnknown extends Error {}

/** Is the database away (restarting, stopped, unreachable), rather than the statement wrong? */
export function isDatabaseGone(error: unknown): boolean {
  return error instanceof Error && (GONE.test(codeOf(error)) || GONE_MESSAGE.test(error.message));
}

/** Does the database not let the service in? */
export function isEntryRefused(error: unknown): boolean {
  return ENTRY_REFUSED.test(sqlStateOf(error) ?? '');
}

/**
 * Was running work interrupted without a fault of its own? The database is away, did not answer a COMMIT, which may have taken
 * place, or has another password than at the start of the service.
 */
export function isOutage(error: unknown): boolean {
  return isDatabaseGone(error) || error instanceof CommitUnknown || isEntryRefused(error);
}

/** Was a write refused because the server is no longer the primary? */
export function isReadOnly(error: unknown): boolean {
  return sqlStateOf(error) === '25006';
}

const QUERY_CANCELED = '57014';

/** Did the statement run longer than it may? */
export function isStatementStopped(error: unknown): boolean {
  return sqlStateOf(error) === QUERY_CANCELED;
}

/** The error of a statement that another thread sent, and that ran longer than it may. */
export function statementStopped(): Error {
  const error = new pg.DatabaseError('A statement of a thread was stopped.', 0, 'error');
  return Object.assign(error, { code: QUERY_CANCELED });
}

/** Did the statement fail only because an earlier one of its transaction had failed? */
export function isConsequence(error: unknown): boolean {
  return sqlStateOf(error) === '25P02';
}

/** The SQLSTATE of an error that the database sent, `23505` for example; undefined of any other. */
export function sqlStateOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** Was a lock not free within the time that the transaction waits for one? */
export function isLockTimeout(error: unknown): boolean {
  return sqlStateOf(error) === '55P03';
}

/** Serialization failure and deadlock. */
const DEADLOCKS = ['40001', '40P01'];

/**
 * In addition to these, a row that refers to one which was deleted after it was read, and a name that was taken after it was
 * found free: run again, the work sees it and says so.
 */
const LOST_TO_ANOTHER: ReadonlySet<string | undefined> = new Set([...DEADLOCKS, '23503', '23505']);

/** Did two transactions wait for each other, through no fault of what they wrote? */
export function isDeadlock(error: unknown): boolean {
  return DEADLOCKS.includes(sqlStateOf(error) ?? '');
}

/** Did the transaction lose to another? Then it may run again. */
export function isRetryable(error: unknown): boolean {
  return LOST_TO_ANOTHER.has(sqlStateOf(error));
}

/**
 * The name of the unique, foreign key or check constraint that a write violated, if that is it. The index of a partition
 * (`products_3`) has the name of its whole index and the number of the partition.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code?.startsWith('23') !== true)
    return undefined;
  const { constraint, table = '' } = error;
  const number = /_\d+$/.exec(table)?.[0];
  return number !== undefined && constraint?.endsWith(number) === true
    ? constraint.slice(0, -number.length)
    : constraint;
}

/** Connects again while the database is away: a restart of it takes about a second. */
export async function retryConnect<T>(connect: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const startedAt = performance.now();
    try {
      return await connect();
    } catch (error) {
      const now = performance.now();
      // The next attempt may take as long as this one.
      const nextEnd = now + (now - startedAt);
      if (!isDatabaseGone(error) || nextEnd > until) throw error;
      await sleep(RETRY_EVERY_MS);
    }
  }
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
