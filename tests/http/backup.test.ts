import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  backUpWhenDue,
  checkBackup,
  makeBackup,
  restoreBackup,
} from '../../server/src/platform/backup/index.ts';
import { stoppedClock } from '../../server/src/platform/clock.ts';
import { openDatabase, query } from '../../server/src/platform/database/index.ts';
import { emptyTestDatabase } from '../../server/src/platform/database/testing.ts';
import { makeFolder } from '../../server/src/platform/make-folder.ts';
import { calculate, newProduct } from './calculations/desk.ts';
import { service, world } from './world.ts';

const SECRET = 'a secret of back-ups that is long enough';
const folder = await mkdtemp(join(tmpdir(), 'trackway-backup-'));
after(() => rm(folder, { recursive: true, force: true }));

const place = {
  databaseUrl: service.databaseUrl,
  dataFolder: service.dataFolder,
  folder,
  secret: SECRET,
  storedSecret: undefined,
};

/** The back-up of the first test. */
let file = '';

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
  const dataFolder = await mkdtemp(join(tmpdir(), 'trackway-restored-'));
  after(() => rm(dataFolder, { recursive: true, force: true }));
  const restored = await restoreBackup({
    file: made.file,
    databaseUrl: url,
    dataFolder,
    secret: SECRET,
    onSecret: assert.fail,
  });
  assert.equal(restored.tables, made.tables);
  assert.equal(
    await readFile(join(dataFolder, 'files', owner.organization.id, 'LIVE', 'job.csv'), 'utf8'),
    'a file',
  );
  const db = await openDatabase({ url, pipelines: 1, poolSize: 1 });
  after(() => db.destroy());
  let rows = 0;
  for (const { name } of await query<{ name: string }>(db, TABLES_SQL)) {
    const values = [owner.organization.id];
    const [mine] = await query<{ count: number }>(db, rowsSql(name), values);
    const [theirs] = await query<{ count: number }>(service.db, rowsSql(name), values);
    // The log of requests and the use of the key are written a moment later.
    if (!/^(requests|usage|request_log|api_key)/.test(name)) assert.deepEqual(mine, theirs, name);
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
      file: made.file,
      databaseUrl: url,
      dataFolder,
      secret: SECRET,
      onSecret: assert.fail,
    }),
    /restored into an empty database/,
  );
});

test('a back-up that was cut off or is read with another secret is refused', async () => {
  assert.ok((await checkBackup(file, SECRET)).entries > 10);
  await assert.rejects(checkBackup(file, 'another secret that is long enough'), /another secret/);
  await truncate(file, (await stat(file)).size - 1);
  await assert.rejects(checkBackup(file, SECRET), /incomplete or was changed/);
});

test('back-ups by schedule are made when due, one at a time, and the newest are kept', async () => {
  const own = { ...place, folder: join(folder, 'scheduled') };
  const clock = stoppedClock(new Date('2026-02-28T01:00:00Z'));
  const schedule = { everyHours: 24, keep: 1 };
  await Promise.all([backUpWhenDue(own, schedule, clock), backUpWhenDue(own, schedule, clock)]);
  await backUpWhenDue(own, schedule, clock);
  assert.deepEqual(await readdir(own.folder), ['trackway-20260228T010000Z.backup']);
  clock.advance(86_400_000);
  await backUpWhenDue(own, schedule, clock);
  assert.deepEqual(await readdir(own.folder), ['trackway-20260301T010000Z.backup']);
});
