import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../../operator-error.ts';
import { isReady, readPostmaster } from './postmaster.ts';

/** Recovery after a crash reads at most `max_wal_size` and some: seconds, minutes on a slow disk. */
const START_TIMEOUT_MS = 300_000;
const HELD_TIMEOUT_MS = 30_000;
const STOP_TIMEOUT_MS = 10_000;

const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
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
  // The life of the server, no failed statements: what they hold is the client's, not for a log.
  log_min_messages: 'log',
};
/** Connections for one process of the service and commands, and for each further process. */
const CONNECTIONS = 100;
const CONNECTIONS_EACH = 50;
const FORGETFUL = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // Every minute it would look into each of the hundred databases of a test run.
  autovacuum_naptime: '10min',
  // All files of a test run share one server, each with databases and pools of its own.
  max_connections: '300',
};

/** Options of a server to start. */
export type Launch = {
  /** Folder of the data. */
  readonly cluster: string;
  readonly sockets: string;
  readonly log: string;
  readonly binaries: string;
  readonly prefix: readonly string[];
  readonly isDurable: boolean;
  readonly processes: number;
};

/**
 * Starts the server and waits until it is ready. While processes of one that was killed still hold
 * the shared memory PostgreSQL refuses to start; they notice within moments, so it is tried again.
 */
export async function launchPostgres(launch: Launch): Promise<ChildProcess> {
  const until = performance.now() + HELD_TIMEOUT_MS;
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
  const { cluster, sockets, log, binaries, prefix, isDurable, processes } = launch;
  const max_connections = String(CONNECTIONS + CONNECTIONS_EACH * (processes - 1));
  const settings = { ...SETTINGS, max_connections, ...(isDurable ? {} : FORGETFUL) };
  const [command = '', ...words] = [
    ...prefix,
    join(binaries, 'postgres'),
    ...['-D', cluster, '-k', sockets],
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
  const logFile = await open(log, 'a', 0o600);
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
  if (said.includes('No space left on device'))
    throw new OperatorError(
      `The disk of ${cluster} is full, so the embedded database does not start. Make room, then start Trackway again: committed changes are kept.`,
    );
  throw new Error(`The embedded database did not start (its log: ${log}):\n${said}`);
}

/** A fast, clean stop: open transactions are rolled back. */
export async function stopPostgres(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGINT');
  const impatience = setTimeout(() => server.kill('SIGQUIT'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(impatience);
}

/** For PostgreSQL's programs nothing of ours: no PGDATA, no PGPORT, no LANG that this machine does not have. */
export function environment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
}
