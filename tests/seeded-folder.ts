import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { runCli, startServer } from './server-process.ts';

export type SeededFolder = {
  /** A data folder that belongs to the caller, who removes it. */
  readonly dataFolder: string;
  /** A key with all permissions for the live environment, which has no rows and practically no rate limit. */
  readonly key: string;
};

let seeded: Promise<SeededFolder> | undefined;
after(async () => {
  if (seeded !== undefined) await rm((await seeded).dataFolder, { recursive: true, force: true });
});

/** A copy of a data folder on which a service has run: copying takes a fraction of a first start. */
export async function seededFolder(): Promise<SeededFolder> {
  seeded ??= seedFolder();
  const { dataFolder: original, key } = await seeded;
  const dataFolder = await mkdtemp(join(tmpdir(), 'trackway-copy-'));
  await cp(original, dataFolder, { recursive: true });
  return { dataFolder, key };
}

async function seedFolder(): Promise<SeededFolder> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'trackway-seed-'));
  const server = await startServer({ dataFolder });
  const key = / live +(sk_\S+)$/m.exec(server.output())?.[1];
  if (key === undefined) throw new Error(`The first start printed no key:\n${server.output()}`);
  const unlimited = ['organizations', 'set', 'Demo', '--requests-per-minute', '10000000'];
  const { code, stderr } = await runCli(unlimited, { TRACKWAY_DATA: dataFolder });
  if (code !== 0) throw new Error(stderr);
  await server.stop();
  return { dataFolder, key };
}
