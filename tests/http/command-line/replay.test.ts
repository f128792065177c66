import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../../server/src/platform/testing.ts';
import { runHere } from '../../run-here.ts';

/** `trackway replay` on the results of earlier engines, which lack what later ones added. */

const folder = await temporaryFolder('replay');

const kept = globSync(join(import.meta.dirname, '../../engine/snapshots/*.json'));

test('the same bits of a result of an earlier engine are the same', async () => {
  assert.ok(kept.length > 0);
  for (const file of kept) {
    const { code, stdout, stderr } = await runHere(['replay', file], {});
    assert.deepEqual([code, stderr], [0, ''], file);
    assert.match(stdout, /^The same bits: [\d.]+ kg CO2e, snapshot [0-9a-f]{64}\.\n$/);
  }
});

test('a result that its snapshot does not give is refused with the place', async () => {
  const [file = ''] = kept;
  const changed = join(folder, 'changed.json');
  const result = JSON.parse(readFileSync(file, 'utf8'));
  await writeFile(changed, JSON.stringify({ ...result, co2eKg: 1 }));
  const { code, stderr } = await runHere(['replay', changed], {});
  assert.equal(code, 1);
  assert.match(stderr, /The replay differs\..*\nco2eKg: 1 before, [\d.]+ now\n$/s);
});
