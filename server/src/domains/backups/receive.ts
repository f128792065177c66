import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Db, isDatabaseGone } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log.ts';
import { lastReceived, namesNotReceived, noteReceived } from './replication-store.ts';
import { restorePackage } from './restore.ts';

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_MS = 86_400_000;
/** A package that cannot be taken, such as one that is still being copied, is tried again after this time. */
const RETRY_MS = 30_000;

/**
 * Work of an instance in the role of back-up: takes the packages of a folder in the order of their names. A package
 * that cannot be taken does not keep later ones out.
 */
export function receivePassports(
  { db, folder }: { readonly db: Db; readonly folder: string },
  log: Logger,
): (stopping: AbortSignal) => Promise<void> {
  const triedAt = new Map<string, number>();
  return async (stopping) => {
    for (const name of await namesNotReceived(db, await namesIn(folder, await lastReceived(db)))) {
      if (stopping.aborted) return;
      if (Date.now() - (triedAt.get(name) ?? -Infinity) < RETRY_MS) continue;
      try {
        await restorePackage(db, join(folder, name), (tx) => noteReceived(tx, name));
        triedAt.delete(name);
      } catch (error) {
        if (isDatabaseGone(error)) throw error;
        triedAt.set(name, Date.now());
        log.error({ err: error, name }, 'taking a package of passports');
      }
    }
  };
}

/** Packages from the day before the last one that was taken on: clocks of several senders differ. */
async function namesIn(folder: string, last: string | undefined): Promise<string[]> {
  const from =
    last === undefined
      ? ''
      : new Date(Date.parse(last.slice(0, 10)) - DAY_MS).toISOString().slice(0, 10);
  const days = (await readdir(folder)).filter((name) => DAY.test(name) && name >= from).toSorted();
  const names: string[] = [];
  for (const day of days)
    for (const file of await readdir(join(folder, day)))
      if (file.endsWith('.zip')) names.push(`${day}/${file}`);
  return names;
}
