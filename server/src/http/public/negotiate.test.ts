import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entityTagOf, isNamed } from '../entity-tag.ts';
import { chooseType, wantedLanguages } from './negotiate.ts';

const MANY = 5_000;

test('of very many ranges, parameters and tags the first ones count: to read all of them takes milliseconds', () => {
  const ranges = 'a/b,'.repeat(MANY);
  assert.equal(chooseType(`text/html,${ranges}`, ['text/html'])?.type, 'text/html');
  assert.equal(chooseType(`${ranges}text/html`, ['text/html']), undefined);
  assert.deepEqual(wantedLanguages(`de,${';'.repeat(MANY)}`), ['de']);
  assert.ok(wantedLanguages('de,'.repeat(MANY)).length < 100);
  const few = chooseType(`text/html;a=1${';b=2'.repeat(MANY)};q=0`, ['text/html']);
  assert.ok(few !== undefined && few.parameters.size < 100);
  const tag = entityTagOf('page');
  assert.ok(isNamed(tag, `"a", ${tag}, ${'"b",'.repeat(MANY)}`));
  assert.ok(!isNamed(tag, `${'"b",'.repeat(MANY)}${tag}`));
});
