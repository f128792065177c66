import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table, wrapped } from './text-table.ts';

const widthOf = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

test('aligns columns that fit as they are', () => {
  assert.equal(
    table([
      { id: 'a1', name: 'Shop' },
      { id: 'a2', name: 'A longer name' },
    ]),
    'id  name\na1  Shop\na2  A longer name',
  );
  assert.equal(table([]), '(none)');
});

test('breaks long texts between words, and keeps the columns', () => {
  const text = table([{ id: 'x'.repeat(30), meaning: 'word '.repeat(30).trim(), share: '10 %' }]);
  assert.equal(widthOf(text), 80);
  assert.match(text, /^x{30} {2}word .* {2}10 %$/m);
  assert.match(text, /^ {32}word/m);
});

test('shows rows as blocks when single words are too long for columns', () => {
  const row = { id: 'i'.repeat(40), key: 'k'.repeat(40), note: 'word '.repeat(30).trim() };
  const text = table([row, row]);
  assert.ok(widthOf(text) <= 80);
  assert.match(text, /^id {4}i{40}\nkey {3}k{40}\nnote {2}word /);
  assert.equal(text.split('\n\n').length, 2);
});

test('a word longer than the line stays whole', () => {
  assert.deepEqual(wrapped('a bbbbbb c', 4), ['a', 'bbbbbb', 'c']);
});
