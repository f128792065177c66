import assert from 'node:assert/strict';
import { constants, PerformanceObserver } from 'node:perf_hooks';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { isObject } from '../json/index.ts';
import { collectAll, collectWhenIdle } from './heap-bound.ts';

const MB = 1024 ** 2;

let forcedCollections = 0;
const observer = new PerformanceObserver((list) => {
  for (const entry of list.getEntriesByType('gc')) {
    const detail = 'detail' in entry && isObject(entry.detail) ? entry.detail : {};
    if (detail['flags'] === constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) forcedCollections += 1;
  }
});
after(() => observer.disconnect());

test('a thread gives back the memory of its last work when nothing follows', async () => {
  // Garbage of earlier work would go while this test makes its own, and free pages would take some of it.
  collectAll();
  const becomeIdle = collectWhenIdle();
  observer.observe({ entryTypes: ['gc'] });
  const before = heldBytes();
  // Less than what is collected at once.
  const made = Array.from({ length: 400_000 }, (_, at) => [at, at / 7]);
  // One of five is kept, 6 MB: a plain collection leaves 9 to 31 MB of pages for them.
  const kept = made.filter((_, at) => at % 5 === 0);
  made.length = 0;
  becomeIdle();
  const busy = heldBytes();
  assert.ok(busy - before > 20 * MB, `${(busy - before) / MB} MB of work`);
  await sleep(600);
  becomeIdle();
  await sleep(600);
  // V8 itself may collect at any time, as at load.
  assert.equal(forcedCollections, 0, 'collected before a second without work');
  await sleep(1_000);
  const after = heldBytes();
  assert.ok(after - before < 8 * MB, `${busy / MB} MB, then ${after / MB}`);
  assert.equal(kept.length, 80_000);
});

test('a thread collects at once after work that leaves much', () => {
  collectAll();
  const becomeIdle = collectWhenIdle();
  const least = heldBytes();
  let made: unknown[] = Array.from({ length: 3_000_000 }, (_, at) => [at, at / 7]);
  const busy = heldBytes();
  assert.ok(busy - least > 100 * MB, `${(busy - least) / MB} MB of work with ${made.length} parts`);
  made = [];
  becomeIdle();
  const after = heldBytes();
  assert.ok(after - least < 18 * MB, `${least / MB}, ${busy / MB}, then ${after / MB} MB`);
});

function heldBytes(): number {
  return getHeapStatistics().total_physical_size;
}
