import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byteRangeOf } from './byte-range.ts';

test('reads one range of bytes, which ends with the file', () => {
  for (const [header, from, to] of [
    ['bytes=0-99', 0, 100],
    ['bytes=100-', 100, 1000],
    ['bytes=-50', 950, 1000],
    ['bytes=-5000', 0, 1000],
    ['bytes=990-5000', 990, 1000],
    ['bytes=999-999', 999, 1000],
  ] as const) {
    assert.deepEqual(byteRangeOf(header, 1000), { from, to }, header);
  }
});

test('takes what is no range, and several, as the whole file', () => {
  for (const header of [undefined, '', 'bytes=-', 'bytes=9-3', 'bytes=0-1,4-5', 'rows=0-9'])
    assert.equal(byteRangeOf(header, 1000), undefined);
});

test('a range behind the end cannot be had', () => {
  for (const header of ['bytes=1000-', 'bytes=1000-2000', 'bytes=-0'])
    assert.equal(byteRangeOf(header, 1000), null, header);
  assert.equal(byteRangeOf('bytes=0-', 0), null);
});
