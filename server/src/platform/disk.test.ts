import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { Disk, DiskFull, freeBytesOf } from './disk.ts';
import { folderFiles, sizeOf } from './files/index.ts';
import { temporaryFolder } from './testing.ts';

const MIB = 1024 ** 2;

test('refuses files first, then writes, and nothing again once there is room', async () => {
  let free = 3_000 * MIB;
  const reasons: (string | undefined)[] = [];
  const disk = new Disk({
    readFreeBytes: async () => free,
    holdsDatabase: true,
    onChange: (reason) => reasons.push(reason),
  });
  const refusedAt = async (bytes: number) => {
    free = bytes;
    await disk.look();
    return disk.refused;
  };
  assert.equal(disk.refused, 'NOTHING', 'before the first reading');
  assert.equal(await refusedAt(1_000 * MIB), 'FILES');
  assert.throws(() => disk.assertRoomForFiles(), DiskFull);
  disk.assertRoomForWrites();
  assert.equal(await refusedAt(100 * MIB), 'WRITES');
  assert.throws(() => disk.assertRoomForFiles(), DiskFull);
  assert.throws(() => disk.assertRoomForWrites(), DiskFull);
  assert.equal(await refusedAt(90 * MIB), 'WRITES');
  assert.equal(await refusedAt(3_000 * MIB), 'NOTHING');
  disk.assertRoomForFiles();
  assert.equal(reasons.length, 3, 'each change once');
  assert.match(`${reasons[0]} ${reasons[1]}`, /little free space.* almost full/);
  assert.equal(reasons[2], undefined);
});

test('a database elsewhere takes writes whatever is free here', async () => {
  const disk = new Disk({ readFreeBytes: async () => 0, holdsDatabase: false });
  await disk.look();
  assert.equal(disk.refused, 'FILES');
  disk.assertRoomForWrites();
});

test('a reading that fails is reported and changes nothing', async () => {
  const errors: unknown[] = [];
  const readings = [Promise.resolve(0), Promise.reject(new Error('unreadable'))];
  const disk = new Disk({
    readFreeBytes: () => readings.shift() ?? assert.fail(),
    holdsDatabase: true,
    onError: (error) => errors.push(error),
  });
  await disk.look();
  await disk.look();
  assert.equal(errors.length, 1);
  assert.equal(disk.refused, 'WRITES');
});

test('reads the free space of a folder', async () => {
  assert.ok((await freeBytesOf(tmpdir())) > 0);
});

test('a file that is open takes no more bytes once the disk is low', async () => {
  const folder = await temporaryFolder('disk');
  let free = Number.POSITIVE_INFINITY;
  const disk = new Disk({ readFreeBytes: async () => free, holdsDatabase: true });
  const files = folderFiles(folder, disk);
  const file = await files.open('a');
  await file.write(Buffer.from('one'), 0);
  free = 0;
  await disk.look();
  await assert.rejects(file.write(Buffer.from('two'), 3), DiskFull);
  await file.close();
  assert.equal(await sizeOf(files, 'a'), 3);
});

test('files elsewhere are taken whatever is free here', async () => {
  const readFreeBytes = async () => 1_000 * MIB;
  const disk = new Disk({ readFreeBytes, holdsDatabase: true, holdsFiles: false });
  await disk.look();
  assert.equal(disk.refused, 'NOTHING');
  disk.assertRoomForFiles();
});
