import assert from 'node:assert/strict';
import { test } from 'node:test';
import { highlightsOf, markedUp } from './highlight.ts';
import { isMisspelling } from './spelling.ts';

const term = (word: string) => ({ word, isBeginning: true, meant: [], writings: [] });

test('one letter missing, added, changed or swapped is a misspelling, two are not', () => {
  for (const other of ['cotton', 'coton', 'cottton', 'cotten', 'ctoton', 'otton', 'cottons']) {
    assert.equal(isMisspelling('cotton', other), true, other);
    assert.equal(isMisspelling(other, 'cotton'), true, other);
  }
  for (const other of ['cttn', 'catten', 'cotton5', 'notoc', 'woollen']) {
    assert.equal(isMisspelling('cotton', other), false, other);
  }
  assert.equal(isMisspelling('cap', 'cat'), false, 'short words are like too many others');
});

test('marks beginnings as far as they were written, misspellings whole, and leaves the rest', () => {
  const fields = { name: 'Cotton T-shirt, cottage', sku: 'X-1', gtin: null };
  const [name, ...others] = highlightsOf(fields, [term('cott'), term('shrit')]);
  assert.deepEqual(others, []);
  assert.equal(
    name && markedUp(name),
    '<mark>Cott</mark>on T-<mark>shirt</mark>, <mark>cott</mark>age',
  );
});

test('writes nothing into HTML that is not text', () => {
  const [found] = highlightsOf({ name: `<img src='x'> & "hat"` }, [term('hat')]);
  assert.equal(
    found && markedUp(found),
    '&lt;img src=&#39;x&#39;&gt; &amp; &quot;<mark>hat</mark>&quot;',
  );
});
