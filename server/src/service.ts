import { setTimeout as sleep } from 'node:timers/promises';
import { answersApi, type Config } from './config.ts';
import { DASHBOARD_FOLDER } from './dashboard.ts';
import { seedFactorSets } from './domains/factors/index.ts';
import { createDemoOrganization, type FirstAccess } from './first-run.ts';
import { drain } from './http/drain.ts';
import { clientAddressBehind } from './http/limits/client-address.ts';
import { assertPortsFree, listen } from './http/listen.ts';
import { createMetrics, type Metrics } from './http/metrics.ts';
import { AnswerCache } from './http/public/answer-cache.ts';
import { createHttpServer, createMetricsServer } from './http/server.ts';
import { backupPlace } from './platform/backup/index.ts';
import { counted } from './platform/counted.ts';
import { listenTo, startUp } from './platform/database/index.ts';
import { Disk, freeBytesOf } from './platform/disk.ts';
import { openFilePlaces } from './platform/files/index.ts';
import { assertFontsInstalled } from './platform/fonts.ts';
import { releaseLeases } from './platform/jobs/index.ts';
import { createLog, type Logger } from './platform/log.ts';
import { makeDataFolder } from './platform/make-folder.ts';
import { giveBackFreedMemory } from './platform/process/freed-memory.ts';
import { assertSecretUnchanged, openSecrets, type Secrets } from './platform/secrets.ts';
import { openTracing } from './platform/tracing.ts';
import { schema } from './schema.ts';
import { openAdmission, openPeople } from './service/admission.ts';
import { openDatabase } from './service/database.ts';
import type { Opening, ServiceOptions } from './service/options.ts';
import { openServices } from './service/tools.ts';
import { whenDatabaseAnswers } from './service/when-database-answers.ts';
import { startReceiving, startWorker } from './worker.ts';

export type RunningService = {
  readonly url: string;
  /** Results of the first start, shown once; undefined at later starts. */
  readonly firstAccess: FirstAccess | undefined;
  /** Answers 503 at /readyz and goes on with all else for the time of TRACKWAY_LAME_DUCK_SECONDS. */
  readonly leave: () => Promise<void>;
  /** Stops accepting, lets requests under way end, stops the database. Twice is once. */
  readonly stop: () => Promise<void>;
};

/** The service in one process. */
export type Service = RunningService & {
  /** Resolves when the first calculation need not wait for its thread to load. */
  readonly isWarm: Promise<void>;
};

/**
 * The whole service in one process: database, library, HTTP. Waits for a database of DATABASE_URL that is
 * away, as during a failover.
 */
export function startService(config: Config, options: ServiceOptions = {}): Promise<Service> {
  const startNow = () => startOnce(config, options);
  return config.databaseUrl === undefined ? startNow() : whenDatabaseAnswers(startNow, options);
}

async function startOnce(config: Config, options: ServiceOptions): Promise<Service> {
  const resources = new AsyncDisposableStack();
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= resources.disposeAsync());
  try {
    return { ...(await start(config, { options, resources })), stop };
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
}

async function start(config: Config, opening: Opening): Promise<Omit<Service, 'stop'>> {
  const { resources, options } = opening;
  const { siblings } = options;
  resources.use(giveBackFreedMemory());
  const log = createLog(config.logLevel);
  await makeDataFolder(config.dataFolder);
  await assertFontsInstalled(config.fonts);
  const tracing = await openTracing(config.telemetry);
  resources.defer(async () => tracing?.close());
  // Before a database is made: keys of the first start are shown once, and nobody would see them without a port.
  const beforeStart = () => assertPortsFree(config, siblings);
  const database = await openDatabase(opening, config, { log, tracing, beforeStart });
  const { db, watch, replicas } = database;
  const secrets = await openSecrets(config.secret, config.dataFolder, config.earlierSecrets);
  await assertSecretUnchanged(db, secrets);
  const firstAccess = await prepare(database, config, secrets, options);

  const disk = await openDisk(opening, config, log);
  const admission = await openAdmission(opening, config, { db, disk, secrets, log });
  const { rateLimiter, records, requestLog } = admission;
  const backups =
    config.backupFolder === undefined ? undefined : backupPlace(config.backupFolder, config.s3);
  if (backups !== undefined) resources.defer(backups.close);
  const measured = { disk, requestLog, rateLimiter, database: watch, replicas };
  const metrics = await openMetrics(opening, config, { ...measured, backups: backups?.files });
  const places = openFilePlaces(config, disk);
  resources.defer(places.close);
  // Final only when the server listens; nothing reads it earlier.
  let url = config.baseUrl ?? '';
  const baseUrl = () => url;
  const people = await openPeople(opening, config, { db, secrets, log, baseUrl });
  const services = await openServices(opening, config, {
    database,
    disk,
    records,
    places,
    secrets,
    tracing,
    baseUrl,
  });
  // A back-up calculates nothing.
  const isCold = options.warmsUp === false || config.role === 'backup';
  const isWarm = isCold ? Promise.resolve() : services.pool.warmUp();
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
  let isLeaving = false;
  const app = createHttpServer({
    schema: options.schema ?? schema,
    db,
    tracing,
    readDb: (scope) => replicas?.dbFor(scope) ?? db,
    ...admission,
    ...people,
    pagesFolder: DASHBOARD_FOLDER,
    metrics,
    services,
    log,
    sandboxHost: config.sandboxHost,
    metricsPort: config.metricsPort,
    corsOrigins: config.corsOrigins,
    clientAddress: clientAddressBehind(config.trustedProxies),
    publicCache: openPublicCache(opening, config, database),
    isDirect: config.directAnswers === 'on',
    packages: startReceiving(resources, { config, db, log }),
    hasApi: answersApi(config.role),
    hasPublicPaths: config.role !== 'worker',
    isLeaving: () => isLeaving,
    database: watch,
  });
  resources.defer(() => drain(app));
  // The first start prints a request to try at once.
  await Promise.all([rateLimiter.untilKnown(), firstAccess === undefined ? undefined : isWarm]);
  const { host, port } = config;
  const address = await listen(app, { host, port, setting: 'PORT', siblings });
  url = config.baseUrl ?? `http://localhost:${new URL(address).port}`;
  await database.announce(url);
  const leave = async () => {
    isLeaving = true;
    await sleep(config.lameDuckSeconds * 1_000, undefined, { ref: false });
  };
  return { url, firstAccess, isWarm, leave };
}

/** Loads new factor sets; the first start of all makes the organization "Demo". */
async function prepare(
  { url, onStatement }: Awaited<ReturnType<typeof openDatabase>>,
  { role }: Config,
  secrets: Secrets,
  { onProgress = () => {} }: ServiceOptions,
): Promise<FirstAccess | undefined> {
  return startUp({ url, onStatement, onProgress }, async (unhurried) => {
    const added = await seedFactorSets(unhurried);
    if (added.length > 0) onProgress(`Loaded ${counted(added.length, 'factor set')}.`);
    // The link and the request that the first start prints need a process that answers them.
    if (!answersApi(role)) return undefined;
    return createDemoOrganization(unhurried, secrets.keyFor('api-keys'));
  });
}

async function openDisk({ resources, options }: Opening, config: Config, log: Logger) {
  const disk =
    options.disk ??
    new Disk({
      readFreeBytes: () => freeBytesOf(config.dataFolder),
      holdsDatabase: config.databaseUrl === undefined,
      holdsFiles: config.s3?.bucket === undefined,
      onError: (error) => log.warn(error, 'free space of the disk'),
      onChange: (reason) => log.warn(reason ?? 'The disk of TRACKWAY_DATA has free space again.'),
    });
  await disk.look();
  resources.defer(disk.watch());
  return disk;
}

/** Metrics of all processes of the service, at METRICS_PORT if it is set. */
async function openMetrics(
  { resources, options: { siblings } }: Opening,
  { host, metricsPort }: Config,
  measured: Parameters<typeof createMetrics>[0],
): Promise<Metrics> {
  const own = createMetrics(measured);
  const metrics = siblings === undefined ? own : { ...own, text: siblings.allMetrics(own.text) };
  if (metricsPort === undefined) return metrics;
  const server = createMetricsServer(metrics);
  resources.defer(() => server.close());
  await listen(server, { host, port: metricsPort, setting: 'METRICS_PORT', siblings });
  return metrics;
}

/** Answers of the public paths, dropped when a change of them is committed anywhere. */
function openPublicCache(
  { resources }: Opening,
  { role }: Config,
  { url }: { readonly url: string },
): AnswerCache {
  const cache = new AnswerCache();
  if (role === 'worker') return cache;
  resources.defer(
    listenTo(
      url,
      'trackway_public',
      (tag) => (tag === undefined ? cache.listen() : cache.drop(tag)),
      () => cache.stopListening(),
    ),
  );
  return cache;
}
