import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { whileAlone } from '../server/src/platform/database/testing.ts';
import { untilFound } from '../server/src/platform/testing.ts';
import { runCli, startServer } from './server-process.ts';

export type SeededFolder = {
  /** A data folder that belongs to the caller, who removes it. */
  readonly dataFolder: string;
  /** A key with all permissions for the live environment, which has no rows and practically no rate limit. */
  readonly key: string;
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
  return { dataFolder, key: await readFile(join(original, 'key'), 'utf8') };
}

async function sharedFolder(): Promise<string> {
  const given = process.env[TEST_FOLDER];
  if (given !== undefined) return given;
  const own = await mkdtemp(join(tmpdir(), 'trackway-seed-'));
  after(() => rm(own, { recursive: true, force: true }));
  return own;
}

async function seed(folder: string): Promise<void> {
  const draft = `${folder}-new`;
  const dataFolder = join(draft, 'data');
  await rm(draft, { recursive: true, force: true });
  await mkdir(dataFolder, { recursive: true });
  const server = await startServer({ dataFolder });
  // The service is ready before the text of its start has come through the pipe.
  const key = await untilFound(async () => / live +(sk_\S+)$/m.exec(server.output())?.[1]);
  const unlimited = ['organizations', 'set', 'Demo', '--requests-per-minute', '10000000'];
  const { code, stderr } = await runCli(unlimited, { TRACKWAY_DATA: dataFolder });
  if (code !== 0) throw new Error(stderr);
  await server.stop();
  await writeFile(join(draft, 'key'), key);
  await rename(draft, folder);
}
