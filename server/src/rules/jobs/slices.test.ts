import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../errors/api-error.ts';
import { runInHalves } from './slices.ts';

const IDS = Array.from({ length: 40 }, (_, at) => `p${at}`);
const { signal } = new AbortController();
const countOf = ({ length }: readonly string[]) => length;

/** Gives what it was asked for; refuses slices with a product that is too large, and of more than so many. */
function limited(most: number, large: string, code: 'TIMEOUT' | 'QUERY_TOO_COMPLEX') {
  const asked: number[] = [];
  const run = async (ids: readonly string[]) => {
    asked.push(ids.length);
    if (ids.length > most || ids.includes(large)) throw new ApiError(code, 'Too much.');
    return ids;
  };
  return { run, asked };
}

for (const code of ['TIMEOUT', 'QUERY_TOO_COMPLEX'] as const)
  test(`a slice that ends with ${code} is run in halves, and only what takes too much by itself fails`, async () => {
    const { run, asked } = limited(10, 'p17', code);
    const failed: string[] = [];
    const tooLarge = (id: string, { code: reason }: { readonly code: string }) => {
      assert.equal(reason, 'TOO_LARGE');
      failed.push(id);
      return [];
    };
    const outputs = await runInHalves<readonly string[]>(IDS, { run, countOf, tooLarge, signal });
    assert.deepEqual(failed, ['p17']);
    assert.deepEqual(
      outputs.flat(),
      IDS.filter((id) => id !== 'p17'),
    );
    assert.ok(asked.length < 20, `${asked.length} slices`);
  });

test('a slice that ends early goes on with what is left', async () => {
  const turns: (readonly string[])[] = [];
  const run = async (ids: readonly string[]) => {
    const first = ids.slice(0, 15);
    turns.push(first);
    return first;
  };
  const tooLarge = () => assert.fail('nothing was too large');
  const outputs = await runInHalves(IDS, { run, countOf, tooLarge, signal });
  assert.deepEqual(outputs, turns);
  assert.deepEqual(outputs.flat(), IDS);
});

test('another error, and any error of stopped work, ends the slice', async () => {
  const tooLarge = () => assert.fail('nothing was too large');
  const broken = async () => Promise.reject(new Error('The database is gone.'));
  await assert.rejects(runInHalves(IDS, { run: broken, countOf, tooLarge, signal }), /database/);
  const { run, asked } = limited(0, '', 'TIMEOUT');
  const stopped = AbortSignal.abort();
  await assert.rejects(runInHalves(IDS, { run, countOf, tooLarge, signal: stopped }), {
    code: 'TIMEOUT',
  });
  assert.deepEqual(asked, [40]);
});
