import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { migrate, readMigrations } from '../database/migrate.ts';
import { startUp } from '../database/start-up.ts';
import {
  appliedMigrations,
  connectForCopy,
  copyIn,
  copyOut,
  hasNoCustomers,
  prepareForCopies,
  writeSequences,
} from '../database/table-copies.ts';
import type { FilePlaces } from '../files/index.ts';
import { OperatorError } from '../operator-error.ts';
import { readArchive } from './archive.ts';
import { restoreFile } from './data-files.ts';
import type { BackupFacts } from './make-backup.ts';
import { type RowSum, summingRows } from './row-sum.ts';

type RestoreOptions = {
  /** Opens the back-up, which is read twice. */
  readonly open: () => Readable;
  readonly databaseUrl: string;
  /** Places of the files of customers. */
  readonly data: FilePlaces;
  readonly secret: string;
  /** Called with the secret of the service, if the back-up has it. */
  readonly onSecret: (secret: string) => Promise<void>;
};

export type Restored = { readonly madeAt: string; readonly tables: number; readonly files: number };

/**
 * Restores a back-up into a database without customers, and its files into the data folder. The rows come in one
 * transaction: after a failure the database is as before. Then every table is read and compared with the back-up.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const facts = await readFacts(options.open, options.secret);
  await assertRestorable(options.databaseUrl, facts);
  const known = new Set(facts.migrations.map(({ name }) => name));
  const migrations = (await readMigrations()).filter(({ name }) => known.has(name));
  await migrate(options.databaseUrl, migrations);
  return startUp({ url: options.databaseUrl }, () => restoreInto(options, facts));
}

/** Reads a back-up to its end and checks that it is whole. */
export async function checkBackup(
  open: () => Readable,
  secret: string,
): Promise<{ readonly madeAt: string; readonly entries: number }> {
  const { madeAt } = await readFacts(open, secret);
  const entries = await readArchive(open(), secret, async (_header, content) => {
    for await (const _chunk of content);
  });
  return { madeAt, entries };
}

class FactsFound extends Error {
  readonly facts: BackupFacts;
  constructor(facts: BackupFacts) {
    super();
    this.facts = facts;
  }
}

async function readFacts(open: () => Readable, secret: string): Promise<BackupFacts> {
  try {
    await readArchive(open(), secret, async ({ kind }, content) => {
      if (kind === 'FACTS') throw new FactsFound(JSON.parse(String(await buffer(content))));
    });
  } catch (error) {
    if (error instanceof FactsFound) return error.facts;
    throw error;
  }
  throw new OperatorError('The back-up is incomplete or was changed.');
}

async function assertRestorable(databaseUrl: string, facts: BackupFacts): Promise<void> {
  const own = new Map((await readMigrations()).map(({ name, hash }) => [name, hash]));
  for (const { name, hash } of facts.migrations) {
    if (own.get(name) !== hash)
      throw new OperatorError(
        `The back-up was made by another version of Trackway (its migration ${name}): restore it with that version or a newer one.`,
      );
  }
  const client = await connectForCopy(databaseUrl);
  try {
    if (!(await hasNoCustomers(client)))
      throw new OperatorError(
        'The database has organizations: a back-up is restored into an empty database (a new TRACKWAY_DATA, or DATABASE_URL of a new one).',
      );
    const applied = await appliedMigrations(client).catch(() => []);
    const names = (list: readonly { readonly name: string }[]) =>
      list.map(({ name }) => name).join();
    if (applied.length > 0 && names(applied) !== names(facts.migrations))
      throw new OperatorError(
        'The tables of the database are of another version than the back-up: restore it into an empty database.',
      );
  } finally {
    await client.end();
  }
}

async function restoreInto(options: RestoreOptions, facts: BackupFacts): Promise<Restored> {
  const { open, databaseUrl, data, secret, onSecret } = options;
  const client = await connectForCopy(databaseUrl);
  try {
    await client.query('begin');
    const restoreKeys = await prepareForCopies(client, facts.tables, facts.partitions);
    const sums = new Map<string, RowSum>();
    let files = 0;
    await readArchive(open(), secret, async ({ kind, name }, content) => {
      const table = facts.tables.find((each) => each.name === name);
      if (kind === 'TABLE' && table !== undefined) {
        const note = (rows: RowSum) => sums.set(name, rows);
        await copyIn(client, table, summingRows(content, note));
      } else if (kind === 'FILE') {
        await restoreFile(data, name, content);
        files += 1;
      } else {
        const text = String(await buffer(content));
        if (kind === 'SECRET') await onSecret(text);
        if (kind === 'SEQUENCES') await writeSequences(client, JSON.parse(text));
      }
    });
    await restoreKeys();
    await assertSame(client, facts, sums);
    await client.query('commit');
    await client.query('analyze');
    return { madeAt: facts.madeAt, tables: sums.size, files };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Compares every table with the back-up. PostgreSQL promises no order of the rows of a table. */
async function assertSame(
  client: Awaited<ReturnType<typeof connectForCopy>>,
  { tables }: BackupFacts,
  sums: ReadonlyMap<string, RowSum>,
): Promise<void> {
  for (const table of tables) {
    let found: RowSum | undefined;
    const rows = summingRows(copyOut(client, table), (sum) => {
      found = sum;
    });
    for await (const _chunk of rows);
    const kept = sums.get(table.name);
    if (found?.count !== kept?.count || found?.sum !== kept?.sum)
      throw new Error(`The table ${table.name} differs from the back-up.`);
  }
}
