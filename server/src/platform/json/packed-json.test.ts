import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deflateRawSync } from 'node:zlib';
import {
  packJson,
  packLargeJson,
  unpackJson,
  unpackJsonInTurns,
  unpackWithoutItems,
} from './packed-json.ts';

const MB = 1024 ** 2;
const large = Array.from({ length: 200_000 }, (_, at) => `value ${at}`);
const packed = packJson(large);

test('packed JSON is unpacked to the same value, small or large', async () => {
  assert.ok(JSON.stringify(large).length > 2 * MB);
  assert.deepEqual(unpackJson(packed), large);
  assert.deepEqual(await unpackJsonInTurns(packed), large);
  const small = { a: 'ä'.repeat(30_000), b: [1, null] };
  assert.deepEqual(unpackJson(packJson(small)), small);
  assert.deepEqual(unpackJson(packLargeJson(small)), small);
  assert.deepEqual(unpackJson(packLargeJson(large)), large);
  assert.deepEqual(await unpackJsonInTurns(packJson(small)), small);
});

test('unpacked bytes are freed without a collection', async () => {
  const before = process.memoryUsage().arrayBuffers;
  for (let round = 0; round < 6; round += 1) {
    unpackJson(packed);
    await unpackJsonInTurns(packed);
  }
  const grown = process.memoryUsage().arrayBuffers - before;
  assert.ok(grown < 6 * MB, `${grown / MB} MB of buffers wait`);
});

const values = [0, 1, 9, 100, 5_000, 40_000].map((count) =>
  Array.from({ length: count }, (_, at) => ({
    name: `part ${at} of Größe`,
    co2eKg: Math.sqrt(at),
  })),
);

test('packed JSON of every size is read back as it was', async () => {
  for (const value of values) {
    const packed = packJson(value);
    assert.deepEqual(unpackJson(packed), value);
    assert.deepEqual(await unpackJsonInTurns(packed), value);
  }
});

test('a large value is packed more densely than by deflate, a small one to a ninth more bytes at most', () => {
  for (const value of values) {
    const deflated = deflateRawSync(JSON.stringify(value), { level: 1 }).length;
    const most = deflated < 16 * 1024 ? 1.11 * deflated + 8 : 0.9 * deflated;
    assert.ok(packJson(value).length < most, `${packJson(value).length} of ${deflated}`);
  }
});

test('packing keeps less than half of the JSON until a full collection', () => {
  setFlagsFromString('--expose-gc');
  const collect: (options?: { readonly type: 'minor' }) => void = runInNewContext('gc');
  const value = values[3];
  const packs = 100;
  for (let count = 0; count < 3; count += 1) collect();
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < packs; count += 1) packJson(value);
  for (let count = 0; count < 3; count += 1) collect({ type: 'minor' });
  const kept = (process.memoryUsage().arrayBuffers - before) / packs;
  assert.ok(kept < JSON.stringify(value).length / 2, `${kept} bytes are kept`);
});

test('the JSON of a large value is freed when it is packed', () => {
  const value = 'x'.repeat(4_000_000);
  const before = process.memoryUsage().arrayBuffers;
  packJson(value);
  assert.ok(process.memoryUsage().arrayBuffers - before < value.length / 2);
});

test('packed JSON has a buffer of its own, so that a message to another thread copies nothing else', () => {
  for (const value of values) {
    const { buffer, length } = packJson(value);
    assert.equal(buffer.byteLength, length);
  }
});

test('lists of an object are left out, wherever their names and brackets are otherwise', async () => {
  const items = [{ list: [1, ']'] }, '"list":[', [['}']], 'Größe \\'];
  const object = {
    text: 'a "list":[ of \\',
    list: items,
    inner: { list: items, other: [items] },
    other: [items, 'list'],
    'long "list"': items.concat(large),
    end: { '[': ']', list: 'no list' },
  };
  const names = new Set(['list', 'long "list"', 'end']);
  const unpackLists = (value: unknown) => unpackWithoutItems(packJson(value), names);
  assert.deepEqual(await unpackLists(object), {
    ...object,
    list: [],
    'long "list"': items.concat(large),
  });
  assert.deepEqual(await unpackLists({ ...object, list: large, end: [] }), {
    ...{ ...object, list: [], end: [] },
  });
  assert.deepEqual(await unpackLists({ list: [] }), { list: [] });
  assert.deepEqual(await unpackLists({}), {});
});
