import { sql } from 'kysely';
import { Batcher } from '../../platform/concurrency/batcher.ts';
import { type Db, listenTo, onCommit } from '../../platform/database/index.ts';

const CHANNEL = 'trackway_webhooks';
const GATHER_MS = 1;

/**
 * Wakes the dispatchers of all processes after commits of this one that leave deliveries waiting, with one
 * notification for many commits. If it is lost, the dispatchers find the deliveries when they poll.
 */
export function wakeAfterCommits(db: Db): void {
  const wakeups = new Batcher<null>(GATHER_MS, () =>
    sql`select pg_notify(${CHANNEL}, '') from (select from webhook_wakeups limit 1) as waiting`.execute(
      db,
    ),
  );
  onCommit(db, () => {
    wakeups.add(null).catch(() => {});
  });
}

/** Calls back when deliveries wait. Returns a function that ends the listening. */
export function listenToWakeups(databaseUrl: string, onWakeup: () => void): () => Promise<void> {
  return listenTo(databaseUrl, CHANNEL, onWakeup);
}
