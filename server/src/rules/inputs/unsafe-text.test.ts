import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUnsafeText, type ValueLimits, WRITTEN_VALUES } from './unsafe-text.ts';

const LEAF = 'a\0';

test('names the place of the first thing that no store can hold', () => {
  const pathIn = (value: unknown) => findUnsafeText(value, ['input'], WRITTEN_VALUES)?.path;
  assert.deepEqual(pathIn({ a: ['b', { c: 1 }], d: [{}, [1, LEAF]] }), ['input', 'd', 1, 1]);
  assert.deepEqual(pathIn({ a: [{}], b: { c: { [LEAF]: 1 } } }), ['input', 'b', 'c']);
  assert.deepEqual(pathIn({ a: [], b: [Array(251).fill(1)] }), ['input', 'b', 0]);
  assert.equal(pathIn({ a: [{}, [1, 'b']] }), undefined);
});

test('holds one path for all values: copies were most of the time of 60,000 empty objects', () => {
  const start = ['input'];
  const seen = new Set<object>();
  const places: string[] = [];
  const isFile: ValueLimits['isFile'] = (path) => {
    seen.add(path);
    places.push(path.join('.'));
    return true;
  };
  const value = { a: ['x', { b: 'x' }], c: 'x' };
  assert.equal(
    findUnsafeText(value, start, { ...WRITTEN_VALUES, characters: 0, isFile }),
    undefined,
  );
  assert.deepEqual(places, ['input.a.0', 'input.a.1.b', 'input.c']);
  assert.equal(seen.size, 1);
  assert.deepEqual(start, ['input']);
});
