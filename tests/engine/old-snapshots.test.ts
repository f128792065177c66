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

test('a BASIC and a FULL result of each earlier engine and a supply chain of the first are kept', () => {
  const names = kept.map(([file]) => file.replace('.json', '')).sort();
  const ofDetail = (detail: string) => ['0.1.0', '0.2.0', '0.3.0'].map((it) => `${detail}-${it}`);
  assert.deepEqual(names, [...ofDetail('basic'), ...ofDetail('full'), 'supply-chain-0.1.0']);
});

for (const [file, footprint] of kept) {
  test(`the snapshot ${file} replays to every bit of its result`, () => {
    assert.deepEqual(replayDifferences(footprint, footprint.snapshot), []);
    assert.equal(replay(footprint.snapshot).snapshotHash, footprint.snapshotHash);
  });
}
