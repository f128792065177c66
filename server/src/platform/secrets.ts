import { hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from './database/index.ts';
import { makeFolder } from './make-folder.ts';
import { OperatorError } from './operator-error.ts';

declare module './database/schema.ts' {
  interface Database {
    secret_fingerprint: { fingerprint: string };
  }
}

/** Gives each purpose a key of its own, all derived from one secret. */
export type Secrets = {
  readonly keyFor: (purpose: string) => Buffer;
  /** Keys of the same purpose under earlier secrets, which only read. */
  readonly earlierKeysFor: (purpose: string) => readonly Buffer[];
};

/** The secret given, or the one that the data folder keeps; made on first use, for the owner only. */
export async function openSecrets(
  given: string | undefined,
  dataFolder: string,
  earlier: readonly string[] = [],
): Promise<Secrets> {
  const secret = given ?? (await storedSecret(join(dataFolder, 'secrets')));
  return {
    keyFor: (purpose) => keyOf(secret, purpose),
    earlierKeysFor: (purpose) => earlier.map((each) => keyOf(each, purpose)),
  };
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'trackway', purpose, 32));
}

/**
 * Refuses another secret than that of the last start, unless that one is among the earlier secrets: no key that
 * was made before would be known any more.
 */
export async function assertSecretUnchanged(db: Db, secrets: Secrets): Promise<void> {
  const fingerprint = secrets.keyFor('fingerprint').toString('hex');
  await db
    .insertInto('secret_fingerprint')
    .values({ fingerprint })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await db.selectFrom('secret_fingerprint').select('fingerprint').executeTakeFirst();
  if (kept === undefined || kept.fingerprint === fingerprint) return;
  const earlier = secrets.earlierKeysFor('fingerprint').map((key) => key.toString('hex'));
  if (earlier.includes(kept.fingerprint)) {
    await db
      .updateTable('secret_fingerprint')
      .set({ fingerprint })
      .where('fingerprint', '=', kept.fingerprint)
      .execute();
    return;
  }
  throw new OperatorError(
    'The API keys in this database were made under another secret: set TRACKWAY_SECRET to it, add it to TRACKWAY_EARLIER_SECRETS, or use the TRACKWAY_DATA folder that holds it (secrets/secret). If it is lost, run `trackway secret forget`.',
  );
}

/** The next start may have any secret. What was made under the one before is lost with it. */
export async function forgetSecret(db: Db): Promise<void> {
  await db.deleteFrom('secret_fingerprint').execute();
}

/** The secret that a data folder keeps; undefined if it has none. */
export async function readStoredSecret(dataFolder: string): Promise<string | undefined> {
  const file = join(dataFolder, 'secrets', 'secret');
  return existsSync(file) ? readFile(file, 'utf8') : undefined;
}

/** Keeps a secret in a data folder that has none. */
export async function storeSecret(dataFolder: string, secret: string): Promise<void> {
  const folder = join(dataFolder, 'secrets');
  await makeFolder(folder);
  await writeFile(join(folder, 'secret'), secret, { mode: 0o600, flag: 'wx', flush: true });
}

async function storedSecret(folder: string): Promise<string> {
  const file = join(folder, 'secret');
  await makeFolder(folder);
  if (!existsSync(file)) {
    // Written whole under another name first: a crash leaves no half secret, and of two processes
    // that start together, such as the first ones of two containers, the second keeps what the first one made.
    const draft = `${file}.${randomBytes(8).toString('hex')}`;
    await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    await link(draft, file).catch((error) => {
      if (!existsSync(file)) throw error;
    });
    await rm(draft);
  }
  return readFile(file, 'utf8');
}
