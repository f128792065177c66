import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { type Db, openDatabase, query } from './database.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate, readMigrations } from './migrate.ts';
import { recordStatements } from './statement-record.ts';

type TestDatabase = {
  readonly db: Db;
  readonly url: string;
  /** Looks behind the scenes, past the record of statements that must name their tenant. */
  readonly inspect: <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
};

/** Names of the environment that `tests/run.ts` sets for the test files. */
export const TEST_DATABASE_URL = 'TEST_DATABASE_URL';
export const TEST_STATEMENTS = 'TEST_STATEMENTS';
/** Path of a file of SQL that changes every database of the run after its migrations. */
export const TEST_SQL = 'TEST_SQL';

/** `after` within a test is the end of that test; the server is for all tests of the file. */
const atTopOfFile = AsyncLocalStorage.snapshot();

let clones = 0;
let server: Promise<string> | undefined;

/**
 * A migrated, otherwise empty database of the test file's own, gone at its end:
 *
 * ```ts
 * const { db } = await testDatabase();
 * ```
 *
 * Statements of the test itself across tenants go through `inspect`.
 *
 * During `npm test` it is cloned on the one server of the run; a file run alone starts its own.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const url = await cloneTestDatabase();
  const file = process.env[TEST_STATEMENTS];
  const onStatement = file === undefined ? undefined : recordStatements(file);
  const db = await openDatabase({ url, onStatement });
  const unrecorded = await openDatabase({ url, pipelines: 1, poolSize: 1 });
  after(() => Promise.all([db.destroy(), unrecorded.destroy()]));
  return { db, url, inspect: (text, values) => query(unrecorded, text, values) };
}

/**
 * Only the address of a fresh migrated database, for a service that opens it itself. What `furnish`
 * puts into it is put into the template, once per run.
 */
export async function cloneTestDatabase(
  furnish: (url: string) => Promise<void> = async () => {},
): Promise<string> {
  server ??= startServer();
  const serverUrl = await server;
  return createDatabase(serverUrl, await makeTemplate(serverUrl, furnish));
}

async function createDatabase(serverUrl: string, template: string): Promise<string> {
  clones += 1;
  const clone = `test_${process.pid}_${clones}`;
  await administer(serverUrl, async (client) => {
    // The process id may have been another test's before.
    await client.query(`drop database if exists ${clone} with (force)`);
    // Half the CPU time of a copy through the log, and a quarter when it is dropped.
    await client.query(`create database ${clone} template ${template} strategy file_copy`);
  });
  return urlOf(serverUrl, clone);
}

/** The address of a fresh database without any table. */
export async function emptyTestDatabase(): Promise<string> {
  server ??= startServer();
  return createDatabase(await server, 'template1');
}

/** Runs `work` while no other process of the test run does so. */
export async function whileAlone(work: () => Promise<void>): Promise<void> {
  server ??= startServer();
  await administer(await server, async (client) => {
    await client.query('select pg_advisory_lock(2)');
    await work();
  });
}

/** Migrates and furnishes a database once; the clones are copies of its files. */
async function makeTemplate(
  serverUrl: string,
  furnish: (url: string) => Promise<void>,
): Promise<string> {
  const migrations = await readMigrations();
  const file = process.env[TEST_SQL];
  const sql = file === undefined ? '' : await readFile(file, 'utf8');
  const hash = createHash('sha256')
    .update([...migrations.map((each) => each.hash), sql, furnish].join())
    .digest('hex');
  const template = `template_${hash.slice(0, 16)}`;
  await administer(serverUrl, async (client) => {
    // Files run side by side: one makes the template, the others wait for it.
    await client.query('select pg_advisory_lock(1)');
    const { rows } = await client.query('select from pg_database where datname = $1', [template]);
    if (rows.length > 0) return;
    const draft = `${template}_new`;
    await client.query(`drop database if exists ${draft}`);
    await client.query(`create database ${draft}`);
    await migrate(urlOf(serverUrl, draft), migrations);
    await administer(urlOf(serverUrl, draft), async (own) => void (await own.query(sql)));
    await furnish(urlOf(serverUrl, draft));
    await client.query(`alter database ${draft} rename to ${template}`);
  });
  return template;
}

async function administer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function urlOf(serverUrl: string, database: string): string {
  return serverUrl.replace(/\/[^/?]*(\?|$)/, `/${database}$1`);
}

async function startServer(): Promise<string> {
  const given = process.env[TEST_DATABASE_URL];
  if (given !== undefined) return given;
  const folder = await mkdtemp(join(tmpdir(), 'trackway-test-'));
  const postgres = await startEmbeddedPostgres({ folder, isDurable: false });
  atTopOfFile(after, async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return postgres.url;
}
