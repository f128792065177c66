import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { OperatorError } from '../../operator-error.ts';
import { postgresBinaries } from './postgres-binaries.ts';
import { createCluster, DATABASE, USER } from './postgres-cluster.ts';
import { type Launch, launchPostgres, stopPostgres } from './postgres-server.ts';
import { isReady, readPostmaster, stopOrphan, urlOf } from './postmaster.ts';
import { runAs } from './run-as.ts';

type EmbeddedPostgres = {
  readonly url: string;
  /** Stops it cleanly: open transactions are rolled back, everything committed is on the disk. */
  readonly stop: () => Promise<void>;
};

type EmbeddedOptions = {
  /** The data folder (TRACKWAY_DATA), locked by the caller; the cluster is its folder `postgres`. */
  readonly folder: string;
  readonly onProgress?: (line: string) => void;
  /** The database ended by itself and could not be started again. */
  readonly onFailure?: (error: Error) => void;
  /** False for tests only: does not wait for the disk. */
  readonly isDurable?: boolean;
  /** Processes of the service that connect to it. */
  readonly processes?: number;
};

/** A Unix socket's path has at most 107 bytes; `/trackway-XXXXXX/.s.PGSQL.5432` takes 30 of them. */
const LONGEST_SOCKET_PARENT = 75;
const SOCKETS_PREFIX = 'trackway-';
const MOST_RESTARTS_A_MINUTE = 3;

/** Starts PostgreSQL on the data in the folder, making them first if there are none. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { folder, onProgress = () => {}, isDurable = true, processes = 1 } = options;
  const cluster = join(folder, 'postgres');
  const binaries = await postgresBinaries();
  const prefix = await runAs(cluster);
  if (!existsSync(cluster)) {
    onProgress('Creating the database …');
    await createCluster(cluster, binaries, prefix);
  }
  await stopOrphan(cluster);

  const log = join(folder, 'postgres.log');
  // The log of the run before may say why it ended; older ones are not kept.
  await rename(log, `${log}.before`).catch(() => {});
  const sockets = await makeSocketFolder(join(folder, 'sockets'));
  const removeSockets = () => rm(sockets, { recursive: true, force: true });
  try {
    const launch = { cluster, sockets, log, binaries, prefix, isDurable, processes };
    const stop = await keepRunning(launch, options);
    return { url: urlOf(sockets, USER, DATABASE), stop: () => stop().then(removeSockets) };
  } catch (error) {
    await removeSockets();
    throw error;
  }
}

/** Starts the server, and starts it again when it ends by itself; gives back what stops it. */
async function keepRunning(
  launch: Launch,
  { onProgress = () => {}, onFailure = () => {} }: EmbeddedOptions,
): Promise<() => Promise<void>> {
  let running = launchPostgres(launch);
  let isStopping = false;
  const deaths: number[] = [];

  const watch = async (): Promise<void> => {
    const server = await running;
    server.once('exit', () => {
      if (!isStopping) restart();
    });
  };
  const restart = (): void => {
    const now = performance.now();
    deaths.push(now);
    const recent = deaths.filter((at) => at > now - 60_000);
    onProgress('The database ended by itself; starting it again …');
    running =
      recent.length > MOST_RESTARTS_A_MINUTE
        ? Promise.reject(new Error('It ended again and again.'))
        : launchPostgres(launch);
    watch().catch((cause) =>
      onFailure(
        cause instanceof OperatorError
          ? cause
          : new Error('The embedded database ended and does not start again.', { cause }),
      ),
    );
  };

  await watch();
  return async () => {
    isStopping = true;
    const server = await running.catch(() => undefined);
    if (server !== undefined) await stopPostgres(server);
  };
}

/** URL of the database of a data folder, when it is running. */
export async function findEmbeddedPostgres(folder: string): Promise<string | undefined> {
  const postmaster = await readPostmaster(join(folder, 'postgres'));
  if (postmaster === undefined || !isReady(postmaster)) return undefined;
  return urlOf(postmaster.sockets, USER, DATABASE);
}

/** A new private folder for the socket. Its name is noted, so that one left by kill -9 is removed. */
async function makeSocketFolder(note: string): Promise<string> {
  const before = await readFile(note, 'utf8').catch(() => '');
  if (basename(before).startsWith(SOCKETS_PREFIX)) {
    await rm(before, { recursive: true, force: true });
  }
  const parent = tmpdir().length > LONGEST_SOCKET_PARENT ? '/tmp' : tmpdir();
  const sockets = await mkdtemp(join(parent, SOCKETS_PREFIX));
  await writeFile(note, sockets);
  return sockets;
}
