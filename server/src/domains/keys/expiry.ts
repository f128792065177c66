import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Environment } from '../../platform/scope.ts';
import { recordEventsOfTenants } from '../../rules/events/events.ts';
import { apiKeyExpiring } from './events.ts';

export const ANNOUNCE_EXPIRY_EVERY_MS = 60_000;

const NOTICE_DAYS = [7, 1];
const BATCH = 1_000;

/**
 * Announces keys of all tenants 7 days and 1 day before they expire, each notice once; returns the
 * number of notices. A key that lives shorter than a notice gets none, nor does one that was rotated:
 * its owner has the new key.
 */
export async function announceExpiringKeys(
  db: Db,
  now: Date,
  stopping?: AbortSignal,
  batch = BATCH,
): Promise<number> {
  let count = 0;
  for (const days of NOTICE_DAYS) {
    for (let noticed = batch; noticed === batch && !stopping?.aborted; count += noticed) {
      noticed = await db.transaction().execute(async (tx) => {
        const keys = await noteExpiry(tx, now, days, batch);
        const events = keys.map(({ id, expiresAt, organizationId, environment }) => ({
          scope: { organizationId, environment },
          event: apiKeyExpiring.of(id, { expiresAt: expiresAt.toISOString(), daysLeft: days }),
        }));
        await recordEventsOfTenants(tx, events);
        return keys.length;
      });
    }
  }
  return count;
}

type ExpiringKey = {
  readonly organizationId: string;
  readonly environment: Environment;
  readonly id: string;
  readonly expiresAt: Date;
};

/** Marks keys that are due for a notice. After an outage only the latest notice is given. */
async function noteExpiry(
  tx: Tx,
  now: Date,
  days: number,
  limit: number,
): Promise<readonly ExpiringKey[]> {
  const earlier = Math.max(0, ...NOTICE_DAYS.filter((other) => other < days));
  const { rows } = await sql<ExpiringKey>`
    update api_keys set expiry_notice_days = ${days}
    from (
      select organization_id, environment, id from api_keys
      where revoked_at is null and rotated_at is null
        and expires_at > ${now}::timestamptz + ${earlier} * interval '1 day'
        and expires_at <= ${now}::timestamptz + ${days} * interval '1 day'
        and created_at <= expires_at - ${days} * interval '1 day'
        and coalesce(expiry_notice_days, 32767) > ${days}
      order by expires_at limit ${limit} for no key update skip locked
    ) as due
    where api_keys.organization_id = due.organization_id
      and api_keys.environment = due.environment and api_keys.id = due.id
    returning api_keys.organization_id as "organizationId", api_keys.environment, api_keys.id,
      expires_at as "expiresAt"`.execute(tx);
  return rows;
}
