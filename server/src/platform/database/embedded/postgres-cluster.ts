import { execFile } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environment } from './postgres-server.ts';

export const USER = 'trackway';
export const DATABASE = 'trackway';

/**
 * Makes the data of a new PostgreSQL with one empty database: under another name first, so that a
 * cluster that exists is whole.
 */
export async function createCluster(
  cluster: string,
  binaries: string,
  prefix: readonly string[],
): Promise<void> {
  const draft = `${cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  const initdb = [join(binaries, 'initdb'), '-D', draft, '-U', USER, '--auth=trust', '-E', 'UTF8'];
  // The same collation on every machine, whatever its LANG.
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
