import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { temporaryFolder } from '../testing.ts';
import { type Migration, migrate, planMigrations, readMigrations } from './migrate.ts';
import { emptyTestDatabase, testDatabase } from './testing.ts';
import { startProxy } from './testing-proxy.ts';

const { url, inspect } = await testDatabase();
const released = await readMigrations();

const [first, second] = [
  migration('9001_first.sql', 'create table first (id int)'),
  migration('9002_second.sql', 'create table second (id int); insert into second values (2)'),
];

function migration(name: string, sql: string): Migration {
  return { name, sql, hash: `hash of ${sql}` };
}

/** As of a table that stays in use. */
const BUSY = `do $$ begin raise sqlstate '55P03'; end $$`;

test('of several hosts the one that answers is migrated', async () => {
  const { url: address, port } = await startProxy(url);
  const several = address.replace(`:${port}/`, `:1,127.0.0.1:${port}/`);
  assert.deepEqual(await planMigrations(several), []);
  assert.deepEqual(await migrate(several), []);
});

test('runs each migration once, in order', async () => {
  assert.deepEqual(await migrate(url, [...released, first]), ['9001_first.sql']);
  assert.deepEqual(await migrate(url, [...released, first, second]), ['9002_second.sql']);
  assert.deepEqual(await migrate(url, [...released, first, second]), []);
  assert.deepEqual(await inspect('select id from second'), [{ id: 2 }]);
});

test('several services that start at once migrate once', async () => {
  const third = migration('9003_third.sql', 'create table third (id int)');
  const all = [...released, first, second, third];
  const ran = await Promise.all([migrate(url, all), migrate(url, all), migrate(url, all)]);
  assert.deepEqual(ran.flat(), ['9003_third.sql']);
});

test('a migration that waits for a table lets the requests on that table through', async () => {
  const busy = migration('9004_busy.sql', 'alter table first add b int');
  const known = [
    ...released,
    first,
    second,
    migration('9003_third.sql', 'create table third (id int)'),
  ];
  const holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('begin; select from first');
  const lines: string[] = [];
  const { promise: hasWaited, resolve } = Promise.withResolvers<void>();
  const onProgress = (line: string) => {
    lines.push(line);
    resolve();
  };
  const migrating = migrate(url, [...known, busy], { onProgress, lockTimeoutMs: 100 });
  await hasWaited;
  // It would wait for the migration, which waits for the transaction above, which waits for this test.
  assert.deepEqual(await inspect('select * from first'), []);
  await assert.rejects(
    migrate(await emptyTestDatabase(), [migration('0001_a.sql', BUSY)], { lockTimeoutMs: 1 }),
    (error) =>
      error instanceof OperatorError && /0001_a.sql waited.*who holds it/.test(error.message),
  );
  await holder.query('commit');
  await holder.end();
  assert.deepEqual(await migrating, ['9004_busy.sql']);
  assert.deepEqual(lines, ['The migration 9004_busy.sql waits for a table that is in use …']);
});

test('refuses a released migration that was edited, and a database from a newer version', async () => {
  const edited = { ...first, hash: 'another' };
  await assert.rejects(
    migrate(url, [...released, edited]),
    /9001_first.sql was edited after it ran on this database\. A database of a commit before 0\.1\.0/,
  );
  await assert.rejects(migrate(url, released), /does not know: start the newer version/);
});

test('leaves nothing of a migration that fails', async () => {
  const broken = migration('9005_broken.sql', 'create table broken (id int); select 1 / 0');
  const known = await inspect<{ name: string; hash: string }>(
    'select name, hash from trackway_migrations',
  );
  const all = [...known.map(({ name, hash }) => ({ name, hash, sql: '' })), broken];
  await assert.rejects(migrate(url, all), /9005_broken.sql failed: division by zero/);
  assert.deepEqual(await inspect(`select to_regclass('broken') as found`), [{ found: null }]);
});

test('an extension that the server does not have is a matter of its packages', async () => {
  await assert.rejects(
    migrate(await emptyTestDatabase(), [
      { name: '0001_extension.sql', sql: 'create extension not_there', hash: 'e' },
    ]),
    (error) =>
      error instanceof OperatorError && /"not_there".*postgresql-contrib/.test(error.message),
  );
});

test('refuses two files with one number and a name of another form', async () => {
  const folder = await temporaryFolder('migrations');
  await writeFile(join(folder, '0001_a.sql'), 'select 1');
  await writeFile(join(folder, '0001_b.sql'), 'select 1');
  await assert.rejects(
    readMigrations(folder),
    /Two migrations have one number: 0001_a.sql, 0001_b.sql/,
  );
  await rm(join(folder, '0001_b.sql'));
  await writeFile(join(folder, 'Second.sql'), 'select 1');
  await assert.rejects(readMigrations(folder), /Second.sql must be named like/);
});
