import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, unusableDataFolder } from '../../make-folder.ts';
import { OperatorError } from '../../operator-error.ts';

const SQLITE_BUSY = 5;

/**
 * Holder of a data folder. A `service` keeps it; a `command` starts the database for its own
 * duration only.
 */
export type Holder = {
  readonly kind: 'service' | 'command';
  readonly pid: number;
  readonly startedAt: string;
  readonly url?: string;
};

export type DataLock = {
  /** Publishes the address of the holder. */
  readonly announce: (url: string) => Promise<void>;
  readonly release: () => Promise<void>;
};

/** The data folder is in use; the message names the holder. */
export class DataFolderInUse extends OperatorError {
  readonly holder: Holder | undefined;

  constructor(folder: string, holder: Holder | undefined) {
    super(`Another Trackway uses the data folder ${folder}: ${describe(holder)}.`);
    this.holder = holder;
  }
}

/**
 * Takes the data folder for this process, or throws `DataFolderInUse`.
 *
 * The lock is the operating system's, so it ends with its process, even by kill -9, and cannot be
 * mistaken about a process id that was given out again. Node has no call for such locks; SQLite, which
 * is in Node, takes one for an exclusive transaction.
 */
export async function lockDataFolder(folder: string, kind: Holder['kind']): Promise<DataLock> {
  const lockFile = join(folder, 'lock');
  const lock = await openLock(folder, lockFile);
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (isBusy(error)) throw new DataFolderInUse(folder, await readHolder(folder));
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(`The lock ${lockFile} cannot be taken: ${why}.`);
  }
  const holder: Holder = { kind, pid: process.pid, startedAt: new Date().toISOString() };
  const file = join(folder, 'running.json');
  await writeFile(file, JSON.stringify(holder));
  return {
    announce: (url) => writeFile(file, JSON.stringify({ ...holder, url })),
    release: async () => {
      await rm(file, { force: true });
      lock.close();
    },
  };
}

async function openLock(folder: string, lockFile: string): Promise<DatabaseSync> {
  try {
    await makeFolder(folder);
    return new DatabaseSync(lockFile);
  } catch (error) {
    throw unusableDataFolder(folder, error);
  }
}

/** As `lockDataFolder`, but waits for a command that holds the folder to end. */
export async function lockDataFolderWhenFree(
  folder: string,
  kind: Holder['kind'],
  patienceMs = 30_000,
): Promise<DataLock> {
  const until = performance.now() + patienceMs;
  for (;;) {
    try {
      return await lockDataFolder(folder, kind);
    } catch (error) {
      const waits = error instanceof DataFolderInUse && error.holder?.kind !== 'service';
      if (!waits || performance.now() > until) throw error;
      await sleep(50);
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

/** Address of the service that runs on the data folder, if one does. */
export async function runningServiceUrl(folder: string): Promise<string | undefined> {
  return (await readHolder(folder))?.url;
}

/** Content of `running.json`; undefined when it is missing or unreadable. */
async function readHolder(folder: string): Promise<Holder | undefined> {
  try {
    const holder: unknown = JSON.parse(await readFile(join(folder, 'running.json'), 'utf8'));
    return isHolder(holder) ? holder : undefined;
  } catch {
    return undefined;
  }
}

function isHolder(value: unknown): value is Holder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    (value.kind === 'service' || value.kind === 'command') &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'startedAt' in value &&
    typeof value.startedAt === 'string'
  );
}

function describe(holder: Holder | undefined): string {
  if (holder === undefined) return 'it is just starting';
  const what = holder.kind === 'service' ? 'the service' : 'a command';
  const where = holder.url === undefined ? '' : ` and answers at ${holder.url}`;
  return `${what} runs there as process ${holder.pid} since ${holder.startedAt}${where}`;
}
