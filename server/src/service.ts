import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ThreadData } from './compute-thread.ts';
import type { Config } from './config.ts';
import { DASHBOARD_FOLDER } from './dashboard.ts';
import { openAuthentication, openMailer } from './domains/accounts/index.ts';
import { loadCatalogue, loadGazetteer, seedFactorSets } from './domains/factors/index.ts';
import { createKeyLookup } from './domains/keys/index.ts';
import { createRateLimiter, openSharedWindows, type SharedCounts } from './domains/limits/index.ts';
import { createRequestLog } from './domains/requests/index.ts';
import { createUsageCounter } from './domains/usage/index.ts';
import { resolveBySystem, wakeAfterCommits } from './domains/webhooks/index.ts';
import { createDemoOrganization, type FirstAccess } from './first-run.ts';
import { clientAddressBehind } from './http/client-address.ts';
import { drain } from './http/drain.ts';
import { createPersonLookup } from './http/identify-person.ts';
import { listen } from './http/listen.ts';
import { createMetrics } from './http/metrics.ts';
import { AnswerCache } from './http/public/answer-cache.ts';
import { createHttpServer, createMetricsServer } from './http/server.ts';
import { backupPlace } from './platform/backup/index.ts';
import {
  DatabaseWatch,
  listenTo,
  openServiceDatabase,
  startUp,
} from './platform/database/index.ts';
import { recordStatements } from './platform/database/statement-record.ts';
import { Disk, freeBytesOf } from './platform/disk.ts';
import { openFilePlaces } from './platform/files/index.ts';
import { releaseLeases } from './platform/jobs/index.ts';
import { createLog } from './platform/log.ts';
import { assertSecretUnchanged, openSecrets } from './platform/secrets.ts';
import { openTracing } from './platform/tracing.ts';
import { WorkPool } from './platform/work-pool.ts';
import { openReplicas } from './read-replicas.ts';
import { errorOfThread } from './rules/compute.ts';
import { PublicUrls } from './rules/public-urls.ts';
import { schema } from './schema.ts';
import { openSecretBoxes } from './secret-boxes.ts';
import { whenDatabaseAnswers } from './when-database-answers.ts';
import { startReceiving, startWorker } from './worker.ts';

export type Service = {
  readonly url: string;
  /** Results of the first start, shown once; undefined at later starts. */
  readonly firstAccess: FirstAccess | undefined;
  /** Answers 503 at /readyz and goes on with all else for the time of TRACKWAY_LAME_DUCK_SECONDS. */
  readonly leave: () => Promise<void>;
  /** Stops accepting, lets requests under way end, stops the database. Twice is once. */
  readonly stop: () => Promise<void>;
};

/** Callbacks for the caller that starts the service. */
export type ServiceCallbacks = {
  /** A line for a person who waits. */
  readonly onProgress?: (line: string) => void;
  /** The service cannot go on (its database died). */
  readonly onFailure?: (error: Error) => void;
  /** In place of the disk of the data folder. */
  readonly disk?: Disk;
  /** Time for a database of DATABASE_URL that is away; a minute by default. */
  readonly waitForDatabaseMs?: number;
  /** The other processes of the service on this machine. */
  readonly siblings?: Siblings;
};

export type Siblings = {
  /** The first process, at its first start. */
  readonly isFirst: boolean;
  readonly databaseUrl: string | undefined;
  readonly limits: SharedCounts;
  /** Metrics of all processes, given those of this one. */
  readonly allMetrics: (own: () => Promise<string>) => () => Promise<string>;
};

/**
 * The whole service in one process: database, library, HTTP. Waits for a database of DATABASE_URL that is
 * away, as during a failover.
 */
export function startService(config: Config, listener: ServiceCallbacks = {}): Promise<Service> {
  const startNow = () => startOnce(config, listener);
  return config.databaseUrl === undefined ? startNow() : whenDatabaseAnswers(startNow, listener);
}

async function startOnce(config: Config, listener: ServiceCallbacks): Promise<Service> {
  const resources = new AsyncDisposableStack();
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= resources.disposeAsync());
  try {
    return { ...(await start(config, listener, resources)), stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

async function start(
  config: Config,
  listener: ServiceCallbacks,
  resources: AsyncDisposableStack,
): Promise<Omit<Service, 'stop'>> {
  const { onProgress = () => {}, siblings } = listener;
  const log = createLog(config.logLevel);
  const { recordStatements: record } = config;
  const onStatement = record === undefined ? undefined : recordStatements(record);
  const tracing = await openTracing(config.telemetry);
  resources.defer(async () => tracing?.close());
  const database = await openServiceDatabase(
    { ...config, onStatement, tracing, sharedUrl: siblings?.databaseUrl },
    listener,
  );
  resources.defer(database.close);
  const { db } = database;
  const watch = new DatabaseWatch(database.url);
  resources.defer(() => watch.close());
  wakeAfterCommits(db);
  const replicas = openReplicas(config, database, log);
  resources.defer(async () => replicas?.close());

  const secrets = await openSecrets(config.secret, config.dataFolder, config.earlierSecrets);
  await assertSecretUnchanged(db, secrets);
  const keyPepper = secrets.keyFor('api-keys');
  const cursorKey = secrets.keyFor('cursors').toString('hex');

  const gazetteer = await loadGazetteer();
  const { factors, firstAccess } = await startUp(
    { url: database.url, onStatement, onProgress },
    async (unhurried) => {
      const added = await seedFactorSets(unhurried);
      if (added.length > 0) onProgress(`Loaded ${added.length} factor sets.`);
      const factors = await loadCatalogue(unhurried);
      const tools = { factors, gazetteer };
      // A back-up has the organizations of its packages only.
      if (config.role === 'backup') return { factors, firstAccess: undefined };
      return { factors, firstAccess: await createDemoOrganization(unhurried, keyPepper, tools) };
    },
  );

  const sharedWindows =
    config.redis === undefined
      ? siblings?.limits
      : await openSharedWindows(config.redis, (isShared, error) =>
          isShared
            ? log.warn('Rate limits are shared with other processes again.')
            : log.warn(error, 'Rate limits are not shared: this process counts by itself.'),
        );
  const rateLimiter = createRateLimiter(sharedWindows);
  resources.defer(rateLimiter.close);
  const keyLookup = createKeyLookup(
    db,
    [keyPepper, ...secrets.earlierKeysFor('api-keys')],
    (error) => log.error(error, 'key uses'),
  );
  resources.defer(keyLookup.close);

  const usage = createUsageCounter(db, (error) => log.error(error, 'usage'));
  resources.defer(usage.close);
  const { sandboxHost, metricsPort, corsOrigins } = config;
  const disk =
    listener.disk ??
    new Disk({
      readFreeBytes: () => freeBytesOf(config.dataFolder),
      holdsDatabase: config.databaseUrl === undefined,
      holdsFiles: config.s3?.bucket === undefined,
      onError: (error) => log.warn(error, 'free space of the disk'),
    });
  await disk.look();
  resources.defer(disk.watch());
  const requestLog =
    config.requestLogDays === 0
      ? undefined
      : createRequestLog({ db, disk, onError: (error) => log.error(error, 'request log') });
  if (requestLog !== undefined) resources.defer(requestLog.close);
  const backups =
    config.backupFolder === undefined ? undefined : backupPlace(config.backupFolder, config.s3);
  if (backups !== undefined) resources.defer(backups.close);
  const own = createMetrics({
    disk,
    requestLog,
    rateLimiter,
    database: watch,
    replicas,
    backups: backups?.files,
  });
  const metrics = siblings === undefined ? own : { ...own, text: siblings.allMetrics(own.text) };
  if (metricsPort !== undefined) {
    const metricsServer = createMetricsServer(metrics);
    resources.defer(() => metricsServer.close());
    await listen(metricsServer, {
      host: config.host,
      port: metricsPort,
      setting: 'METRICS_PORT',
      siblings,
    });
  }
  const places = openFilePlaces(config, disk);
  resources.defer(places.close);
  // Final only when the server listens; nothing reads it earlier.
  let url = config.baseUrl ?? '';
  const baseUrl = () => url;
  const bulk = { files: places.files, baseUrl };
  const mailer = config.smtpUrl === undefined ? undefined : await openMailer(config.smtpUrl);
  if (mailer !== undefined) resources.defer(mailer.close);
  const isSignUpOpen = config.signUp === 'open';
  const { singleSignOn } = config;
  const people = { baseUrl, mailer, singleSignOn, isSignUpOpen };
  const authentication = await openAuthentication({ db, secrets, log, ...people });
  const pool = new WorkPool({
    program: new URL('./compute-thread.ts', import.meta.url),
    workerData: { url: database.url, recordStatements: record } satisfies ThreadData,
    errorOf: errorOfThread,
    tracing,
    ...(siblings === undefined ? {} : { threads: threadsOf(config.processes) }),
  });
  resources.defer(() => pool.close());
  const boxes = await openSecretBoxes(db, secrets);
  const publicUrls = new PublicUrls(baseUrl, config.passportHosts);
  const trust = { box: boxes.signingKeys, configured: config.signingKeys, urls: publicUrls };
  const allowedHosts = new Set(config.webhookAllowedHosts);
  const ownHosts = () =>
    new Set(
      [sandboxHost, url === '' ? undefined : new URL(url).hostname].filter(
        (host) => host !== undefined,
      ),
    );
  const webhooks = { box: boxes.webhooks, resolve: resolveBySystem, allowedHosts, ownHosts };
  const services = {
    factors,
    keyPepper,
    gazetteer,
    cursorKey,
    pool,
    disk,
    bulk,
    assets: { files: places.assets, urlKey: secrets.keyFor('asset-urls') },
    webhooks,
    pagesUrl: baseUrl,
    passportBackupUrl: config.passportBackupUrl,
    publicUrls,
    trust,
    footprints: { tokenBox: boxes.accessTokens, box: boxes.partners },
  };
  if (config.role === 'all' || config.role === 'worker') {
    // The only service on an embedded database knows that all holders of leases are gone.
    if (config.databaseUrl === undefined && siblings?.isFirst !== false) await releaseLeases(db);
    startWorker(resources, {
      config,
      db,
      databaseUrl: database.url,
      services,
      log,
      backups,
      data: places,
    });
  }
  const publicCache = new AnswerCache();
  if (config.role !== 'worker') {
    resources.defer(
      listenTo(
        database.url,
        'trackway_public',
        (tag) => (tag === undefined ? publicCache.listen() : publicCache.drop(tag)),
        () => publicCache.stopListening(),
      ),
    );
  }
  let isLeaving = false;
  const app = createHttpServer({
    schema,
    db,
    tracing,
    readDb: (scope) => replicas?.dbFor(scope) ?? db,
    keyLookup,
    personLookup: createPersonLookup(db, authentication, baseUrl),
    authentication,
    ...people,
    pagesFolder: DASHBOARD_FOLDER,
    rateLimiter,
    usage,
    requestLog,
    metrics,
    services,
    log,
    sandboxHost,
    metricsPort,
    corsOrigins,
    clientAddress: clientAddressBehind(config.trustedProxies),
    publicCache,
    isDirect: config.directAnswers === 'on',
    packages: startReceiving(resources, { config, db, log }),
    hasApi: config.role === 'all' || config.role === 'api',
    hasPublicPaths: config.role !== 'worker',
    isLeaving: () => isLeaving,
    database: watch,
  });
  resources.defer(() => drain(app));
  await rateLimiter.untilKnown();
  const address = await listen(app, {
    host: config.host,
    port: config.port,
    setting: 'PORT',
    siblings,
  });
  url = config.baseUrl ?? `http://localhost:${new URL(address).port}`;
  await database.announce(url);
  pool.warmUp();
  const leave = async () => {
    isLeaving = true;
    await sleep(config.lameDuckSeconds * 1_000, undefined, { ref: false });
  };
  return { url, firstAccess, leave };
}

/** Threads of one of several processes, which share the cores. */
function threadsOf(processes: number): number {
  return Math.max(1, Math.floor(availableParallelism() / processes));
}
