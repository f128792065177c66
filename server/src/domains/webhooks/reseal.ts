import { sql } from 'kysely';
import { type Db, query } from '../../platform/database/index.ts';
import type { SecretBox } from '../../platform/secret-box.ts';

type Row = {
  readonly organizationId: string;
  readonly environment: string;
  readonly id: string;
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly headers: Buffer | null;
};

const BATCH = 500;
const NEXT_SQL = `select organization_id as "organizationId", environment, id, secret,
    previous_secret as "previousSecret", headers
  from webhook_endpoints
  where substring(secret from 1 for 4) = any($1) or substring(previous_secret from 1 for 4) = any($1)
    or substring(headers from 1 for 4) = any($1)
  limit ${BATCH}`;

/** Encrypts with the current key what was encrypted with earlier ones, so that those are not needed any more. */
export async function resealSecrets(db: Db, box: SecretBox): Promise<void> {
  for (;;) {
    const rows = await query<Row>(db, NEXT_SQL, [box.earlierIds]);
    for (const row of rows) await reseal(db, box, row);
    if (rows.length < BATCH) return;
  }
}

/** A secret that was replaced in the meantime is left as it is. */
async function reseal(db: Db, box: SecretBox, row: Row): Promise<void> {
  const again = (sealed: Buffer | null) => sealed && box.seal(box.open(sealed));
  await sql`update webhook_endpoints set secret = ${again(row.secret)},
      previous_secret = ${again(row.previousSecret)}, headers = ${again(row.headers)}
    where organization_id = ${row.organizationId} and environment = ${row.environment}
      and id = ${row.id} and secret = ${row.secret}
      and headers is not distinct from ${row.headers}`.execute(db);
}
