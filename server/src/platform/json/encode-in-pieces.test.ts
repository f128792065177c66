import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { encodeInPieces } from './encode-in-pieces.ts';

const textOf = (value: unknown) => Buffer.from(encodeInPieces(value)).toString();

test('JSON in pieces is the JSON of the whole value', () => {
  const json = fc.jsonValue({ maxDepth: 5 });
  const lists = fc.array(fc.record({ a: json, b: fc.array(fc.dictionary(fc.string(), json)) }));
  fc.assert(
    fc.property(fc.oneof(json, lists, fc.record({ lists, json })), (value) => {
      assert.equal(textOf(value), JSON.stringify(value));
    }),
  );
  const absent = { a: undefined, list: [{ b: undefined, c: new Date(0) }, null, undefined] };
  assert.equal(textOf(absent), JSON.stringify(absent));
});

test('texts are cut between characters', () => {
  const value = Array.from({ length: 200 }, (_, at) => ({ name: `${at}${'😀ä'.repeat(1_000)}` }));
  assert.equal(textOf(value), JSON.stringify(value));
});

test('a thread writes JSON of more than its heap', async () => {
  const program = `
    const { parentPort } = require('node:worker_threads');
    import(${JSON.stringify(new URL('encode-in-pieces.ts', import.meta.url).href)}).then(({ encodeInPieces }) => {
      const name = 'n'.repeat(500_000);
      const value = Array.from({ length: 150 }, () => ({ name }));
      parentPort.postMessage(encodeInPieces(value).length);
    });`;
  // As one text it would end this process, not the thread alone.
  const resourceLimits = { maxOldGenerationSizeMb: 30 };
  const thread = new Worker(program, { eval: true, resourceLimits });
  const length = await new Promise((resolve, reject) => {
    thread.once('message', resolve).once('error', reject);
  });
  assert.ok(Number(length) > 75_000_000);
  await thread.terminate();
});
