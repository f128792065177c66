import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { acceptedEncoding, compress, isWorthCompressing } from './compression.ts';

test('takes the encoding that the client prefers, brotli among equals', () => {
  const cases: readonly (readonly [string | undefined, string | undefined])[] = [
    [undefined, undefined],
    ['', undefined],
    ['identity', undefined],
    ['deflate, zstd', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;Q=0.5', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['gzip;q=0', undefined],
    ['gzip;q=nonsense', undefined],
    [`br${', deflate'.repeat(5_000)}, gzip`, 'br'],
    [`${'deflate, '.repeat(5_000)}br`, undefined],
  ];
  for (const [header, expected] of cases)
    assert.equal(acceptedEncoding(header), expected, header?.slice(0, 50) ?? 'no header');
});

test('compresses a few answers at a time and lets the others go as they are', async () => {
  const text = 'x'.repeat(1_000_000);
  const results = await Promise.all(
    Array.from({ length: 10 }, () => compress(Buffer.from(text), 'br')),
  );
  const compressed = results.flatMap((result) => (result === undefined ? [] : [result.bytes]));
  assert.equal(compressed.length, 3);
  for (const bytes of compressed) assert.equal(brotliDecompressSync(bytes).toString(), text);
  assert.ok(await compress(Buffer.from(text), 'br'));
});

test('leaves answers below 16 kB as they are', () => {
  assert.equal(isWorthCompressing(16 * 1024 - 1), false);
  assert.equal(isWorthCompressing(16 * 1024), true);
});
