import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { CONFIGURATION_FILE, configurationPage } from '../../docs/write-configuration.ts';

test('docs/configuration.md lists every setting as the code declares it', () => {
  assert.equal(
    readFileSync(CONFIGURATION_FILE, 'utf8'),
    configurationPage(),
    'run bin/node docs/write-configuration.ts',
  );
});
