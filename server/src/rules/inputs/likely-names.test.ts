import assert from 'node:assert/strict';
import { test } from 'node:test';
import { didYouMean, isAlike, likelyNames } from './likely-names.ts';

test('words are alike if one typing error apart, swapped letters included', () => {
  for (const [one, other] of [
    ['naem', 'name'],
    ['mass', 'massKg'],
    ['prodcuts', 'products'],
    ['Textile', 'TEXTILES'],
  ] as const)
    assert.ok(isAlike(one, other), `${one} ${other}`);
  for (const [one, other] of [
    ['steel', 'sheet'],
    ['colour', 'cost'],
    ['TRUCK', 'RAIL'],
    ['zzz', 'id'],
  ] as const)
    assert.ok(!isAlike(one, other), `${one} ${other}`);
});

test('suggests the names that are most alike, and nothing where none is', () => {
  const names = ['keys create', 'keys rotate', 'keys list'];
  assert.deepEqual(likelyNames('key create', names), ['keys create']);
  assert.deepEqual(likelyNames('keys lst', names), ['keys list']);
  assert.deepEqual(likelyNames('zzz', names), []);
  assert.equal(didYouMean(['a', 'b']), ' Did you mean "a" or "b"?');
  assert.equal(didYouMean([]), '');
});
