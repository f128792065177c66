import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { readConfig } from '../../server/src/config.ts';
import { type Db, openDatabase } from '../../server/src/platform/database/index.ts';
import { cloneTestDatabase, TEST_STATEMENTS } from '../../server/src/platform/database/testing.ts';
import { openSecrets, type Secrets } from '../../server/src/platform/secrets.ts';
import type { ServiceOptions } from '../../server/src/service/options.ts';
import { type Service, startService } from '../../server/src/service.ts';

/** A service of the tests, and its operator's access other than HTTP. */
export type TestService = {
  readonly url: string;
  readonly databaseUrl: string;
  readonly db: Db;
  readonly keyPepper: Buffer;
  readonly secrets: Secrets;
  readonly dataFolder: string;
  /** Ends it before the test file does. */
  readonly stop: () => Promise<void>;
};

/** For a service that calculates nothing. */
export const COLD: ServiceOptions = { warmsUp: false };

export const TRACKWAY_SECRET = 'a secret that all services of the tests share';

/**
 * The service as `main.ts` starts it, on a database of its own that holds the factor library. It ends
 * with the test file.
 */
export async function startTestService(
  env: Readonly<Record<string, string>> = {},
  options: ServiceOptions = {},
): Promise<TestService> {
  const resources = new AsyncDisposableStack();
  // Registered before the database server's own end, which must come after it.
  after(() => resources.disposeAsync());
  const dataFolder = await mkdtemp(join(tmpdir(), 'trackway-http-'));
  resources.defer(() => rm(dataFolder, { recursive: true, force: true }));
  const databaseUrl = env['DATABASE_URL'] ?? (await startedDatabase()).DATABASE_URL;
  const record = process.env[TEST_STATEMENTS];
  const service = await start(
    {
      DATABASE_URL: databaseUrl,
      TRACKWAY_DATA: dataFolder,
      WEBHOOK_ALLOWED_HOSTS: 'localhost',
      TRACKWAY_TRUSTED_PROXIES: '127.0.0.1',
      ...(record === undefined ? {} : { TRACKWAY_RECORD_STATEMENTS: record }),
      ...env,
    },
    options,
  );
  resources.defer(service.stop);
  await service.isWarm;
  const db = await openDatabase({ url: databaseUrl, pipelines: 1, poolSize: 2 });
  resources.defer(() => db.destroy());
  const secrets = await openSecrets(TRACKWAY_SECRET, dataFolder);
  const keyPepper = secrets.keyFor('api-keys');
  const stop = () => resources.disposeAsync();
  return { url: service.url, databaseUrl, db, keyPepper, secrets, dataFolder, stop };
}

/** The environment of a service whose database, of the test's own, has seen its first start. */
export async function startedDatabase(): Promise<{
  readonly DATABASE_URL: string;
  readonly TRACKWAY_SECRET: string;
}> {
  return { DATABASE_URL: await cloneTestDatabase(fillLibrary), TRACKWAY_SECRET };
}

/** A first start takes seconds: it runs once, into the template of all test databases. */
async function fillLibrary(databaseUrl: string): Promise<void> {
  const service = await start({ DATABASE_URL: databaseUrl, TRACKWAY_DATA: tmpdir() }, COLD);
  await service.stop();
}

function start(env: Readonly<Record<string, string>>, options: ServiceOptions): Promise<Service> {
  const config = readConfig({ PORT: '0', HOST: '127.0.0.1', TRACKWAY_SECRET, ...env });
  return startService(config, options);
}
