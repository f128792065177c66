import { sql } from 'kysely';
import { type DatabaseOptions, type Db, lockUntilCommit, openDatabase } from './database.ts';

const WAITING =
  'Another Trackway prepares this database (migrations, factor sets, first keys); waiting until it is done …';

type StartUpOptions = Pick<DatabaseOptions, 'url' | 'onStatement'> & {
  readonly onProgress?: ((line: string) => void) | undefined;
};

/**
 * Runs work of a start-up (migrations, factor sets, first keys), which one process at a time does on a
 * database. The wait and the statements have no timeout, because both may take longer than any request;
 * `onProgress` gets a sentence for the person who waits.
 */
export async function startUp<T>(
  { onProgress = () => {}, ...options }: StartUpOptions,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = await openDatabase({
    ...options,
    statementTimeoutMs: 0,
    // A first start calculates mock data between two statements: more than our 30 s on a very busy machine.
    idleInTransactionMs: 0,
    pipelines: 1,
    poolSize: 2,
  });
  try {
    return await db.transaction().execute(async (tx) => {
      // This transaction only holds the lock; `work` uses other connections. A role may have a timeout of its own.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      await lockUntilCommit(tx, 'start-up', () => onProgress(WAITING));
      return work(db);
    });
  } finally {
    await db.destroy();
  }
}
