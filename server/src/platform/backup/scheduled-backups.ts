import { type Clock, systemClock } from '../clock.ts';
import type { Files } from '../files/index.ts';
import { type BackupOptions, BackupUnderWay, makeBackup, timeOfBackup } from './make-backup.ts';

const HOUR_MS = 3_600_000;
/** The longest that one takes: an earlier draft is that of a process that was killed. */
const HOURS_OF_A_BACKUP = 48;

type BackupSchedule = {
  readonly everyHours: number;
  /** Number of the newest back-ups that are kept. */
  readonly keep: number;
};

/**
 * Makes a back-up if the newest one in the place is old enough, then deletes those beyond the number to keep, and what
 * killed processes left. One from a clock that was ahead would keep others from being made and push them out, until its time
 * comes: it counts as the oldest.
 */
export async function backUpWhenDue(
  options: BackupOptions,
  { everyHours, keep }: BackupSchedule,
  clock: Clock = systemClock,
): Promise<void> {
  const { files } = options.place;
  const now = clock.now();
  const everyMs = everyHours * HOUR_MS;
  // The clocks of two processes differ a little.
  const latest = new Date(now.getTime() + everyMs);
  const newest = newestBy(await backupsIn(files), latest);
  if (newest !== undefined && now.getTime() - newest.madeAt.getTime() < everyMs) return;
  try {
    await makeBackup(options, now);
  } catch (error) {
    // The process stops, or another one was faster.
    if (options.signal?.aborted === true || error instanceof BackupUnderWay) return;
    throw error;
  }
  await files.removeDrafts(new Date(now.getTime() - HOUR_MS * HOURS_OF_A_BACKUP));
  const known = await backupsIn(files);
  const ahead = known.filter(({ madeAt }) => madeAt > latest);
  const old = [...known.slice(ahead.length), ...ahead].slice(keep);
  for (const { name } of old) await files.remove(name);
}

/** The newest back-up that was not made later than a time. */
export function newestBy(backups: readonly KnownBackup[], latest: Date): KnownBackup | undefined {
  return backups.find(({ madeAt }) => madeAt <= latest);
}

type KnownBackup = { readonly name: string; readonly madeAt: Date };

/** Back-ups in a place, newest first. */
export async function backupsIn(files: Files): Promise<KnownBackup[]> {
  const found: KnownBackup[] = [];
  for await (const { name } of files.list('trackway-')) {
    const madeAt = timeOfBackup(name);
    if (madeAt !== undefined) found.push({ name, madeAt });
  }
  return found.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime());
}
