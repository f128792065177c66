import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whileAlone } from '../server/src/platform/database/testing.ts';
import { temporaryFolder, untilFound } from '../server/src/platform/testing.ts';
import { type Answer, clientOf } from './http/client.ts';
import { cpuUsOfTree } from './performance/cpu.ts';
import { runCli, startServer } from './server-process.ts';

export type SeededFolder = {
  /** A data folder that belongs to the caller, who removes it. */
  readonly dataFolder: string;
  /** A key with all permissions for the live environment, which has no rows and practically no rate limit. */
  readonly key: string;
  readonly first: FirstStart;
};

/** The first start of the service on an empty folder. */
export type FirstStart = {
  readonly port: number;
  /** CPU time until it was ready, of the service and its database. */
  readonly cpuUs: number;
  readonly output: string;
  /** Answer to the request that it printed. */
  readonly answer: Answer;
};

/** Name in the environment of the folder that all processes of a test run share. */
export const TEST_FOLDER = 'TEST_FOLDER';

/** The folder of the run; a file run alone has its own. */
let shared: Promise<string> | undefined;

/** A copy of a data folder on which a service has run: copying takes a fraction of a first start. */
export async function seededFolder(): Promise<SeededFolder> {
  shared ??= sharedFolder();
  const original = join(await shared, 'seeded');
  await whileAlone(async () => {
    if (!existsSync(original)) await seed(original);
  });
  const dataFolder = await mkdtemp(join(tmpdir(), 'trackway-copy-'));
  await cp(join(original, 'data'), dataFolder, { recursive: true });
  const { key, first } = JSON.parse(await readFile(join(original, 'seed.json'), 'utf8'));
  return { dataFolder, key, first };
}

async function sharedFolder(): Promise<string> {
  const given = process.env[TEST_FOLDER];
  if (given !== undefined) return given;
  const own = await temporaryFolder('seed');
  return own;
}

async function seed(folder: string): Promise<void> {
  const draft = `${folder}-new`;
  const dataFolder = join(draft, 'data');
  await rm(draft, { recursive: true, force: true });
  await mkdir(dataFolder, { recursive: true });
  const server = await startServer({ dataFolder });
  const cpuUs = cpuUsOfTree(server.child.pid ?? 0);
  // The service is ready before the text of its start has come through the pipe.
  const output = await untilFound(async () =>
    / -d '.*'$/m.test(server.output()) ? server.output() : undefined,
  );
  const key = / live +(sk_\S+)$/m.exec(output)?.[1];
  const first: FirstStart = {
    port: server.port,
    cpuUs,
    output,
    answer: await answerToPrinted(output),
  };
  const unlimited = ['organizations', 'set', 'Demo', '--requests-per-minute', '10000000'];
  const { code, stderr } = await runCli(unlimited, { TRACKWAY_DATA: dataFolder });
  if (code !== 0) throw new Error(stderr);
  await server.stop();
  await writeFile(join(draft, 'seed.json'), JSON.stringify({ key, first }));
  await rename(draft, folder);
}

async function answerToPrinted(printed: string): Promise<Answer> {
  const [, url = ''] = /^curl (\S+)/m.exec(printed) ?? [];
  const [, key = ''] = /-H 'X-API-Key: (\S+)'/.exec(printed) ?? [];
  const [, body = ''] = /-d '(.*)'$/m.exec(printed) ?? [];
  return clientOf(url, key).post(body);
}
