import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../../rules/errors/api-error.ts';
import { bytesInSlices, partsOfJson } from './answer-json.ts';

const MOST_BYTES = 1024 ** 2;

test('writes any answer as JSON.stringify does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.object({ maxDepth: 12, withDate: false }), async (value) => {
      const bytes = await bytesInSlices(partsOfJson(value), MOST_BYTES);
      assert.equal(bytes.toString(), JSON.stringify(value));
    }),
    { numRuns: 300 },
  );
});

test('leaves the event loop to others while it writes a large answer', async () => {
  const nodes = Array.from({ length: 200_000 }, (_each, at) => ({ id: at, name: `Größe ${at}` }));
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  const bytes = await bytesInSlices(partsOfJson({ data: { nodes } }), 64 * MOST_BYTES);
  clearInterval(counting);
  assert.equal(bytes.toString(), JSON.stringify({ data: { nodes } }));
  assert.ok(turns >= 3, `${turns} turns`);
});

test('refuses an answer above the limit', async () => {
  const writing = bytesInSlices(partsOfJson({ text: ['x'.repeat(MOST_BYTES)] }), MOST_BYTES);
  await assert.rejects(
    writing,
    (error) => error instanceof ApiError && error.code === 'QUERY_TOO_COMPLEX',
  );
});
