import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { FewATurn } from './few-a-turn.ts';

test('work begins in order, a few pieces in each turn of the event loop', async () => {
  const turns = new FewATurn(4);
  const begun: number[] = [];
  const all = Array.from({ length: 10 }, (_each, at) => turns.next().then(() => begun.push(at)));
  const counts: number[] = [];
  while (begun.length < 10) {
    await turn();
    counts.push(begun.length);
  }
  await Promise.all(all);
  assert.deepEqual(begun, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(
    counts.filter((count, at) => count !== counts[at - 1]),
    [4, 8, 10],
  );
  await turns.next();
});
