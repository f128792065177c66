import { type Db, isOutage } from '../../platform/database/index.ts';
import { FileMissing, type Files } from '../../platform/files/index.ts';
import type { Logger } from '../../platform/log.ts';
import { fetched } from './packages.ts';
import { lastReceivedBefore, namesNotReceived, noteReceived } from './replication-store.ts';
import { restorePackage } from './restore.ts';

const ZIP = /^\d{4}-\d\d-\d\d\/[^/]+\.zip$/;
const DAY_MS = 86_400_000;
/** A package that cannot be taken, such as one that is still being copied, is tried again after this time, then after twice the time before. */
const RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 3_600_000;

/**
 * Work of an instance in the role of back-up: takes the packages of a folder or bucket in the order of their names. A package
 * that cannot be taken does not keep later ones out.
 */
export function receivePassports(
  { db, files }: { readonly db: Db; readonly files: Files },
  log: Logger,
  retryMs = RETRY_MS,
): (stopping: AbortSignal) => Promise<void> {
  /** Packages that could not be taken, with the time of the next attempt. */
  const failed = new Map<string, { readonly pauseMs: number; readonly dueAtMs: number }>();
  return async (stopping) => {
    // The clock of a sender may have been ahead once: the packages of today come after none of tomorrow.
    const last = await lastReceivedBefore(db, dayOf(Date.now() + 2 * DAY_MS));
    const names = new Set([...failed.keys(), ...(await namesIn(files, last))]);
    for (const name of await namesNotReceived(db, [...names])) {
      if (stopping.aborted) return;
      const { pauseMs = retryMs, dueAtMs = 0 } = failed.get(name) ?? {};
      if (performance.now() < dueAtMs) continue;
      try {
        const { diverged } = await fetched(files, name, (path) =>
          restorePackage(db, path, (tx) => noteReceived(tx, name)),
        );
        if (diverged.length > 0)
          log.error({ name, diverged }, 'passports have other versions here, which stay');
        failed.delete(name);
      } catch (error) {
        if (isOutage(error)) throw error;
        const next = Math.min(2 * pauseMs, LONGEST_RETRY_MS);
        failed.set(name, { pauseMs: next, dueAtMs: performance.now() + pauseMs });
        if (error instanceof FileMissing) failed.delete(name);
        log.error({ err: error, name }, 'taking a package of passports');
      }
    }
  };
}

/** Packages from the day before the last one that was taken on: clocks of several senders differ. */
async function namesIn(files: Files, last: string | undefined): Promise<string[]> {
  const names: string[] = [];
  for (const prefix of prefixesAfter(last))
    for await (const { name } of files.list(prefix)) if (ZIP.test(name)) names.push(name);
  return names;
}

/** The days to look at: a bucket is not listed from its beginning every second. All of them before the first package. */
function prefixesAfter(last: string | undefined): string[] {
  if (last === undefined) return [''];
  const from = Date.parse(last.slice(0, 10)) - DAY_MS;
  const days = Math.max(0, Math.floor((Date.now() + DAY_MS - from) / DAY_MS));
  return Array.from({ length: days + 1 }, (_, at) => dayOf(from + at * DAY_MS));
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
