import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { databaseAddressOf } from './connections/address.ts';
import { connectClient, Hosts } from './connections/client.ts';
import { isLockTimeout, retryConnect, sqlStateOf } from './connections/failures.ts';
import { startUp } from './start-up.ts';

export type Migration = { readonly name: string; readonly sql: string; readonly hash: string };

const FOLDER = join(import.meta.dirname, '../../../migrations');
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
const INSUFFICIENT_PRIVILEGE = '42501';
/** Of an extension whose files are not on the server. */
const NOT_SUPPORTED = '0A000';
const CONNECT_TIMEOUT_MS = 5_000;

type MigrateOptions = {
  readonly onProgress?: (line: string) => void;
  /**
   * Every request on a table waits behind a migration that waits for it, as for the end of a long export: the
   * migration gives up soon, lets them through and begins again.
   */
  readonly lockTimeoutMs?: number;
};

const TABLE = `create table if not exists trackway_migrations (
  name text primary key,
  hash text not null,
  applied_at timestamptz not null default now()
)`;
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_ATTEMPTS = 100;

/**
 * Migrates the database to this version: runs every file of `server/migrations` that has not run
 * yet, in the order of names, each in its own transaction. Forward only. Returns the names of the
 * files that ran.
 */
export async function migrate(
  url: string,
  migrations?: readonly Migration[],
  options: MigrateOptions = {},
): Promise<string[]> {
  const all = migrations ?? (await readMigrations());
  const { onProgress } = options;
  return startUp({ url, onProgress }, () => runPending(url, all, options));
}

/** The migrations that this version would run on the database; changes nothing. */
export async function planMigrations(url: string): Promise<Migration[]> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ isNew: boolean }>(
      `select to_regclass('trackway_migrations') is null as "isNew"`,
    );
    const applied = rows[0]?.isNew === true ? [] : await appliedOf(client);
    return pendingOf(await readMigrations(), applied);
  } finally {
    await client.end();
  }
}

async function runPending(
  url: string,
  all: readonly Migration[],
  options: MigrateOptions,
): Promise<string[]> {
  const client = await connect(url);
  try {
    await client.query(TABLE);
    const pending = pendingOf(all, await appliedOf(client));
    for (const migration of pending) await runWhenFree(client, migration, options);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** A client of its own, because a migration has many statements and only the simple protocol takes those. */
function connect(url: string): Promise<pg.Client> {
  const hosts = new Hosts(databaseAddressOf(url));
  const settings = {
    application_name: 'trackway migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
  // Each attempt takes the next host.
  return retryConnect(() => connectClient(hosts, settings));
}

export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const numbers = new Map<string, string>();
  for (const name of names) {
    const number = FILE_NAME.exec(name)?.[1];
    if (number === undefined) {
      throw new Error(`The migration ${name} must be named like 0001_platform.sql.`);
    }
    const other = numbers.get(number);
    if (other !== undefined) throw new Error(`Two migrations have one number: ${other}, ${name}.`);
    numbers.set(number, name);
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8');
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

type Applied = { readonly name: string; readonly hash: string };

async function appliedOf(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>(
    'select name, hash from trackway_migrations order by name',
  );
  return rows;
}

const UNRELEASED =
  'A database of a commit before 0.1.0 may not be upgraded: if it is one, begin with an empty one.';

function pendingOf(all: readonly Migration[], applied: readonly Applied[]): Migration[] {
  const known = new Map(all.map((migration) => [migration.name, migration]));
  for (const { name, hash } of applied) {
    const migration = known.get(name);
    if (migration === undefined) {
      throw new OperatorError(
        `The database has the migration ${name}, which this version of Trackway does not know: start the newer version that made it. ${UNRELEASED}`,
      );
    }
    if (migration.hash !== hash) {
      throw new OperatorError(
        `The migration ${name} was edited after it ran on this database. ${UNRELEASED} If you edited it, restore the file and write a new one.`,
      );
    }
  }
  const done = new Set(applied.map(({ name }) => name));
  return all.filter(({ name }) => !done.has(name));
}

async function runWhenFree(
  client: pg.Client,
  migration: Migration,
  { onProgress = () => {}, lockTimeoutMs = LOCK_TIMEOUT_MS }: MigrateOptions,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(client, migration, lockTimeoutMs);
    } catch (error) {
      if (!isLockTimeout(causeOf(error))) throw error;
      if (attempt === LOCK_ATTEMPTS) {
        throw new OperatorError(
          `The migration ${migration.name} waited ${LOCK_ATTEMPTS} times for a table that is in use. The server lists who holds it (select pid, usename, application_name, query from pg_stat_activity where xact_start is not null): end that session, then start again; what is done stays.`,
          { cause: error },
        );
      }
      if (attempt === 1)
        onProgress(`The migration ${migration.name} waits for a table that is in use …`);
      // As long as it waited: requests that queued behind it are answered meanwhile.
      await sleep(lockTimeoutMs);
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

async function run(
  client: pg.Client,
  { name, sql, hash }: Migration,
  lockTimeoutMs: number,
): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
    await client.query(sql);
    await client.query('insert into trackway_migrations (name, hash) values ($1, $2)', [
      name,
      hash,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (sqlStateOf(error) === INSUFFICIENT_PRIVILEGE) {
      throw new OperatorError(
        `The migration ${name} needs rights that the user of DATABASE_URL does not have: create tables in this database and, once, its extensions. An administrator can make those beforehand: create extension pg_trgm; create extension btree_gin.`,
        { cause: error },
      );
    }
    if (sqlStateOf(error) === NOT_SUPPORTED && /^extension /.test(messageOf(error))) {
      throw new OperatorError(
        `The migration ${name} needs an extension that the server of DATABASE_URL does not have (${messageOf(error)}): install the package of PostgreSQL with its additional modules there, such as postgresql-contrib.`,
        { cause: error },
      );
    }
    throw new Error(`The migration ${name} failed: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
