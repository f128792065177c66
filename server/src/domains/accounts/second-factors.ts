import { createHash } from 'node:crypto';
import { type Db, query } from '../../platform/database/index.ts';
import type { Secrets } from '../../platform/secrets.ts';

/** A key of better-auth. A text that it encrypts begins with the version of the key. */
type AuthenticationKey = { readonly version: number; readonly value: string };

/** The current key comes first; the others only read. */
export type AuthenticationKeys = readonly [AuthenticationKey, ...AuthenticationKey[]];

export function authenticationKeysOf(secrets: Secrets): AuthenticationKeys {
  const purpose = 'sessions';
  return [keyOf(secrets.keyFor(purpose)), ...secrets.earlierKeysFor(purpose).map(keyOf)];
}

/** The version follows from the key itself, so that a key has the same one before and after a rotation. */
function keyOf(key: Buffer): AuthenticationKey {
  const version = createHash('sha256').update(key).digest().readUInt32BE();
  return { version, value: key.toString('hex') };
}

type Row = { readonly id: string; readonly secret: string; readonly backupCodes: string };

const BATCH = 500;
const NEXT_SQL = `select id, secret, backup_codes as "backupCodes" from two_factors
  where not starts_with(secret, $1) and ($2::uuid is null or id > $2) order by id limit ${BATCH}`;
const UPDATE_SQL = `update two_factors set secret = $3, backup_codes = $4 where id = $1 and secret = $2`;

/**
 * Encrypts second factors with the current key that were encrypted with earlier ones, so that those are not needed
 * any more. One that no key opens is left as it is.
 */
export async function resealSecondFactors(db: Db, keys: AuthenticationKeys): Promise<void> {
  const [current] = keys;
  for (let after: string | undefined; ; ) {
    const rows = await query<Row>(db, NEXT_SQL, [`$ba$${current.version}$`, after ?? null]);
    for (const { id, secret, backupCodes } of rows) {
      const texts = [secret, backupCodes].map((text) => resealed(text, keys));
      const [newSecret, newCodes] = await Promise.all(texts);
      if (newSecret === undefined || newCodes === undefined) continue;
      await query(db, UPDATE_SQL, [id, secret, newSecret, newCodes]);
    }
    if (rows.length < BATCH) return;
    after = rows.at(-1)?.id;
  }
}

async function resealed(text: string, all: AuthenticationKeys): Promise<string | undefined> {
  const { symmetricDecrypt, symmetricEncrypt } = await import('better-auth/crypto');
  const keys = new Map(all.map(({ version, value }) => [version, value]));
  const currentVersion = all[0].version;
  // A text without a version was encrypted before keys had one: each key is tried.
  for (const { value: legacySecret } of all) {
    const key = { keys, currentVersion, legacySecret };
    const opened = await symmetricDecrypt({ key, data: text }).catch(() => undefined);
    if (opened !== undefined) return symmetricEncrypt({ key, data: opened });
  }
  return undefined;
}
