import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, clientOf } from './http/client.ts';
import { runCli, type ServerProcess, startServer } from './server-process.ts';

/** Several processes of the service on one database, each of any version. */
export type SharedServices = {
  readonly dataFolder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Starts one more, from this checkout or another. */
  readonly start: (root?: string) => Promise<ServerProcess>;
};

export async function sharedServices(databaseUrl: string): Promise<SharedServices> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'trackway-shared-'));
  const env = {
    DATABASE_URL: databaseUrl,
    TRACKWAY_DATA: dataFolder,
    TRACKWAY_SECRET: 'a secret that all processes of a test share',
    // Longer than a balancer takes to notice, which asks ten times a second.
    TRACKWAY_LAME_DUCK_SECONDS: '1',
  };
  const start = (root?: string) =>
    startServer({ dataFolder, env, ...(root === undefined ? {} : { root }) });
  return { dataFolder, env, start };
}

/**
 * A client of the live environment without a limit, with the key that the first service printed. `root` is the checkout of that
 * service.
 */
export async function seededClient(
  first: ServerProcess | undefined,
  { env }: SharedServices,
  url: string,
  root?: string,
): Promise<Client> {
  const key = / live +(sk_\S+)$/m.exec(first?.output() ?? '')?.[1];
  if (key === undefined) throw new Error(`The first start printed no key:\n${first?.output()}`);
  const words = ['organizations', 'set', 'Demo', '--requests-per-minute', '10000000'];
  const { code, stderr } = await runCli(words, env, root);
  if (code !== 0) throw new Error(stderr);
  return clientOf(`${url}/graphql`, key);
}
