import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUpload } from './file-reading.ts';
import type { ReadRow } from './import/index.ts';
import { linesOf } from './import/text-lines.ts';
import { readSettings } from './import-settings.ts';

const JSON_SETTINGS = readSettings({ format: 'JSON', options: {} });
const { signal } = new AbortController();

async function* partsOf(text: string, partLength = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += partLength)
    yield Buffer.from(text.slice(at, at + partLength));
}

function documentOf(count: number, note = ''): string {
  const row = (at: number) => ({
    id: `f${at}`,
    name: `Crop ${at}`,
    unit: 'kg',
    co2eKgPerUnit: at + 1,
    geography: 'FR',
    source: `measured ${note}`,
  });
  return JSON.stringify(Array.from({ length: count }, (_, at) => row(at)));
}

async function rowsOf(text: string, heapMb?: number): Promise<ReadRow[]> {
  const upload = { settings: JSON_SETTINGS, file: partsOf(text), signal };
  return Array.fromAsync(readUpload(heapMb === undefined ? upload : { ...upload, heapMb }));
}

test('rows come from another process as they are in the file, however many files are read', async () => {
  const files = await Promise.all([rowsOf(documentOf(1_000)), rowsOf(documentOf(3))]);
  assert.deepEqual(
    files.map((rows) => rows.length),
    [1_000, 3],
  );
  const factors = files
    .flat()
    .flatMap((row) => ('factor' in row ? [row.factor.co2eKgPerUnit] : []));
  assert.deepEqual(factors.slice(-4), [1_000, 1, 2, 3]);
});

test('a file that needs more memory than there is for it is refused with what to do', async () => {
  const rows = await rowsOf(documentOf(20_000, 'x'.repeat(2_000)), 60);
  const [row] = rows;
  assert.ok(rows.length === 1 && row !== undefined && 'problem' in row);
  assert.match(row.problem.message, /more than 60 MB of memory.*import it in parts/);
  assert.equal((await rowsOf(documentOf(2))).length, 2);
});

test('a line takes time by its length, not by its square', async () => {
  const usOf = async (count: number, length: number) => {
    const text = `${'x'.repeat(length)}\n`.repeat(count);
    const before = process.cpuUsage();
    const lines = await Array.fromAsync(linesOf(partsOf(text, 4_096)));
    const { user } = process.cpuUsage(before);
    assert.equal(lines.length, count);
    assert.ok(lines.every((line) => line.length === length));
    return user;
  };
  const short = await usOf(500, 64_000);
  const long = await usOf(1, 32_000_000);
  assert.ok(long < 50 * short, `${short} µs, and ${long} of as much text in one line`);
});
