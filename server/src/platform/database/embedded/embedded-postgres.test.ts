import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { OperatorError } from '../../operator-error.ts';
import { openDatabase, query } from '../database.ts';
import { DataFolderInUse, lockDataFolder, runningServiceUrl } from './data-lock.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const parent = await mkdtemp(join(tmpdir(), 'trackway-embedded-'));
const path = process.env['PATH'];
after(async () => {
  process.env['PATH'] = path;
  await rm(parent, { recursive: true, force: true });
});

/** Puts a program of this name in front that always fails. */
async function forbid(name: string): Promise<void> {
  const folder = join(parent, `no-${name}`);
  await mkdir(folder);
  await writeFile(join(folder, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  process.env['PATH'] = `${folder}:${process.env['PATH']}`;
}

async function writeAndStop(folder: string, number: number): Promise<unknown> {
  await mkdir(folder, { recursive: true });
  const postgres = await startEmbeddedPostgres({ folder });
  try {
    const db = await openDatabase({ url: postgres.url });
    await query(db, 'create table if not exists numbers (number int primary key)');
    await query(db, 'insert into numbers values ($1)', [number]);
    const rows = await query(db, 'select number from numbers order by number');
    await db.destroy();
    return rows;
  } finally {
    await postgres.stop();
  }
}

test('keeps its data in a folder that only its owner can enter, in UTF-8 whatever the locale', async () => {
  const folder = join(parent, 'plain');
  assert.deepEqual(await writeAndStop(folder, 1), [{ number: 1 }]);
  const postgres = await startEmbeddedPostgres({ folder });
  const db = await openDatabase({ url: postgres.url });
  const [row] = await query<{ encoding: string; sorted: string[]; tcp: string }>(
    db,
    `select current_setting('server_encoding') as encoding, current_setting('listen_addresses') as tcp,
            array(select word from unnest(array['ä', 'a', 'B']) as word order by word) as sorted`,
  );
  await db.destroy();
  await postgres.stop();
  assert.deepEqual(row, { encoding: 'UTF8', tcp: '', sorted: ['B', 'a', 'ä'] });
});

test('continues with its data where user namespaces are forbidden', async () => {
  const folder = join(parent, 'moved');
  assert.deepEqual(await writeAndStop(folder, 1), [{ number: 1 }]);
  await forbid('unshare');
  assert.deepEqual(await writeAndStop(folder, 2), [{ number: 1 }, { number: 2 }]);
  const isRoot = process.getuid?.() === 0;
  const { uid } = await stat(join(folder, 'postgres'));
  assert.equal(uid, isRoot ? 65_534 : process.getuid?.());
  process.env['PATH'] = path;
  assert.deepEqual(await writeAndStop(folder, 3), [{ number: 1 }, { number: 2 }, { number: 3 }]);
});

test('lets one process have a data folder, until it gives it back', async () => {
  const folder = join(parent, 'locked');
  const lock = await lockDataFolder(folder, 'service');
  await lock.announce('http://localhost:4000');
  assert.equal(await runningServiceUrl(folder), 'http://localhost:4000');
  await assert.rejects(lockDataFolder(folder, 'service'), (error) => {
    assert.ok(error instanceof DataFolderInUse);
    assert.match(
      error.message,
      new RegExp(`process ${process.pid} since 20.* http://localhost:4000`),
    );
    return true;
  });
  await lock.release();
  const again = await lockDataFolder(folder, 'command');
  await again.release();
});

test('does not take a broken lock for one that somebody holds', async () => {
  const folder = join(parent, 'broken');
  await mkdir(folder);
  await writeFile(join(folder, 'lock'), 'no database'.repeat(100));
  await assert.rejects(lockDataFolder(folder, 'service'), (error) => {
    assert.ok(error instanceof OperatorError && !(error instanceof DataFolderInUse));
    assert.match(error.message, /broken\/lock cannot be taken: file is not a database/);
    return true;
  });
});
