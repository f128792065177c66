import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OperatorError } from '../platform/operator-error.ts';
import { whenDatabaseAnswers } from './when-database-answers.ts';

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

test('starts when the database answers, and says once that it waits', async () => {
  const lines: string[] = [];
  let tries = 0;
  const started = await whenDatabaseAnswers(
    async () => {
      tries += 1;
      if (tries < 3) throw new Error('The migration failed.', { cause: refused() });
      return tries;
    },
    { onProgress: (line) => lines.push(line) },
  );
  assert.equal(started, 3);
  assert.deepEqual(lines, [
    'The database of DATABASE_URL cannot be used: connect ECONNREFUSED. Waiting until it answers …',
  ]);
});

test('gives up after its time with a sentence, and at once on any other error', async () => {
  const late = whenDatabaseAnswers(() => Promise.reject(refused()), { waitForDatabaseMs: 0 });
  await assert.rejects(late, (error) => error instanceof OperatorError);
  const broken = whenDatabaseAnswers(() => Promise.reject(new Error('a bug')), {});
  await assert.rejects(broken, /a bug/);
});
