import { readConfig } from '../config.ts';
import { countRecords } from '../domains/limits/index.ts';
import type { Trust } from '../domains/trust/index.ts';
import { type Db, runningServiceUrl, withDatabase } from '../platform/database/index.ts';
import { type Files, openFilePlaces } from '../platform/files/index.ts';
import { createLog } from '../platform/log.ts';
import { SecretBox } from '../platform/secret-box.ts';
import { assertSecretUnchanged, openSecrets } from '../platform/secrets.ts';
import { PublicUrls } from '../rules/public-urls.ts';

export type Operator = {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly keyPepper: Buffer;
  readonly trust: Trust;
  readonly files: Files;
  /** Address under which people open the pages. */
  readonly pagesUrl: string;
};

/** Gives a command the database and the secrets of the service here, running or not. */
export async function withService<Answer>(
  work: (operator: Operator) => Promise<Answer>,
): Promise<Answer> {
  const config = readConfig();
  return withDatabase(config, async (db, databaseUrl) => {
    const secrets = await openSecrets(config.secret, config.dataFolder, config.earlierSecrets);
    await assertSecretUnchanged(db, secrets);
    const { files, close } = openFilePlaces(config);
    const pagesUrl =
      config.baseUrl ??
      (await runningServiceUrl(config.dataFolder)) ??
      `http://localhost:${config.port}`;
    const box = new SecretBox(
      secrets.keyFor('signing-keys'),
      ...secrets.earlierKeysFor('signing-keys'),
    );
    const urls = new PublicUrls(() => pagesUrl, config.passportHosts);
    const trust = { box, configured: config.signingKeys, urls };
    const keyPepper = secrets.keyFor('api-keys');
    const log = createLog('error');
    const records = countRecords(db, (error) => log.error(error, 'bytes of records'));
    try {
      return await work({ db, databaseUrl, keyPepper, trust, files, pagesUrl });
    } finally {
      await records.close();
      await close();
    }
  });
}
