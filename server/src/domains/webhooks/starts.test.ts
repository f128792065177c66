import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Starts } from './starts.ts';

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

test('20 attempts begin in each turn of the event loop, in the order in which they asked', async () => {
  const starts = new Starts();
  const begun: number[] = [];
  for (let number = 0; number < 50; number++) {
    const wait = starts.next();
    if (wait === undefined) begun.push(number);
    else wait.then(() => begun.push(number));
  }
  for (const count of [20, 40, 50]) {
    assert.equal(begun.length, count);
    await nextTick();
  }
  assert.deepEqual(begun, Array.from({ length: 50 }).keys().toArray());
  await nextTick();
  assert.equal(starts.next(), undefined, 'nothing waits any more');
});
