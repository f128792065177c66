import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapAhead } from './map-ahead.ts';

async function* numbers(count: number) {
  for (let at = 0; at < count; at++) yield at;
}

test('outputs come in the order of the inputs, with no more work under way than allowed', async () => {
  let running = 0;
  let most = 0;
  const finish: (() => void)[] = [];
  const work = async (input: number) => {
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => {
      finish.unshift(resolve);
      // The latest is done first.
      if (finish.length === 3 || input === 6)
        for (const each of finish.splice(0)) setImmediate(each);
    });
    running--;
    return input * 2;
  };
  const seen: number[] = [];
  for await (const { input, output } of mapAhead(numbers(7), work, 3)) {
    assert.equal(output, input * 2);
    seen.push(input);
    for (const each of finish.splice(0)) each();
  }
  assert.deepEqual(seen, [0, 1, 2, 3, 4, 5, 6]);
  assert.equal(most, 3);
});

test('the failure of an earlier input ends it, and a later failure does no harm', async () => {
  const work = async (input: number) => {
    throw new Error(`failed ${input}`);
  };
  await assert.rejects(async () => {
    for await (const _ of mapAhead(numbers(5), work, 3));
  }, /failed 0/);
});
