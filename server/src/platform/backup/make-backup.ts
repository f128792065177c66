import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
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
import { makeFolder } from '../make-folder.ts';
import { OperatorError } from '../operator-error.ts';
import { type Entry, readArchive, writeArchive } from './archive.ts';
import { StagedFiles } from './data-files.ts';

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
  /** Folder that the back-up is written to. */
  readonly folder: string;
  /** Secret that it is encrypted with. */
  readonly secret: string;
  /** Secret of the service, if the data folder keeps it. */
  readonly storedSecret: string | undefined;
  readonly signal?: AbortSignal;
};

export type Backup = {
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
  const { databaseUrl, dataFolder, folder, secret, signal } = options;
  await makeFolder(folder);
  const file = join(folder, nameOf(now));
  const draft = `${file}.draft`;
  const staged = new StagedFiles(dataFolder);
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
    await writeArchive(draft, secret, entriesOf(client, facts, options, staged), signal);
    const entries = await readArchive(draft, secret, async (_header, content) => {
      for await (const _chunk of content);
    });
    await rename(draft, file);
    const { size: bytes } = await stat(file);
    const { length: tables } = facts.tables;
    const others = options.storedSecret === undefined ? 2 : 3;
    return { file, madeAt: facts.madeAt, tables, files: entries - tables - others, bytes };
  } finally {
    // Without the lock the staged files and the draft are those of the other back-up.
    if (isLocked) {
      await staged.remove();
      await rm(draft, { force: true });
    }
    await client.end().catch(() => {});
  }
}

async function* entriesOf(
  client: Awaited<ReturnType<typeof connectForCopy>>,
  facts: BackupFacts,
  { storedSecret }: BackupOptions,
  staged: StagedFiles,
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
