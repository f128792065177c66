import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, systemClock } from '../clock.ts';
import { makeFolder } from '../make-folder.ts';
import { type BackupOptions, BackupUnderWay, makeBackup, timeOfBackup } from './make-backup.ts';

const HOUR_MS = 3_600_000;

export type BackupSchedule = {
  readonly everyHours: number;
  /** Number of the newest back-ups that are kept. */
  readonly keep: number;
};

/** Makes a back-up if the newest one in the folder is old enough, then deletes those beyond the number to keep. */
export async function backUpWhenDue(
  options: BackupOptions,
  { everyHours, keep }: BackupSchedule,
  clock: Clock = systemClock,
): Promise<void> {
  const { folder } = options;
  const [newest] = await backupsIn(folder);
  const now = clock.now();
  if (newest !== undefined && now.getTime() - newest.madeAt.getTime() < everyHours * HOUR_MS)
    return;
  try {
    await makeBackup(options, now);
  } catch (error) {
    // The process stops, or another one was faster.
    if (options.signal?.aborted === true || error instanceof BackupUnderWay) return;
    throw error;
  }
  const old = (await backupsIn(folder)).slice(keep);
  for (const { name } of old) await rm(join(folder, name), { force: true });
}

/** Back-ups in a folder, newest first. */
export async function backupsIn(folder: string): Promise<{ name: string; madeAt: Date }[]> {
  await makeFolder(folder);
  const found = [];
  for (const name of await readdir(folder)) {
    const madeAt = timeOfBackup(name);
    if (madeAt !== undefined) found.push({ name, madeAt });
  }
  return found.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}
