import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LARGE, SCHEMA } from './dataset.ts';
import { type ServerProcess, startServer } from './processes.ts';
import type { Contender } from './rounds.ts';

const PEERS = fileURLToPath(new URL('peers/', import.meta.url));

const PAGE_QUERY = `query Products($after: String) {
  products(first: 50, after: $after) {
    edges { node { id name } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    totalCount
  }
}`;

/**
 * PostGraphile makes its schema from the tables, so it spells the same question its own way. Its own
 * `totalCount` is a `count(*)`; reading the counter, as the others do, is the kinder comparison.
 */
const POSTGRAPHILE_QUERY = `query Products($after: Cursor, $organizationId: UUID!, $environment: String!) {
  products: allProducts(
    first: 50
    after: $after
    condition: { organizationId: $organizationId, environment: $environment }
  ) {
    edges { node { id: rowId name } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
  totalCount: productCount(organizationId: $organizationId, environment: $environment)
}`;
const POSTGRAPHILE_COUNTING_QUERY = POSTGRAPHILE_QUERY.replace(/ totalCount:.*/, '').replace(
  'endCursor }',
  'endCursor } totalCount',
);

export const LIMIT = 'Fastify, written by hand (the limit)';

const SERVERS = [
  { name: LIMIT, file: 'limit.js', query: PAGE_QUERY },
  { name: 'Mercurius + jit', file: 'mercurius.js', query: PAGE_QUERY },
  { name: 'Yoga + Pothos', file: 'yoga.js', query: PAGE_QUERY },
  { name: 'Apollo Server 5', file: 'apollo.js', query: PAGE_QUERY },
  { name: 'PostGraphile 5', file: 'postgraphile.js', query: POSTGRAPHILE_QUERY },
  { name: 'PostGraphile 5, count(*)', file: 'postgraphile.js', query: POSTGRAPHILE_COUNTING_QUERY },
] as const;

/** Installs the peers as their lock file says, unless that has been done. */
export function installPeers(): void {
  const stamp = join(PEERS, 'node_modules/.benchmark-lock');
  const lock = readFileSync(join(PEERS, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  process.stderr.write('Installing the peers (once per version) …\n');
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: PEERS,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  writeFileSync(stamp, lock);
}

/** Starts the limit, which is the first, and the peers, each on a port of its own. */
export async function startPeers(
  databaseUrl: string,
  firstPort: number,
  logFolder: string,
): Promise<(Contender & ServerProcess)[]> {
  const started: (Contender & ServerProcess)[] = [];
  for (const [at, { name, file, query }] of SERVERS.entries()) {
    const url = `http://127.0.0.1:${firstPort + at}/graphql`;
    const server = await startServer({
      command: [process.execPath, join(PEERS, file)],
      env: {
        NODE_ENV: 'production',
        GRAPHILE_ENV: 'production',
        DATABASE_URL: databaseUrl,
        SCHEMA,
        ORGANIZATION_ID: LARGE.organizationId,
        ENVIRONMENT: LARGE.environment,
        PORT: String(firstPort + at),
      },
      logFile: join(logFolder, `${file}.log`),
      url,
    });
    const variables = file === 'postgraphile.js' ? LARGE : {};
    started.push({
      name,
      ...server,
      load: { url, headers: {}, body: JSON.stringify({ query, variables }) },
    });
  }
  return started;
}
