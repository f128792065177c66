import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tenant } from './dataset.ts';
import { type ServerProcess, startServer } from './processes.ts';

const FOLDER = fileURLToPath(new URL('peers/', import.meta.url));
const FILES = ['limit', 'fastify', 'mercurius', 'yoga', 'apollo', 'postgraphile'] as const;

export type PeerName = (typeof FILES)[number];
/** A server under test: where it answers, and the process whose CPU counts. */
export type Server = ServerProcess & { readonly url: string };
export type PeerServers = Readonly<Record<PeerName, Server>>;

/** Installs the peers from their lock file, once. */
export function installPeers(): void {
  const stamp = join(FOLDER, 'node_modules/.benchmark-lock');
  const lock = readFileSync(join(FOLDER, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  process.stderr.write('Installing the peers (once per version) …\n');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: FOLDER,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(stamp, lock);
}

type PeerPlace = {
  readonly databaseUrl: string;
  readonly tenant: Tenant;
  /** Each listens on a port of its own, from this one on. */
  readonly firstPort: number;
  readonly logFolder: string;
};

/** Starts the limit and the peers. */
export async function startPeers(place: PeerPlace): Promise<PeerServers> {
  const [limit, fastify, mercurius, yoga, apollo, postgraphile] = await Promise.all([
    startPeer('limit', place),
    startPeer('fastify', place),
    startPeer('mercurius', place),
    startPeer('yoga', place),
    startPeer('apollo', place),
    startPeer('postgraphile', place),
  ]);
  return { limit, fastify, mercurius, yoga, apollo, postgraphile };
}

async function startPeer(name: PeerName, place: PeerPlace): Promise<Server> {
  const port = place.firstPort + FILES.indexOf(name);
  const url = `http://127.0.0.1:${port}/graphql`;
  const server = await startServer({
    command: [process.execPath, join(FOLDER, `${name}.js`)],
    env: {
      NODE_ENV: 'production',
      GRAPHILE_ENV: 'production',
      DATABASE_URL: place.databaseUrl,
      ORGANIZATION_ID: place.tenant.organizationId,
      ENVIRONMENT: place.tenant.environment,
      PORT: String(port),
    },
    logFile: join(place.logFolder, `${name}.log`),
    url,
  });
  return { ...server, url };
}
