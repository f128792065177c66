import { availableParallelism } from 'node:os';
import type { ThreadData } from '../compute-thread.ts';
import type { Config } from '../config.ts';
import { openEquivalencies } from '../domains/equivalencies/index.ts';
import { loadCountryMiddles, loadFactorSets } from '../domains/factors/index.ts';
import { resolverOf } from '../domains/webhooks/index.ts';
import { WorkPool } from '../platform/concurrency/work-pool.ts';
import type { ServiceDatabase } from '../platform/database/index.ts';
import type { Disk } from '../platform/disk.ts';
import type { FilePlaces } from '../platform/files/index.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Tracing } from '../platform/tracing.ts';
import type { Services } from '../rules/context.ts';
import { errorOfThread } from '../rules/jobs/compute.ts';
import type { RecordRoom } from '../rules/mutations/record-room.ts';
import { PublicUrls } from '../rules/public-urls.ts';
import type { Opening } from './options.ts';
import { openSecretBoxes } from './secret-boxes.ts';

type Parts = {
  readonly database: Pick<ServiceDatabase, 'db' | 'url'>;
  readonly disk: Disk;
  readonly records: RecordRoom;
  readonly places: FilePlaces;
  readonly secrets: Secrets;
  readonly tracing: Tracing | undefined;
  readonly baseUrl: () => string;
};

/** The objects that every resolver finds in its context. */
export async function openServices(
  { resources, options: { siblings } }: Opening,
  config: Config,
  { database, disk, records, places, secrets, tracing, baseUrl }: Parts,
): Promise<Services> {
  const { recordStatements, fonts } = config;
  const pool = new WorkPool({
    program: new URL('../compute-thread.ts', import.meta.url),
    workerData: { url: database.url, recordStatements, fonts } satisfies ThreadData,
    errorOf: errorOfThread,
    tracing,
    ...(siblings === undefined ? {} : { threads: threadsOf(config.processes) }),
  });
  resources.defer(() => pool.close());
  const boxes = await openSecretBoxes(database.db, secrets);
  const publicUrls = new PublicUrls(baseUrl, config.passportHosts);
  const allowedHosts = new Set(config.webhookAllowedHosts);
  const ownHosts = () =>
    new Set(
      [config.sandboxHost, baseUrl() === '' ? undefined : new URL(baseUrl()).hostname].filter(
        (host) => host !== undefined,
      ),
    );
  return {
    factors: await loadFactorSets(database.db),
    equivalencies: await openEquivalencies(database.db),
    gazetteer: await loadCountryMiddles(),
    pool,
    disk,
    records,
    publicUrls,
    pagesUrl: baseUrl,
    passportBackupUrl: config.passportBackupUrl,
    keyPepper: secrets.keyFor('api-keys'),
    cursorKey: secrets.keyFor('cursors').toString('hex'),
    bulk: { files: places.files, baseUrl },
    assets: { files: places.assets, urlKey: secrets.keyFor('asset-urls') },
    webhooks: {
      box: boxes.webhooks,
      resolve: resolverOf(allowedHosts),
      allowedHosts,
      ownHosts,
    },
    trust: { box: boxes.signingKeys, configured: config.signingKeys, urls: publicUrls },
    footprints: { tokenBox: boxes.accessTokens, box: boxes.partners },
  };
}

/** Threads of one of several processes, which share the cores; long work leaves one to others. */
function threadsOf(processes: number): number {
  return Math.max(2, Math.floor(availableParallelism() / processes));
}
