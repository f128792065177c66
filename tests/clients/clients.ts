import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { world } from '../http/world.ts';
import { installClients, PROGRAMS } from './install.ts';

/** Programs that each use one client library: `programs/<name>`. */
export const CLIENTS = {
  'relay-runtime with the output of relay-compiler': 'relay.js',
  'Apollo Client with relayStylePagination': 'apollo.js',
  'urql with graphcache': 'urql.js',
  'documents of graphql-codegen': 'codegen.ts',
  'documents of gql.tada': 'tada.ts',
};

export type ShopSize = { readonly products: number; readonly carts: number };

/** Installs the libraries and runs their own generators on the schema and the requests. */
export async function prepareClients(): Promise<void> {
  await installClients();
  await run('generate.js', {});
}

/** The types that the generators wrote hold what the programs use of them. */
export async function checkTypes(): Promise<void> {
  await run(join(PROGRAMS, 'node_modules/typescript/bin/tsc'), {}, ['-p', PROGRAMS]);
}

/** A shop's business by one client, in a sandbox of its own. */
export async function runClient(program: string, size: ShopSize): Promise<void> {
  const { endpoint, key } = await world({ tier: 'ENTERPRISE', environment: 'SANDBOX' });
  await run(program, {
    TRACKWAY_ENDPOINT: endpoint,
    TRACKWAY_KEY: key,
    SHOP_SIZE: JSON.stringify(size),
  });
}

async function run(
  program: string,
  env: Readonly<Record<string, string>>,
  words: readonly string[] = [],
): Promise<void> {
  const running = promisify(execFile)(process.execPath, [program, ...words], {
    cwd: PROGRAMS,
    env: { PATH: process.env['PATH'], SHOP_SIZE: '{}', ...env },
    maxBuffer: 2 ** 26,
  });
  await running.catch((error) => assert.fail(`${program}: ${error.stdout}${error.stderr}`));
}
