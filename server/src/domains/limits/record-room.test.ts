import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  announceWriter,
  type Db,
  noteWritten,
  openDatabase,
  query,
} from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { JobError } from '../../platform/jobs/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { createOrganization } from '../accounts/index.ts';
import { measureRecords } from './measure-records.ts';
import { TIER_LIMITS } from './model.ts';
import { isMeasurementDue, type RecordBytes } from './record-bytes.ts';
import { type CountedRecordRoom, countRecords } from './record-room.ts';
import { addWritten, readRecordBytes, requestMeasurement } from './record-store.ts';

// Registered before the end of the database, which must come after it.
const resources = new AsyncDisposableStack();
after(() => resources.disposeAsync());
const { db, url, inspect } = await testDatabase();
const MIB = 1024 ** 2;
const MOST = TIER_LIMITS.FREE.recordBytes;
const CHANGE = { freesRoom: false };

const fails = (error: unknown): never => {
  throw error;
};

const other = await openDatabase({ url });
resources.defer(() => other.destroy());
const room = opened(db);
const otherRoom = opened(other);

/** As of a process that knows nothing yet. */
function opened(database: Db): CountedRecordRoom {
  const fresh = countRecords(database, fails);
  resources.defer(fresh.close);
  return fresh;
}

async function newScope(): Promise<Scope> {
  const { id } = await createOrganization(db, `Records ${Math.random()}`, 'FREE');
  return { organizationId: id, environment: 'LIVE' };
}

/** Events with data of a length that PostgreSQL does not compress well. */
async function insertEvents({ organizationId, environment }: Scope, count: number, length: number) {
  await inspect(
    `insert into events (organization_id, environment, id, type, object_id, data)
     select $1, $2, gen_random_uuid(), 'ping', gen_random_uuid(), jsonb_build_object('text',
       (select string_agg(md5(random()::text || number || part), '') from generate_series(1, $4 / 32) as part))
     from generate_series(1, $3) as number`,
    [organizationId, environment, count, length],
  );
}

async function isMeasured(scope: Scope): Promise<boolean> {
  const rows = await inspect(
    'select from record_measurements where organization_id = $1 and environment = $2',
    [scope.organizationId, scope.environment],
  );
  return rows.length > 0;
}

/** Measures all environments that wait, those that rest included. */
async function measureNow(): Promise<void> {
  await inspect('update record_measurements set due_at = now()');
  await measureRecords(db).work(new AbortController().signal, fails);
}

async function fill(scope: Scope, bytes: number): Promise<void> {
  await inspect(
    `insert into record_bytes (organization_id, environment, measured, measured_at) values ($1, $2, $3, now())
     on conflict (organization_id, environment) do update set measured = excluded.measured, written = 0`,
    [scope.organizationId, scope.environment, bytes],
  );
}

test('what committed transactions sent counts for their tenants, and what was rolled back does not', async () => {
  const [one, two] = [await newScope(), await newScope()];
  const send = (scopes: readonly Scope[], bytes: number) =>
    db.transaction().execute(async (tx) => {
      for (const scope of scopes) await announceWriter({ db: tx, scope });
      await query(tx, 'select length($1::text)', ['x'.repeat(bytes)]);
      if (bytes === 7_000_000) throw new Error('rolled back');
    });
  await send([one], 100_000);
  await send([one], 1_000_000);
  await send([one, two], 500_000);
  await assert.rejects(send([one], 7_000_000), /rolled back/);
  await db.transaction().execute((tx) => query(tx, 'select $1::text', ['x'.repeat(300_000)]));
  await room.write();
  const [first, second] = [
    await readRecordBytes({ db, scope: one }),
    await readRecordBytes({ db, scope: two }),
  ];
  assert.ok(first.written >= 1_350_000 && first.written < 1_370_000, `${first.written}`);
  assert.ok(second.written >= 250_000 && second.written < 260_000, `${second.written}`);
});

test('at the ceiling changes are refused, in each process, and what frees room goes on', async () => {
  const [scope, neighbour] = [await newScope(), await newScope()];
  await fill(scope, MOST - 10 * MIB);
  await Promise.all([room, otherRoom].map((each) => each.admit(scope, CHANGE)));
  noteWritten({ db: other, scope }, 11 * MIB);
  await otherRoom.write();
  const full = await opened(db)
    .admit(scope, CHANGE)
    .catch((error: unknown) => error);
  assert.ok(full instanceof ApiError);
  assert.equal(full.code, 'CONFLICT');
  assert.deepEqual(full.extensions, { storedBytes: MOST + MIB, maxStoredBytes: MOST });
  assert.match(full.message, /have 1,025 MB; the tier FREE allows 1,024 MB\. Delete/);
  await otherRoom.admit(scope, { freesRoom: true });
  await assert.rejects(otherRoom.assertJobFits(scope), JobError);
  await otherRoom.admit(neighbour, CHANGE);
  await otherRoom.admit({ ...scope, environment: 'SANDBOX' }, CHANGE);
  assert.ok(await isMeasured(scope), 'a refusal asks for a measurement');
  await measureNow();
  assert.ok(!(await isMeasured(scope)));
  await opened(db).admit(scope, CHANGE);
  assert.ok((await readRecordBytes({ db, scope })).measured < MIB);
});

test('at the ceiling some changes that secure access go on in each hour', async () => {
  const [scope, neighbour] = [await newScope(), await newScope()];
  await Promise.all([fill(scope, MOST), fill(neighbour, MOST)]);
  const process = opened(db);
  const secure = (of: Scope) => process.admit(of, { freesRoom: false, secures: true });
  for (let changes = 0; changes < 60; changes += 1) await secure(scope);
  await assert.rejects(secure(scope), { code: 'CONFLICT' });
  await assert.rejects(process.admit(scope, CHANGE), { code: 'CONFLICT' });
  await secure(neighbour);
});

test('what is not written to the database yet counts with what was read from it', async () => {
  const scope = await newScope();
  const tenant = { db, scope };
  await fill(scope, MOST - MIB);
  const own = opened(db);
  noteWritten(tenant, 2 * MIB);
  await assert.rejects(own.admit(scope, CHANGE), ApiError);
  await own.write();
  const { written } = await readRecordBytes(tenant);
  assert.equal(written, 2 * MIB);
  await assert.rejects(opened(db).admit(scope, CHANGE), ApiError);
});

/** Measures the records of one environment now; the bytes that were found. */
async function measured(scope: Scope, ...workers: readonly Db[]): Promise<number> {
  const tenant = { db, scope };
  await addWritten(db, [{ scope, bytes: 1 }]);
  await requestMeasurement(tenant);
  await inspect('update record_measurements set due_at = now()');
  const { signal } = new AbortController();
  await Promise.all(workers.map((worker) => measureRecords(worker).work(signal, fails)));
  assert.ok(!(await isMeasured(scope)));
  return (await readRecordBytes(tenant)).measured;
}

async function sizeOfEvents(): Promise<number> {
  await inspect('analyze events');
  const [row] = await inspect<{ bytes: number }>(
    `select pg_total_relation_size('events') as bytes`,
  );
  return row?.bytes ?? 0;
}

test('rows are measured by slices as large as they are on disk, and deleted ones are not counted any more', async () => {
  const scope = await newScope();
  const before = await sizeOfEvents();
  await insertEvents(scope, 12_000, 320);
  await insertEvents(scope, 300, 20_000);
  const stored = (await sizeOfEvents()) - before;
  const found = await measured(scope, db);
  assert.ok(Math.abs(found / stored - 1) < 0.1, `${found} of ${stored}`);
  await inspect(
    `delete from events where organization_id = $1 and id < '80000000-0000-0000-0000-000000000000'`,
    [scope.organizationId],
  );
  const left = await measured(scope, db);
  assert.ok(Math.abs(left / stored - 0.5) < 0.1, `${left} of ${stored}`);
});

test('rows that others deleted leave no bytes to the rows of a table', async () => {
  const [scope, large] = [await newScope(), await newScope()];
  await insertEvents(large, 20_000, 64);
  await inspect('delete from events where organization_id = $1', [large.organizationId]);
  await insertEvents(scope, 10, 64);
  await inspect('vacuum analyze events');
  assert.ok((await measured(scope, db)) < 20_000);
});

test('two workers measure the same, and one goes on where another died', async () => {
  const scope = await newScope();
  await insertEvents(scope, 11_000, 320);
  await inspect('analyze events');
  const alone = await measured(scope, db);
  assert.equal(await measured(scope, db, other), alone);

  await addWritten(db, [{ scope, bytes: 8 * MIB }]);
  await inspect(
    `insert into record_measurements (organization_id, environment, due_at, started_at, written_before, reached_table, bytes)
     select organization_id, environment, now(), now(), written - $2, 'zzz', 77 from record_bytes
     where organization_id = $1`,
    [scope.organizationId, 3 * MIB],
  );
  await measureNow();
  const { measured: together, written } = await readRecordBytes({ db, scope });
  assert.deepEqual([together, written], [77, 3 * MIB], 'what is written meanwhile counts');
});

test('a measurement is due after a quarter of what was measured, and earlier near the ceiling', () => {
  const due = (measured: number, written: number, measuredAt: Date | null = new Date()) => {
    const scope: Scope = { organizationId: '', environment: 'LIVE' };
    const bytes: RecordBytes = { scope, tier: 'FREE', measured, measuredAt, written };
    return isMeasurementDue(bytes);
  };
  assert.deepEqual([due(0, 2 * MIB, null), due(0, MIB / 2, null)], [true, false]);
  assert.deepEqual([due(0, 15 * MIB), due(0, 17 * MIB)], [false, true]);
  assert.deepEqual([due(400 * MIB, 99 * MIB), due(400 * MIB, 101 * MIB)], [false, true]);
  assert.deepEqual([due(924 * MIB, 49 * MIB), due(924 * MIB, 51 * MIB)], [false, true]);
  assert.deepEqual([due(1_020 * MIB, 15 * MIB), due(1_020 * MIB, 17 * MIB)], [false, true]);
});
