import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RowSum, summingRows } from './row-sum.ts';

async function sumOf(...chunks: readonly string[]): Promise<RowSum | undefined> {
  let found: RowSum | undefined;
  const content = async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk);
  };
  const passed: Buffer[] = [];
  for await (const chunk of summingRows(content(), (sum) => {
    found = sum;
  }))
    passed.push(chunk);
  assert.equal(Buffer.concat(passed).toString(), chunks.join(''));
  return found;
}

test('the sum of rows depends on neither their order nor their chunks', async () => {
  const sum = await sumOf('a\t1\nb\t2\n', 'c\t3\n');
  assert.equal(sum?.count, 3);
  assert.deepEqual(await sumOf('c\t', '3\na\t1', '\nb\t2\n'), sum);
  assert.notDeepEqual(await sumOf('a\t1\nb\t2\nc\t4\n'), sum);
  assert.notDeepEqual(await sumOf('a\t1\na\t1\nc\t3\n'), sum);
});
