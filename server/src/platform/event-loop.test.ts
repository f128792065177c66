import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTurnOver, nextTurn } from './event-loop.ts';

test('long work gives way after its slice, and goes on in order', async () => {
  const order: number[] = [];
  const work = async (at: number): Promise<void> => {
    if (isTurnOver()) await nextTurn();
    const until = performance.now() + 3;
    while (performance.now() < until);
    order.push(at);
  };
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const numbers = Array.from({ length: 40 }, (_each, at) => at);
  await Promise.all(numbers.map(work));
  clearInterval(counting);
  assert.deepEqual(order, numbers);
  assert.ok(turns >= 5, `${turns} turns in 120 ms of work`);
});
