import { announceWriterOfAll, type Db } from '../../platform/database/index.ts';
import { recordEventsOfTenants } from '../../rules/events/events.ts';
import { cartAbandoned, cartPayload } from './events.ts';
import { abandonOverdueRows } from './overdue-store.ts';

export const ABANDON_EVERY_MS = 60_000;

const BATCH = 1_000;

/**
 * Marks expired carts of all tenants as abandoned, with an event each; returns their number. A
 * batch is one transaction; a row that another process holds is left to that process.
 */
export async function abandonOverdueCarts(
  db: Db,
  now: Date,
  stopping?: AbortSignal,
  batch = BATCH,
): Promise<number> {
  for (let count = 0; ; ) {
    const abandoned = await db.transaction().execute(async (tx) => {
      await announceWriterOfAll(tx);
      const rows = await abandonOverdueRows(tx, now, batch);
      const events = rows.map(({ scope, cart }) => ({
        scope,
        event: cartAbandoned.of(cart.id, cartPayload(cart)),
      }));
      await recordEventsOfTenants(tx, events);
      return rows.length;
    });
    count += abandoned;
    if (abandoned < batch || stopping?.aborted) return count;
  }
}
