import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inflateJson, packJson, unpackJson } from './packed-json.ts';

const MB = 1024 ** 2;
const large = Array.from({ length: 200_000 }, (_, at) => `value ${at}`);
const packed = packJson(large);

test('packed JSON is unpacked to the same value, small or large', async () => {
  const bytes = Buffer.byteLength(JSON.stringify(large));
  assert.ok(bytes > 2 * MB);
  assert.deepEqual(unpackJson(packed), large);
  assert.deepEqual(await inflateJson(packed), { value: large, bytes });
  const small = { a: 'ä'.repeat(30_000), b: [1, null] };
  assert.deepEqual(unpackJson(packJson(small)), small);
  assert.deepEqual((await inflateJson(packJson(small))).value, small);
});

test('inflated bytes are freed without a collection', async () => {
  const before = process.memoryUsage().arrayBuffers;
  for (let round = 0; round < 6; round += 1) {
    unpackJson(packed);
    await inflateJson(packed);
  }
  const grown = process.memoryUsage().arrayBuffers - before;
  assert.ok(grown < 6 * MB, `${grown / MB} MB of buffers wait`);
});
