import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failed, planUpserts } from './upsert.ts';

test('rows that take long leave turns of the event loop to others', async () => {
  const rows = Array.from({ length: 5 }, (_each, at) => ({ externalId: `row ${at}` }));
  let turns = 0;
  const count = (): void => {
    turns += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await planUpserts(rows, {
    currentOf: () => undefined,
    written: (draft) => {
      const startedAt = performance.now();
      while (performance.now() - startedAt < 15);
      return { draft, problems: [] };
    },
    isSame: () => false,
  });
  clearImmediate(next);
  assert.ok(turns >= rows.length - 1, `${turns} turns`);
});

test('a refused row has its first 20 problems', () => {
  const wrong = { path: ['input', 'name'], code: 'EMPTY', message: 'Must not be empty.' } as const;
  const outcome = failed(Array.from({ length: 100 }, () => wrong));
  assert.ok(outcome.status === 'FAILED');
  assert.equal(outcome.problems.length, 20);
  assert.deepEqual(outcome.problems[0]?.path, ['name']);
});
