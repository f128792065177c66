import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { WrittenJson } from '../platform/json/index.ts';
import { leastBytesOfJson } from './least-bytes.ts';

test('counts at least a third of the JSON of a value, and never more than all of it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const bytes = Buffer.byteLength(JSON.stringify(value));
      assert.ok(leastBytesOfJson(value) <= bytes);
    }),
  );
  const point = { type: 'Feature', geometry: { type: 'Point', coordinates: [7.5, 51.25] } };
  const network = { features: Array.from({ length: 500 }, () => ({ ...point, key: undefined })) };
  const bytes = JSON.stringify(network).length;
  const counted = leastBytesOfJson(network);
  assert.ok(counted <= bytes && 3 * counted > bytes, `${counted} of ${bytes} bytes`);
});

test('counts all of JSON that is known as text', () => {
  assert.equal(leastBytesOfJson(new WrittenJson('{"a":1}')), 7);
});
