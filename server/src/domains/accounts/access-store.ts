import { sql } from 'kysely';
import { type Db, query } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { lockPerson } from './people-store.ts';

/** Links to new passwords and addresses, sessions, and the end of both. */

declare module '../../platform/database/schema.ts' {
  interface Database {
    verifications: { id: string; identifier: string; value: string; expires_at: Date };
  }
}

/** Allows whoever has the token to choose a new password, once, until it expires. */
export async function insertPasswordReset(
  tx: Db,
  personId: string,
  token: string,
  expiresAt: Date,
): Promise<void> {
  await tx
    .insertInto('verifications')
    // The form in which better-auth looks for it.
    .values({
      id: newUuid(),
      identifier: `reset-password:${token}`,
      value: personId,
      expires_at: expiresAt,
    })
    .execute();
}

/** Ends the links to a new password of a person, which somebody else may have. */
export async function endPasswordResets(tx: Db, personId: string): Promise<void> {
  await tx
    .deleteFrom('verifications')
    .where('identifier', 'like', 'reset-password:%')
    .where('value', '=', personId)
    .execute();
}

const MOST_SESSIONS = 100;
const END_EXCESS_SQL = `delete from sessions where id in
  (select id from sessions where user_id = $1 order by updated_at desc, id desc offset ${MOST_SESSIONS})`;

/** Ends the sessions of a person beyond the most that there may be, the least recently used first. */
export async function endExcessSessions(db: Db, personId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockPerson(tx, personId);
    await query(tx, END_EXCESS_SQL, [personId]);
  });
}

/** Deletes sessions, links, invitations and counts of mails whose time is over. */
export async function deleteExpiredAccess(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with s as (delete from sessions where expires_at < now() returning 1),
      v as (delete from verifications where expires_at < now() returning 1),
      i as (delete from invitations where expires_at < now() returning 1),
      m as (delete from mail_windows where ends_at < now() returning 1)
    select ((select count(*) from s) + (select count(*) from v) + (select count(*) from i)
      + (select count(*) from m))::int as count`.execute(db);
  return rows[0]?.count ?? 0;
}
