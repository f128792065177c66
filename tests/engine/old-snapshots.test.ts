import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type Footprint, replay, replayDifferences } from '../../engine/src/index.ts';

/**
 * Results of released and earlier engines, kept with their snapshots. These files never change: a
 * new version of the engine adds its own.
 */
const FOLDER = new URL('snapshots/', import.meta.url);

const kept = readdirSync(FOLDER).map((file): [string, Footprint] => [
  file,
  JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')),
]);

test('a BASIC, a FULL and a supply chain result of the first engine are kept', () => {
  const names = kept.map(([file]) => file.replace('.json', '')).sort();
  for (const name of ['basic-0.1.0', 'full-0.1.0', 'supply-chain-0.1.0']) {
    assert.ok(names.includes(name), name);
  }
});

for (const [file, footprint] of kept) {
  test(`the snapshot ${file} replays to every bit of its result`, () => {
    assert.deepEqual(replayDifferences(footprint, footprint.snapshot), []);
    assert.equal(replay(footprint.snapshot).snapshotHash, footprint.snapshotHash);
  });
}
