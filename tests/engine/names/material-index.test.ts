import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createMaterialIndex,
  type MaterialName,
} from '../../../engine/src/library/material-index.ts';
import { NameWords } from '../../../engine/src/library/name-words.ts';

const NAMES = 4_000;
const words = new NameWords([]);

/** Materials that share `NAMES` names among them, those of the first more than of the others. */
function materials(namesOfFirst: number): MaterialName[] {
  const names = Array.from({ length: NAMES }, (_, at) => `name ${at}`);
  const counts = [
    namesOfFirst,
    ...Array<number>(NAMES / 4).fill((NAMES - namesOfFirst) / (NAMES / 4)),
  ];
  let from = 0;
  return counts.map((count, at) => {
    const own = names.slice(Math.round(from), Math.round(from + count));
    from += count;
    return { material: `material ${at}`, group: 'METAL', family: 'metals', kgPerM3: 1, names: own };
  });
}

/** A thread's CPU time comes in steps of 4 ms, which one index may take. */
const INDEXES = 20;

function leastCpuUs(rows: readonly MaterialName[]): number {
  const rounds = Array.from({ length: 3 }, () => {
    const start = process.threadCpuUsage();
    for (let index = 0; index < INDEXES; index += 1)
      assert.equal(createMaterialIndex(rows, words).keyByFolded.size, NAMES + rows.length);
    const { user, system } = process.threadCpuUsage(start);
    return user + system;
  });
  return Math.min(...rounds);
}

test('one material with many names makes the others no dearer', () => {
  const ratio = leastCpuUs(materials(1_000)) / leastCpuUs(materials(4));
  assert.ok(ratio < 4, `${ratio} times`);
});
