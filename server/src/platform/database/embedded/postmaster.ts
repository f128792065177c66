import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Content of `postmaster.pid` of a running PostgreSQL. */
type Postmaster = {
  readonly pid: number;
  readonly sockets: string;
  readonly status: string;
};

const FAST_STOP_MS = 20_000;
const HARD_STOP_MS = 30_000;

/** Reads `postmaster.pid`; its lines: pid, data, start, port, socket folder, address, memory, status. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  try {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    const [pid = '', , , , sockets = '', , , status = ''] = lines;
    return { pid: Number(pid), sockets, status: status.trim() };
  } catch {
    return undefined;
  }
}

export function isReady({ status, sockets }: Postmaster): boolean {
  return status === 'ready' && existsSync(join(sockets, '.s.PGSQL.5432'));
}

export function urlOf(sockets: string, user: string, database: string): string {
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(sockets)}`;
}

/**
 * Stops a database that outlived its service (kill -9). The caller holds the lock of the data
 * folder, so a database that runs here has no owner.
 */
export async function stopOrphan(cluster: string): Promise<void> {
  const postmaster = await readPostmaster(cluster);
  if (postmaster === undefined) return;
  const { pid } = postmaster;
  if (await isPostgresOf(cluster, pid)) {
    await end(cluster, pid);
  } else if (isAlive(pid)) {
    // The number now belongs to another program, which PostgreSQL would take for itself and refuse
    // to start. (When it belongs to none, PostgreSQL clears the file away with checks of its own.)
    await rm(join(cluster, 'postmaster.pid'), { force: true });
  }
}

async function end(cluster: string, pid: number): Promise<void> {
  const startedAt = performance.now();
  signal(pid, 'SIGINT');
  let isHard = false;
  while (await isPostgresOf(cluster, pid)) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > HARD_STOP_MS) {
      throw new Error(`A database left over (process ${pid}) does not stop.`);
    }
    if (waitedMs > FAST_STOP_MS && !isHard) {
      isHard = true;
      signal(pid, 'SIGQUIT');
    }
    await sleep(20);
  }
}

/** Is the process a PostgreSQL that was started on this cluster? */
async function isPostgresOf(cluster: string, pid: number): Promise<boolean> {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  try {
    const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
    return words.includes(cluster);
  } catch {
    return !existsSync('/proc/self') && isAlive(pid);
  }
}

function isAlive(pid: number): boolean {
  return signal(pid, 0);
}

/** Signals a process; returns false when it does not exist. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
