import { join } from 'node:path';
import { runCli, startServer } from '../server-process.ts';
import type { BenchmarkDatabase } from './database.ts';
import { fillProducts, TEMPLATE, type Tenant } from './dataset.ts';
import { SERVER_CORE } from './processes.ts';

/** A customer of the Trackway under test, ready to ask. */
export type Customer = {
  readonly tenant: Tenant;
  readonly server: {
    readonly url: string;
    readonly pid: number;
    readonly headers: Readonly<Record<string, string>>;
  };
};

export type Trackway = {
  readonly url: string;
  readonly pid: number;
  /** A new organization with one live ENTERPRISE key and this many products. */
  readonly addCustomer: (name: string, products: number) => Promise<Customer>;
  /** A link by which an owner of the organization joins it. */
  readonly invitationTo: (organization: string) => Promise<string>;
  readonly stop: () => Promise<void>;
};

/** High enough to be counted but never reached. */
const REQUESTS_PER_MINUTE = 999_999_999;

/**
 * Starts Trackway as its users do, with everything switched on, on the benchmark's database: on one core, or with so many
 * processes on all of them.
 */
export async function startTrackway(
  database: BenchmarkDatabase,
  folder: string,
  settings: { readonly processes?: number; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Trackway> {
  const { processes } = settings;
  const dataFolder = join(folder, 'trackway');
  const env = {
    DATABASE_URL: database.url,
    NODE_ENV: 'production',
    ...(processes === undefined ? {} : { TRACKWAY_PROCESSES: String(processes) }),
    ...settings.env,
  };
  const { url, child, stop } = await startServer({
    prefix: processes === undefined ? ['taskset', '--cpu-list', String(SERVER_CORE)] : [],
    dataFolder,
    env,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('Trackway has no process.');

  const cli = async (...words: string[]): Promise<string> => {
    const { code, stdout, stderr } = await runCli(words, { ...env, TRACKWAY_DATA: dataFolder });
    if (code !== 0) throw new Error(`trackway ${words.join(' ')} failed: ${stderr}`);
    return stdout.trim();
  };

  return {
    url,
    pid,
    addCustomer: async (name, products) => {
      const tier = ['--tier', 'ENTERPRISE'];
      await cli('organizations', 'create', '--name', name, ...tier);
      const limit = ['--requests-per-minute', String(REQUESTS_PER_MINUTE)];
      await cli('organizations', 'set', name, ...limit);
      const of = ['--organization', name, '--environment', 'live'];
      const key = await cli('keys', 'create', ...of, ...tier, '--name', 'benchmark');
      const organizationId = await database.value('select id from organizations where name = $1', [
        name,
      ]);
      const tenant = { organizationId, environment: 'LIVE' } as const;
      const server = { url: `${url}/graphql`, pid, headers: { 'x-api-key': key } };
      if (products > 0) {
        await createTemplate(server);
        await fillProducts(database, tenant, products - 1);
      }
      return { tenant, server };
    },
    invitationTo: async (organization) => {
      const link = await cli(
        'members',
        'invite',
        '--organization',
        organization,
        '--role',
        'OWNER',
      );
      // Pages have one origin: the name under which the service knows itself.
      return new URL(new URL(link).pathname, url.replace('127.0.0.1', 'localhost')).href;
    },
    stop: async () => {
      await stop();
    },
  };
}

async function createTemplate({ url, headers }: Customer['server']): Promise<void> {
  const query =
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }';
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input: TEMPLATE } }),
  });
  const answer = await response.text();
  if (answer.includes('"errors"')) throw new Error(`The template was refused: ${answer}`);
}
