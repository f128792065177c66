import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { postgresBinaries } from './postgres-binaries.ts';
import { isReady, readPostmaster, stopStranger, urlOf } from './postmaster.ts';
import { runAs } from './run-as.ts';

export type EmbeddedPostgres = {
  readonly url: string;
  /** Stops it cleanly: open transactions are rolled back, everything committed is on the disk. */
  readonly stop: () => Promise<void>;
};

export type EmbeddedOptions = {
  /** The data folder (TRACKWAY_DATA), locked by the caller; the cluster is its folder `postgres`. */
  readonly folder: string;
  readonly onProgress?: (line: string) => void;
  /** The database ended by itself and could not be started again. */
  readonly onDeath?: (error: Error) => void;
  /** False for tests only: does not wait for the disk. */
  readonly isDurable?: boolean;
};

const USER = 'trackway';
const DATABASE = 'trackway';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 10_000;
/** A Unix socket's path has at most 107 bytes; `/trackway-XXXXXX/.s.PGSQL.5432` takes 30 of them. */
const LONGEST_SOCKET_PARENT = 75;
const SOCKETS_PREFIX = 'trackway-';
const MOST_RESTARTS_A_MINUTE = 3;

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  max_wal_size: '512MB',
  checkpoint_timeout: '15min',
  // Our statements are short: compiling them to machine code costs more than running them.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_messages: 'warning',
  // A statement that fails is the client's news; what it holds is not for a log.
  log_min_error_statement: 'panic',
};
const FORGETFUL = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Starts PostgreSQL on the data in the folder, making them first if there are none. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { folder, onProgress = () => {}, onDeath = () => {}, isDurable = true } = options;
  const cluster = join(folder, 'postgres');
  const binaries = await postgresBinaries();
  const prefix = await runAs(cluster);
  if (!existsSync(cluster)) {
    onProgress('Creating the database …');
    await createCluster(cluster, binaries, prefix);
  }
  await stopStranger(cluster);

  const sockets = await makeSocketFolder(join(folder, 'sockets'));
  const launch = () =>
    launchPostgres({
      cluster,
      sockets,
      log: join(folder, 'postgres.log'),
      binaries,
      prefix,
      isDurable,
    });

  let server = await launch().catch(async (error) => {
    await rm(sockets, { recursive: true, force: true });
    throw error;
  });
  let isStopping = false;
  const deaths: number[] = [];

  const watch = () => {
    server.once('exit', async () => {
      if (isStopping) return;
      deaths.push(performance.now());
      try {
        const recent = deaths.filter((at) => at > performance.now() - 60_000);
        if (recent.length > MOST_RESTARTS_A_MINUTE) throw new Error('it ended again and again');
        onProgress('The database ended by itself; starting it again …');
        server = await launch();
        watch();
      } catch (error) {
        onDeath(
          new Error('The embedded database ended and does not start again.', { cause: error }),
        );
      }
    });
  };
  watch();

  return {
    url: urlOf(sockets, USER, DATABASE),
    stop: async () => {
      isStopping = true;
      await stopServer(server);
      await rm(sockets, { recursive: true, force: true });
    },
  };
}

/** Where the database of a data folder answers, when one runs there. */
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

/** Made under another name first, so that a cluster that exists is whole. */
async function createCluster(
  cluster: string,
  binaries: string,
  prefix: readonly string[],
): Promise<void> {
  const draft = `${cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  const initdb = [join(binaries, 'initdb'), '-D', draft, '-U', USER, '--auth=trust', '-E', 'UTF8'];
  // The same order of texts on every machine, whatever its LANG says.
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  await runToEnd([...prefix, ...initdb, ...locale, '--no-instructions']);
  const single = [join(binaries, 'postgres'), '--single', '-D', draft, 'template1'];
  await runToEnd([...prefix, ...single], `create database ${DATABASE}\n`);
  await rename(draft, cluster);
}

async function runToEnd([command = '', ...words]: readonly string[], input = ''): Promise<void> {
  const running = promisify(execFile)(command, words, { env: environment() });
  running.child.stdin?.end(input);
  await running;
}

type Launch = {
  readonly cluster: string;
  readonly sockets: string;
  readonly log: string;
  readonly binaries: string;
  readonly prefix: readonly string[];
  readonly isDurable: boolean;
};

/**
 * Starts the server and waits until it is ready. While processes of one that was killed still hold
 * the shared memory PostgreSQL refuses to start; they notice within moments, so it is tried again.
 */
async function launchPostgres(launch: Launch): Promise<ChildProcess> {
  const until = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      return await launchOnce(launch);
    } catch (error) {
      const isHeld = error instanceof Error && error.message.includes('shared memory block');
      if (!isHeld || performance.now() > until) throw error;
      await sleep(100);
    }
  }
}

async function launchOnce(launch: Launch): Promise<ChildProcess> {
  const { cluster, sockets, log, binaries, prefix, isDurable } = launch;
  const settings = { ...SETTINGS, ...(isDurable ? {} : FORGETFUL) };
  const [command = '', ...words] = [
    ...prefix,
    join(binaries, 'postgres'),
    ...['-D', cluster, '-k', sockets],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const logFile = await open(log, 'w', 0o600);
  // Detached: Ctrl-C in a terminal reaches a whole process group, and the service drains its
  // requests before it stops the database.
  const server = spawn(command, words, {
    detached: true,
    stdio: ['ignore', logFile.fd, logFile.fd],
    env: environment(),
  });
  await logFile.close();
  await untilReady(server, cluster, log);
  return server;
}

async function untilReady(server: ChildProcess, cluster: string, log: string): Promise<void> {
  let failure: Error | undefined;
  server.once('error', (error) => {
    failure = error;
  });
  const until = performance.now() + START_TIMEOUT_MS;
  while (performance.now() < until) {
    const postmaster = await readPostmaster(cluster);
    if (postmaster?.pid === server.pid && postmaster !== undefined && isReady(postmaster)) return;
    if (failure !== undefined) throw failure;
    if (server.exitCode !== null || server.signalCode !== null) break;
    await sleep(10);
  }
  server.kill('SIGQUIT');
  const said = (await readFile(log, 'utf8')).trim().split('\n').slice(-5).join('\n');
  throw new Error(`The embedded database did not start (its log: ${log}):\n${said}`);
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  const impatience = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(impatience);
}

/** Nothing of ours: no PGDATA, no PGPORT, no LANG that this machine does not have. */
function environment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
}
