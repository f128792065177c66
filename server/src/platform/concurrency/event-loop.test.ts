import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTurnOver, mapInTurns, nextTurn } from './event-loop.ts';

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

test('items are mapped in their order, with turns of others in between', async () => {
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const values = await mapInTurns(new Set(['a', 'b', 'c', 'd', 'e', 'f']), (item, at) => {
    const until = performance.now() + 10;
    while (performance.now() < until);
    return `${at}${item}`;
  });
  clearInterval(counting);
  assert.deepEqual(values, ['0a', '1b', '2c', '3d', '4e', '5f']);
  assert.ok(turns >= 4, `${turns} turns in 60 ms of work`);
});
