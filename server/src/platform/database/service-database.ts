import { setTimeout as sleep } from 'node:timers/promises';
import { counted } from '../counted.ts';
import { OperatorError } from '../operator-error.ts';
import type { Tracing } from '../tracing.ts';
import { isDatabaseGone, isEntryRefused } from './connections/failures.ts';
import { type Db, openDatabase } from './database.ts';
import { DataFolderInUse, type DataLock, lockDataFolderWhenFree } from './embedded/data-lock.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';

/** Location of the data: PostgreSQL at `databaseUrl`, or else the embedded one in `dataFolder`. */
type DatabasePlace = {
  readonly dataFolder: string;
  readonly databaseUrl?: string | undefined;
  readonly onStatement?: ((sql: string) => void) | undefined;
  /** The embedded database, if another process runs it. */
  readonly sharedUrl?: string | undefined;
  readonly poolSize?: number;
  readonly pipelines?: number;
  readonly tracing?: Tracing | undefined;
  /** Replicas that processes of the service read from. */
  readonly replicaUrls?: readonly string[];
};

export type ServiceDatabase = {
  readonly db: Db;
  readonly url: string;
  /** Publishes the address of this service for a second service on the same data folder. */
  readonly announce: (serviceUrl: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

type DatabaseCallbacks = {
  readonly onProgress?: (line: string) => void;
  readonly onFailure?: (error: Error) => void;
  /** Called when no other service has the data, before a database is made or changed. */
  readonly beforeStart?: () => Promise<void>;
};

/** Opens the database for the service: running, migrated, and locked against other services. */
export async function openServiceDatabase(
  place: DatabasePlace,
  watcher: DatabaseCallbacks = {},
): Promise<ServiceDatabase> {
  if (place.databaseUrl !== undefined) return openExternal(place, place.databaseUrl, watcher);
  if (place.sharedUrl !== undefined) return openMigrated(place, place.sharedUrl, watcher);
  const lock = await lockDataFolderWhenFree(place.dataFolder, 'service');
  return openEmbedded(place, lock, watcher);
}

/** The embedded database, without a connection of its own. */
export type SharedDatabase = Omit<ServiceDatabase, 'db'>;

/** Starts the embedded database for several processes, which open it by `sharedUrl`. */
export async function openSharedDatabase(
  place: DatabasePlace,
  processes: number,
  watcher: DatabaseCallbacks,
): Promise<SharedDatabase> {
  return launchEmbedded(
    place,
    await lockDataFolderWhenFree(place.dataFolder, 'service'),
    watcher,
    processes,
  );
}

async function launchEmbedded(
  { dataFolder: folder }: DatabasePlace,
  lock: DataLock,
  watcher: DatabaseCallbacks,
  processes = 1,
): Promise<SharedDatabase> {
  const resources = new AsyncDisposableStack();
  resources.defer(lock.release);
  try {
    await watcher.beforeStart?.();
    const postgres = await startEmbeddedPostgres({ folder, processes, ...watcher });
    resources.defer(postgres.stop);
    return { url: postgres.url, announce: lock.announce, close: () => resources.disposeAsync() };
  } catch (error) {
    await resources.disposeAsync().catch(() => {});
    throw error;
  }
}

/**
 * Opens the database for a CLI command: the database of a running service, otherwise one that runs
 * for the duration of the command.
 */
export async function withDatabase<T>(
  place: DatabasePlace,
  work: (db: Db, url: string) => Promise<T>,
): Promise<T> {
  const { db, url, close } = await openForCommand(place);
  try {
    return await work(db, url);
  } finally {
    await close();
  }
}

/**
 * Gives a command the address of the database without opening it for the service: no migration runs. The embedded one is
 * started on a data folder that no service uses.
 */
export async function withBareDatabase<T>(
  place: DatabasePlace,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (place.databaseUrl !== undefined) return work(place.databaseUrl);
  const lock = await lockDataFolderWhenFree(place.dataFolder, 'command');
  const database = await launchEmbedded(place, lock, {});
  try {
    return await work(database.url);
  } finally {
    await database.close();
  }
}

/** As `withBareDatabase`, for work that only reads: it may share the database with a running service. */
export async function withUnmigratedDatabase<T>(
  place: DatabasePlace,
  work: (url: string) => Promise<T>,
): Promise<T> {
  try {
    return await withBareDatabase(place, work);
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    return work(await urlOfRunning(place.dataFolder));
  }
}

async function openForCommand(place: DatabasePlace): Promise<ServiceDatabase> {
  if (place.databaseUrl !== undefined) return openExternal(place, place.databaseUrl, {});
  try {
    return await openEmbedded(place, await lockDataFolderWhenFree(place.dataFolder, 'command'), {});
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
    const url = await urlOfRunning(place.dataFolder);
    const db = await openDatabase({ url, onStatement: place.onStatement });
    return { db, url, announce: async () => {}, close: () => db.destroy() };
  }
}

async function openEmbedded(
  place: DatabasePlace,
  lock: DataLock,
  watcher: DatabaseCallbacks,
): Promise<ServiceDatabase> {
  const database = await launchEmbedded(place, lock, watcher);
  try {
    const opened = await openMigrated(place, database.url, watcher);
    const close = () => opened.close().finally(database.close);
    return { ...opened, announce: database.announce, close };
  } catch (error) {
    await database.close().catch(() => {});
    throw error;
  }
}

async function openExternal(
  place: DatabasePlace,
  url: string,
  watcher: DatabaseCallbacks,
): Promise<ServiceDatabase> {
  await watcher.beforeStart?.();
  try {
    return await openMigrated(place, url, watcher);
  } catch (cause) {
    if (!isDatabaseGone(cause) && !isEntryRefused(cause)) throw cause;
    const why = cause instanceof Error ? cause.message || cause.name : String(cause);
    throw new OperatorError(`The database of DATABASE_URL cannot be used: ${why}.`, { cause });
  }
}

async function openMigrated(
  place: DatabasePlace,
  url: string,
  { onProgress = () => {} }: DatabaseCallbacks,
): Promise<ServiceDatabase> {
  const ran = await migrate(url, undefined, { onProgress });
  if (ran.length > 0)
    onProgress(`Brought the database up to date (${counted(ran.length, 'migration')}).`);
  const announcesWrites = (place.replicaUrls ?? []).length > 0;
  const db = await openDatabase({ ...place, url, announcesWrites });
  return { db, url, announce: async () => {}, close: () => db.destroy() };
}

/** The address of the database of a running service, which may be just starting it. */
async function urlOfRunning(dataFolder: string): Promise<string> {
  const until = performance.now() + 60_000;
  for (;;) {
    const url = await findEmbeddedPostgres(dataFolder);
    if (url !== undefined) return url;
    if (performance.now() > until)
      throw new Error('The service that runs on this data folder has no database yet.');
    await sleep(50);
  }
}
