import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { readdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { scheduledBackups } from '../../server/src/jobs.ts';
import { readArchive } from '../../server/src/platform/backup/archive.ts';
import {
  backUpWhenDue,
  backupAt,
  backupPlace,
  backupsIn,
  checkBackup,
  makeBackup,
  restoreBackup,
} from '../../server/src/platform/backup/index.ts';
import { stoppedClock } from '../../server/src/platform/clock.ts';
import { openDatabase, query } from '../../server/src/platform/database/index.ts';
import { emptyTestDatabase } from '../../server/src/platform/database/testing.ts';
import { openFilePlaces, readWhole } from '../../server/src/platform/files/index.ts';
import { makeFolder } from '../../server/src/platform/make-folder.ts';
import { temporaryFolder } from '../../server/src/platform/testing.ts';
import { startFakeS3 } from '../fake-s3.ts';
import { calculate, newProduct } from './calculations/desk.ts';
import { service, world } from './world.ts';

const SECRET = 'a secret of back-ups that is long enough';
const folder = await temporaryFolder('backup');

const place = {
  databaseUrl: service.databaseUrl,
  dataFolder: service.dataFolder,
  data: openFilePlaces({ dataFolder: service.dataFolder, s3: undefined }),
  place: backupPlace(folder, undefined),
  secret: SECRET,
  storedSecret: undefined,
};

const storage = await startFakeS3();
const s3 = { account: storage.account, bucket: { name: 'files', prefix: 'trackway/' } };
const bucket = openFilePlaces({ dataFolder: folder, s3 });
after(async () => {
  await bucket.close();
  await storage.stop();
});

/** The back-up of the first test. */
let file = '';
const open = () => createReadStream(file);

/** Tables with rows of an organization, and how to compare the rows of one. */
const TABLES_SQL = `select table_name as name from information_schema.columns
  join information_schema.tables using (table_schema, table_name)
  where column_name = 'organization_id' and table_type = 'BASE TABLE' order by 1`;
const rowsSql = (table: string) => `select count(*)::int as count,
  md5(string_agg(t::text, ',' order by t::text)) as digest from ${table} t where organization_id = $1`;

test('a back-up that is made while others write is one moment, and comes back row by row', async () => {
  const owner = await world({ tier: 'GROWTH' });
  const known = await newProduct(owner, { name: 'Before', netMassKg: 1 });
  await calculate(owner, 'calculateProductFootprint', { product: { id: known } });
  const upload = join(service.dataFolder, 'files', owner.organization.id, 'LIVE', 'job.csv');
  await makeFolder(join(upload, '..'));
  await writeFile(upload, 'a file');

  const others = await world({ tier: 'GROWTH' });
  let isWriting = true;
  let written = 0;
  const writing = (async () => {
    for (; isWriting; written += 1) await newProduct(others, { name: `Meanwhile ${written}` });
  })();
  const made = await makeBackup(place);
  file = made.file;
  isWriting = false;
  await writing;
  assert.ok(written > 0, 'others wrote meanwhile');
  assert.ok(made.files >= 1);
  assert.deepEqual(
    await readdir(service.dataFolder).then((names) => names.includes('back-up')),
    false,
  );

  const url = await emptyTestDatabase();
  const restored = await restoreBackup({
    open: () => createReadStream(made.file),
    databaseUrl: url,
    data: bucket,
    secret: SECRET,
    onSecret: assert.fail,
  });
  assert.equal(restored.tables, made.tables);
  assert.equal(
    String(await readWhole(bucket.files, `${owner.organization.id}/LIVE/job.csv`)),
    'a file',
    'files of a folder come back into a bucket',
  );
  const db = await openDatabase({ url, pipelines: 1, poolSize: 1 });
  after(() => db.destroy());
  let rows = 0;
  for (const { name } of await query<{ name: string }>(db, TABLES_SQL)) {
    const values = [owner.organization.id];
    const [mine] = await query<{ count: number }>(db, rowsSql(name), values);
    const [theirs] = await query<{ count: number }>(service.db, rowsSql(name), values);
    // The log of requests, the use of the key and the bytes of records are written a moment later.
    if (!/^(requests|usage|request_log|api_key|record_)/.test(name))
      assert.deepEqual(mine, theirs, name);
    rows += mine?.count ?? 0;
  }
  assert.ok(rows > 10, `${rows} rows`);
  const [counted] = await query<{ products: number; events: number }>(
    db,
    `select (select count(*) from products where organization_id = $1)::int as products,
      (select count(*) from events where organization_id = $1 and type = 'product.created')::int as events`,
    [others.organization.id],
  );
  assert.equal(counted?.products, counted?.events, 'a product and its event are one transaction');

  await assert.rejects(
    restoreBackup({
      open: () => createReadStream(made.file),
      databaseUrl: url,
      data: bucket,
      secret: SECRET,
      onSecret: assert.fail,
    }),
    /restored into an empty database/,
  );
});

test('a back-up that was cut off or is read with another secret is refused', async () => {
  assert.ok((await checkBackup(open, SECRET)).entries > 10);
  await assert.rejects(checkBackup(open, 'another secret that is long enough'), /another secret/);
  await truncate(file, (await stat(file)).size - 1);
  await assert.rejects(checkBackup(open, SECRET), /incomplete or was changed/);
});

test('back-ups by schedule are made when due, one at a time, and the newest are kept; from a bucket into a bucket', async () => {
  const backups = backupPlace('s3://backups/daily', s3);
  after(() => backups.close());
  const tidied: Date[] = [];
  const files = {
    ...backups.files,
    removeDrafts: async (before: Date) => {
      tidied.push(before);
    },
  };
  const own = { ...place, data: bucket, place: { ...backups, files } };
  const names = async () => (await backupsIn(backups.files)).map(({ name }) => name);
  const clock = stoppedClock(new Date('2026-02-28T01:00:00Z'));
  const schedule = { everyHours: 24, keep: 1 };
  await Promise.all([backUpWhenDue(own, schedule, clock), backUpWhenDue(own, schedule, clock)]);
  await backUpWhenDue(own, schedule, clock);
  assert.deepEqual(await names(), ['trackway-20260228T010000Z.backup']);
  assert.deepEqual(tidied, [new Date('2026-02-26T01:00:00Z')], 'drafts of killed processes');
  clock.advance(86_400_000);
  await bucket.assets.put('org/LIVE/label.svg', Buffer.from('a label'), 'image/svg+xml');
  await backUpWhenDue(own, schedule, clock);
  assert.deepEqual(await names(), ['trackway-20260301T010000Z.backup']);
  // A clock was ahead once: what it made keeps no later back-up from being made, and is no newer one.
  await backups.files.put('trackway-20990101T010000Z.backup', Buffer.alloc(1), 'text/plain');
  clock.advance(86_400_000);
  await backUpWhenDue(own, schedule, clock);
  assert.deepEqual(await names(), ['trackway-20260302T010000Z.backup']);

  const made = backupAt('s3://backups/daily/trackway-20260302T010000Z.backup', s3);
  after(() => made.close());
  const contents: string[] = [];
  await readArchive(made.files.read(made.name), SECRET, async ({ kind, name }, content) => {
    const read = await buffer(content);
    if (kind === 'FILE' && name.includes('/LIVE/label')) contents.push(`${name}: ${read}`);
  });
  assert.deepEqual(contents, ['assets/org/LIVE/label.svg: a label']);
});

test('an address that is no bucket, or a bucket without an account, is refused with the form', () => {
  assert.throws(() => backupPlace('s3:/bucket', s3), /s3:\/\/bucket\/prefix/);
  assert.throws(() => backupPlace('s3://bucket', undefined), /S3_ACCESS_KEY_ID/);
});

test('a back-up whose disk is full says so, and is not tried again at once', async () => {
  let attempts = 0;
  const draft = async () => {
    attempts += 1;
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  };
  const full = {
    ...place.place,
    files: { ...backupPlace(await temporaryFolder('full'), undefined).files, draft },
  };
  await assert.rejects(
    makeBackup({ ...place, place: full }),
    /^Error: The back-up .*\.backup was not made: its disk is full\./,
  );

  const { dataFolder, databaseUrl, data } = place;
  const settings = {
    secret: SECRET,
    backupSecret: undefined,
    backupEveryHours: 24,
    backupsKept: 1,
  };
  const [schedule] = scheduledBackups({ ...settings, dataFolder }, databaseUrl, {
    place: full,
    data,
  });
  const { signal } = new AbortController();
  attempts = 0;
  await assert.rejects(async () => schedule?.work(signal, () => {}), /its disk is full/);
  await schedule?.work(signal, () => {});
  assert.equal(attempts, 1);
});
