import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileOf, PAGES } from '../../docs/write-pages.ts';

for (const [page, content] of Object.entries(PAGES)) {
  test(`docs/${page} says what the code says`, () => {
    const present = readFileSync(fileOf(page), 'utf8');
    assert.equal(present, content(present), 'run bin/node docs/write-pages.ts');
  });
}

test('docs/architecture.md draws every domain on the hill', () => {
  const text = readFileSync(fileOf('architecture.md'), 'utf8');
  const drawn = /<!-- the hill: .*<!-- end of the hill -->/s.exec(text)?.[0] ?? '';
  for (const domain of readdirSync(join(fileOf('..'), 'server/src/domains')))
    assert.match(drawn, new RegExp(`^(.* )?${domain}( .*)?$`, 'm'));
});
