import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFactorFile } from './index.ts';
import { zipOf } from './testing.ts';
import { ZipError, zippedFiles } from './zip.ts';

const EVERY = () => true;

test('reads the wanted files of a ZIP archive, packed and stored', async () => {
  const archive = zipOf([
    { name: 'folder/', bytes: Buffer.alloc(0), isPacked: false },
    { name: 'folder/a.txt', bytes: Buffer.from('alpha '.repeat(1000)) },
    { name: 'left-out.xml', bytes: Buffer.from('<a/>') },
    { name: 'b.txt', bytes: Buffer.from('beta'), isPacked: false },
  ]);
  const files = await Array.fromAsync(zippedFiles(archive, (name) => name.endsWith('.txt')));
  assert.deepEqual(
    files.map(({ name, bytes }) => [name, bytes.length]),
    [
      ['folder/a.txt', 6000],
      ['b.txt', 4],
    ],
  );
});

test('refuses an archive that is cut off, or has files that unpack to more than is allowed', async () => {
  const small = Buffer.from('alpha '.repeat(1000));
  const megabyte = Buffer.alloc(1024 * 1024);
  const refused: readonly (readonly [RegExp, Buffer])[] = [
    [/truncated/, zipOf([{ name: 'a', bytes: small }]).subarray(0, -30)],
    [/at most 67108864/, zipOf([{ name: 'a', bytes: Buffer.alloc(65 * 1024 * 1024) }])],
    [/too many bytes/, zipOf([{ name: 'a', bytes: megabyte, declaredBytes: 10 }])],
    [/not enough bytes/, zipOf([{ name: 'a', bytes: small, declaredBytes: 10_000 }])],
    [/encrypted/, zipOf([{ name: 'a', bytes: small, flags: 1 }])],
    // Each entry of the directory names the same megabyte, so that 20 of them unpack to 20.
    [/100 times its size/, zipOf([{ name: 'a', bytes: megabyte }], 20)],
  ];
  for (const [message, archive] of refused) {
    await assert.rejects(Array.fromAsync(zippedFiles(archive, EVERY)), (error) => {
      assert.ok(error instanceof ZipError);
      assert.match(error.message, message);
      return true;
    });
  }
});

test('a bomb of 65,000 overlapping files is refused before it takes time', async () => {
  const bomb = zipOf([{ name: 'a', bytes: Buffer.alloc(1024 * 1024) }], 65_000);
  let unpackedBytes = 0;
  const unpack = async () => {
    for await (const { bytes } of zippedFiles(bomb, EVERY)) unpackedBytes += bytes.length;
  };
  await assert.rejects(unpack(), ZipError);
  assert.ok(unpackedBytes <= bomb.length * 100, `${unpackedBytes} of ${bomb.length}`);
});

test('an archive that cannot be read is a problem of the file, not a fault of the service', async () => {
  async function* source() {
    yield zipOf([{ name: 'a.json', bytes: Buffer.from('{}') }]).subarray(0, -30);
  }
  for (const format of ['OPENLCA_JSON_LD', 'ECOSPOLD2'] as const) {
    const rows = await Array.fromAsync(readFactorFile(format, source(), { isPartial: false }));
    const [row] = rows;
    assert.equal(rows.length, 1);
    assert.ok(row !== undefined && 'problem' in row);
    assert.match(row.problem.message, /^The ZIP archive cannot be read: /);
  }
});
