import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { shape } from './typeface.ts';

const MB = 1024 ** 2;
const LETTERS = 1_000;

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

function usedBytes(): number {
  collect();
  return getHeapStatistics().used_heap_size;
}

/** Shapes words that differ from all others. */
function shapeLongWords(count: number, initial: string): void {
  for (let word = 0; word < count; word += 1)
    shape('TEXT', `${initial}${word}`.padEnd(LETTERS, 'n'), 2.5);
}

test('shaped texts are remembered up to a number of characters, however long each is', () => {
  shapeLongWords(40, 'a');
  const before = usedBytes();
  shapeLongWords(100, 'b');
  assert.ok(usedBytes() - before < 5 * MB);
});
