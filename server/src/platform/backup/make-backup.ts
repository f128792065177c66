import {
  appliedMigrations,
  beginSnapshot,
  type CopiedPartition,
  type CopiedTable,
  connectForCopy,
  copiedPartitions,
  copiedTables,
  copyOut,
  lockForBackup,
  readSequences,
} from '../database/table-copies.ts';
import { isOutOfSpace } from '../disk.ts';
import { type FilePlaces, sizeOf } from '../files/index.ts';
import { OperatorError } from '../operator-error.ts';
import { archiveOf, type Entry, readArchive } from './archive.ts';
import type { BackupPlace } from './backup-place.ts';
import { type DataFiles, dataFilesOf } from './data-files.ts';

/** The first entry of a back-up. */
export type BackupFacts = {
  readonly madeAt: string;
  readonly migrations: readonly { readonly name: string; readonly hash: string }[];
  readonly tables: readonly CopiedTable[];
  readonly partitions: readonly CopiedPartition[];
};

export type BackupOptions = {
  readonly databaseUrl: string;
  readonly dataFolder: string;
  /** Files of customers, which the back-up has too. */
  readonly data: FilePlaces;
  /** Place that the back-up is written to. */
  readonly place: BackupPlace;
  /** Secret that it is encrypted with. */
  readonly secret: string;
  /** Secret of the service, if the data folder keeps it. */
  readonly storedSecret: string | undefined;
  readonly signal?: AbortSignal;
};

export type Backup = {
  /** Path or address of the back-up. */
  readonly file: string;
  readonly madeAt: string;
  readonly tables: number;
  readonly files: number;
  readonly bytes: number;
};

export class BackupUnderWay extends OperatorError {}

/**
 * Writes the database, as it is at one moment, and the files of the data folder into one encrypted file, and
 * reads it back. The service goes on meanwhile.
 */
export async function makeBackup(options: BackupOptions, now = new Date()): Promise<Backup> {
  const { databaseUrl, dataFolder, data, place, secret, signal } = options;
  const { files } = place;
  const name = nameOf(now);
  const staged = dataFilesOf(data, dataFolder);
  const client = await connectForCopy(databaseUrl);
  let isLocked = false;
  try {
    isLocked = await lockForBackup(client);
    if (!isLocked) throw new BackupUnderWay('Another back-up of this database is being made.');
    await staged.remove();
    // A file that the snapshot names existed before it, or was just made.
    await staged.add();
    await beginSnapshot(client);
    await staged.add();
    const facts: BackupFacts = {
      madeAt: now.toISOString(),
      migrations: await appliedMigrations(client),
      tables: await copiedTables(client),
      partitions: await copiedPartitions(client),
    };
    const archive = archiveOf(secret, entriesOf(client, facts, options, staged), signal);
    const draft = await files.draft(name, archive).catch((error: unknown) => {
      // It reads ahead: the end of the connection must not become a fault that nobody hears.
      archive.on('error', () => {}).destroy();
      if (!isOutOfSpace(error)) throw error;
      const file = place.addressOf(name);
      throw new OperatorError(
        `The back-up ${file} was not made: its disk is full. Nothing of it is left; make room there, or name another folder.`,
        { cause: error },
      );
    });
    await draft.commit().finally(draft.discard);
    const entries = await readBack(options, name);
    const { length: tables } = facts.tables;
    const others = options.storedSecret === undefined ? 2 : 3;
    const { madeAt } = facts;
    const bytes = (await sizeOf(files, name)) ?? 0;
    const file = place.addressOf(name);
    return { file, madeAt, tables, files: entries - tables - others, bytes };
  } finally {
    // Without the lock the staged files are those of the other back-up.
    if (isLocked) await staged.remove();
    await client.end().catch(() => {});
  }
}

/** Reads a back-up to its end; one that is not whole is deleted. */
async function readBack({ place, secret }: BackupOptions, name: string): Promise<number> {
  try {
    return await readArchive(place.files.read(name), secret, async (_header, content) => {
      for await (const _chunk of content);
    });
  } catch (error) {
    await place.files.remove(name);
    throw error;
  }
}

async function* entriesOf(
  client: Awaited<ReturnType<typeof connectForCopy>>,
  facts: BackupFacts,
  { storedSecret }: BackupOptions,
  staged: DataFiles,
): AsyncGenerator<Entry> {
  yield { kind: 'FACTS', name: 'facts', content: only(JSON.stringify(facts)) };
  if (storedSecret !== undefined)
    yield { kind: 'SECRET', name: 'secret', content: only(storedSecret) };
  for (const table of facts.tables) {
    yield { kind: 'TABLE', name: table.name, content: copyOut(client, table) };
  }
  const sequences = JSON.stringify(await readSequences(client));
  yield { kind: 'SEQUENCES', name: 'sequences', content: only(sequences) };
  yield* staged.entries();
}

async function* only(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

const NAME = /^trackway-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/;

/** `trackway-20260228T013000Z.backup` */
function nameOf(now: Date): string {
  return `trackway-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`;
}

/** The time in the name of a back-up; undefined for other files. */
export function timeOfBackup(name: string): Date | undefined {
  const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
  if (year === undefined) return undefined;
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
