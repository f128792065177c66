import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { bitAt, encodeBits } from './bitstring.ts';

test('a list has 16 kB of bits, the first of them leftmost, as multibase base64url of gzip', () => {
  const encoded = encodeBits([0, 9, 131_071]);
  assert.match(encoded, /^u[\w-]+$/);
  const bits = gunzipSync(Buffer.from(encoded.slice(1), 'base64url'));
  assert.equal(bits.length, 16_384);
  assert.deepEqual([bits[0], bits[1], bits[2], bits.at(-1)], [0b1000_0000, 0b0100_0000, 0, 1]);
});

test('bits are read as they were written', async () => {
  const places = [0, 7, 8, 94_567, 131_071];
  const encoded = encodeBits(places);
  for (const place of places) assert.equal(await bitAt(encoded, place), true, String(place));
  for (const place of [1, 6, 9, 94_566, 94_568, 131_070])
    assert.equal(await bitAt(encoded, place), false, String(place));
});

test('the example of W3C Bitstring Status List reads as a list without a set bit', async () => {
  const encoded = 'uH4sIAAAAAAAAA-3BMQEAAADCoPVPbQwfoAAAAAAAAAAAAAAAAAAAAIC3AYbSVKsAQAAA';
  assert.equal(await bitAt(encoded, 94_567), false);
  assert.equal(await bitAt(encoded, 131_071), false);
});

test('what is no list, has no such place or unpacks to too much is not a bit', async () => {
  assert.equal(await bitAt('z1234', 0), undefined);
  assert.equal(await bitAt('u!!!', 0), undefined);
  assert.equal(await bitAt('uAAAA', 0), undefined);
  assert.equal(await bitAt(encodeBits([]), 131_072), undefined);
  assert.equal(await bitAt(encodeBits([]), -1), undefined);
  assert.equal(await bitAt(encodeBits([]), Number.NaN), undefined);
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  assert.equal(await bitAt(`u${bomb.toString('base64url')}`, 0), undefined);
});
