import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileOf, PAGES } from '../../docs/write-pages.ts';

for (const [page, content] of Object.entries(PAGES)) {
  test(`docs/${page} says what the code says`, () => {
    assert.equal(readFileSync(fileOf(page), 'utf8'), content(), 'run bin/node docs/write-pages.ts');
  });
}
