import { readConfig } from '../config.ts';
import { type Db, withDatabase } from '../platform/database/index.ts';
import { type Files, openFiles } from '../platform/files.ts';
import { assertSecretUnchanged, openSecrets } from '../platform/secrets.ts';

export type Operator = {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly keyPepper: Buffer;
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
    const files = openFiles(config.dataFolder);
    const pagesUrl = config.baseUrl ?? `http://localhost:${config.port}`;
    return work({ db, databaseUrl, keyPepper: secrets.keyFor('api-keys'), files, pagesUrl });
  });
}
