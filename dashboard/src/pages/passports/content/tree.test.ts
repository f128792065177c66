import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changesOf, withValue } from './tree.ts';

test('changes name what differs; a field that is gone is null', () => {
  const before = { modelNumber: 'A', images: ['x'], commodityCode: '6109' };
  const after = { modelNumber: 'B', images: ['x'] };
  assert.deepEqual(changesOf(before, after), { modelNumber: 'B', commodityCode: null });
});

test('fields of the product group change one by one', () => {
  const before = { sectorData: { care: 'WASH', fibre: { share: 1 }, gone: 1 } };
  const after = { sectorData: { care: 'WASH', fibre: { share: 2 } } };
  assert.deepEqual(changesOf(before, after), { sectorData: { fibre: { share: 2 }, gone: null } });
  assert.deepEqual(changesOf(before, before), {});
});

test('an empty value takes its field away; an empty list states that there are none', () => {
  assert.deepEqual(withValue({ a: 1, b: 2 }, 'a', ''), { b: 2 });
  assert.deepEqual(withValue({ a: 1 }, 'a', null), {});
  assert.deepEqual(withValue({ a: 1 }, 'a', []), { a: [] });
  assert.deepEqual(withValue({}, 'a', false), { a: false });
});
