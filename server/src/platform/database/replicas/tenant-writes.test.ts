import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TenantWrites } from './tenant-writes.ts';
import { WalPositions } from './wal-positions.ts';

const TENANT = '018f LIVE';
const OTHER = '018f SANDBOX';

/** Two processes that hear each other, on one clock. */
function twoProcesses() {
  const clock = { ms: 10_000 };
  const sent: string[] = [];
  const both: TenantWrites[] = [];
  const make = () =>
    new TenantWrites(
      async (notice) => {
        sent.push(notice);
        for (const each of both) each.receive(notice);
      },
      () => clock.ms,
    );
  const [writer, reader] = [make(), make()];
  both.push(writer, reader);
  return { clock, sent, writer, reader };
}

test('a tenant reads from a replica once it has what was written, a second later at the earliest', async () => {
  const { clock, writer, reader } = twoProcesses();
  assert.ok(writer.isSettled(TENANT, 10_000), 'it has not written');
  await writer.begin(TENANT);
  writer.end(TENANT);
  for (const [afterMs, asOfMs, isSettled] of [
    [0, 9_000, false],
    [500, 10_400, false],
    [1_500, 10_000, false],
    [1_500, 10_001, true],
    [1_500, Number.NEGATIVE_INFINITY, false],
  ] as const) {
    clock.ms = 10_000 + afterMs;
    assert.equal(writer.isSettled(TENANT, asOfMs), isSettled, `${afterMs} ${asOfMs}`);
  }
  assert.ok(writer.isSettled(OTHER, 9_000), 'the other environment has not written');
  assert.ok(!reader.isSettled(TENANT, 20_000), 'the end is not announced yet');
});

test('another process knows of a writer before its commit, and of its end later', async () => {
  const { clock, sent, writer, reader } = twoProcesses();
  await writer.begin(TENANT);
  clock.ms += 30_000;
  assert.ok(!reader.isSettled(TENANT, clock.ms), 'a writer runs');
  await writer.begin(TENANT);
  writer.end(TENANT);
  writer.end(TENANT);
  await new Promise((resolve) => setTimeout(resolve, 120));
  assert.deepEqual(
    sent.map((notice) => notice.replace(/^\S+ /, '')),
    [`+${TENANT}`, `+${TENANT}`, `-${TENANT}`],
    'a long writer is announced again by the next',
  );
  assert.ok(!reader.isSettled(TENANT, clock.ms), 'the replica is as of the end');
  clock.ms += 1_001;
  assert.ok(reader.isSettled(TENANT, clock.ms));
});

test('a process that ends announces the ends of its writers first, without waiting long', async () => {
  const { clock, writer, reader } = twoProcesses();
  await writer.begin(TENANT);
  writer.end(TENANT);
  await writer.close();
  clock.ms += 1_001;
  assert.ok(reader.isSettled(TENANT, clock.ms));

  const notices = [Promise.resolve(), new Promise(() => {})];
  const stuck = new TenantWrites(async () => notices.shift());
  await stuck.begin(TENANT);
  stuck.end(TENANT);
  await stuck.close();
});

test('transactions of a busy tenant share their notices, and a notice that fails is sent again', async () => {
  const sent: string[] = [];
  let isBroken = true;
  const writes = new TenantWrites(async (notice) => {
    if (isBroken) throw new Error('no database');
    sent.push(notice);
  });
  await assert.rejects(writes.begin(TENANT), /no database/);
  isBroken = false;
  await Promise.all(Array.from({ length: 50 }, () => writes.begin(TENANT)));
  assert.equal(sent.length, 1);
  const many = Array.from({ length: 400 }, (_, number) => writes.begin(`tenant ${number}`));
  await Promise.all(many);
  assert.equal(sent.length, 5, 'one, and what came meanwhile in threes');
  for (const notice of sent) assert.ok(Buffer.byteLength(notice) < 8_000);
});

test('a writer that is never heard of again ends, and old writes are forgotten', async () => {
  const { clock, writer, reader } = twoProcesses();
  await writer.begin(TENANT);
  clock.ms += 60_000;
  reader.sweep(0);
  assert.ok(!reader.isSettled(TENANT, clock.ms), 'it may have written until now');
  clock.ms += 1_001;
  assert.ok(reader.isSettled(TENANT, clock.ms));
  reader.sweep(clock.ms);
  assert.ok(reader.isSettled(TENANT, 0), 'forgotten');
});

test('a transaction that outlasts its announcement is announced again before its COMMIT', async () => {
  const { clock, writer, reader } = twoProcesses();
  await writer.begin(TENANT);
  clock.ms += 60_000;
  reader.sweep(0);
  clock.ms += 1_001;
  assert.ok(reader.isSettled(TENANT, clock.ms), 'the writer counts as dead');
  await writer.announced(TENANT);
  assert.ok(!reader.isSettled(TENANT, clock.ms));
});

test('a writer of all tenants, and a gap in the notices, concern every tenant', () => {
  const { clock, reader } = twoProcesses();
  for (const cause of [() => reader.receive('x +*'), () => reader.markAll()]) {
    cause();
    assert.ok(!reader.isSettled(OTHER, clock.ms));
    reader.receive('x -*');
    clock.ms += 1_001;
    assert.ok(reader.isSettled(OTHER, clock.ms));
  }
});

test('a position is as of the last look that it has passed', () => {
  const positions = new WalPositions();
  assert.equal(positions.asOf(1e9), Number.NEGATIVE_INFINITY);
  for (const [atMs, position] of [
    [1, 100],
    [2, 1_000],
    [3, 1_000],
    [4, 2_000],
  ] as const)
    positions.note(atMs, position);
  const expected: Readonly<Record<number, number>> = {
    75: Number.NEGATIVE_INFINITY,
    76: 1,
    900: 1,
    976: 3,
    1975: 3,
    1976: 4,
    9999: 4,
  };
  for (const [position, atMs] of Object.entries(expected))
    assert.equal(positions.asOf(Number(position)), atMs, position);
});
