import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../server/src/platform/testing.ts';
import { buildSdk } from '../build-package.ts';
import { installedElsewhere } from '../installed-package.ts';
import { printedSdkEvents, SDK_EVENTS_FILE } from '../print-sdk-events.ts';

const folder = await temporaryFolder('sdk');
const built = join(folder, 'built');
const bytes = buildSdk(built);

test('the package alone, packed and installed elsewhere, verifies a delivery', () => {
  const elsewhere = installedElsewhere(built, folder);
  writeFileSync(
    join(elsewhere, 'run.js'),
    `import { verifyWebhook } from '@trackway/sdk';
     const headers = { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AA==' };
     console.log(await verifyWebhook('{}', headers, 'whsec_AA==', { nowMs: 1000 }).catch(({ reason }) => reason));`,
  );
  const printed = execFileSync(process.execPath, ['run.js'], { cwd: elsewhere, encoding: 'utf8' });
  assert.equal(printed.trim(), 'NO_MATCHING_SIGNATURE');
  const schema = join(elsewhere, 'node_modules/@trackway/sdk/schema.graphql');
  assert.match(readFileSync(schema, 'utf8'), /^type Query \{/m);
});

test('imports nothing and uses nothing of Node, so that every runtime can load it', () => {
  const files = globSync('**/*.js', { cwd: built });
  assert.ok(files.length >= 7);
  for (const file of files) {
    const source = readFileSync(join(built, file), 'utf8');
    for (const [, target] of source.matchAll(/(?:from|import)\s+'([^']+)'/g))
      assert.match(target ?? '', /^\.\/.*\.js$/, `${file} imports ${target}`);
    assert.doesNotMatch(source, /\brequire\(|\bprocess\.|\bBuffer\./, file);
  }
  assert.ok(bytes < 30_000, `${bytes} bytes of JavaScript`);
});

test('the event types of the SDK are what the server declares (npm run schema)', () => {
  assert.equal(readFileSync(SDK_EVENTS_FILE, 'utf8'), printedSdkEvents());
});
