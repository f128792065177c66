import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { isDatabaseGone, isStatementStopped } from '../../platform/database/index.ts';
import { ApiError } from '../errors/api-error.ts';
import { errorOfThread, plainError } from './compute.ts';

/** An error as the main thread sees it that came up in a thread of the pool. */
function fromThread(error: Error): Error {
  return errorOfThread(structuredClone(plainError(error)));
}

test('a database that is too slow for a thread, or away, is what it is to the request itself', () => {
  const errorOf = (code: string) => Object.assign(new pg.DatabaseError('no', 0, 'error'), { code });
  assert.ok(isStatementStopped(fromThread(errorOf('57014'))));
  assert.ok(!isStatementStopped(fromThread(errorOf('57P01'))));
  assert.ok(isDatabaseGone(fromThread(errorOf('57P01'))));
  assert.ok(!isDatabaseGone(fromThread(errorOf('42601'))));
});

test('a refusal of a thread is a refusal, whole', () => {
  const refusal = new ApiError('MISSING_FACTOR', 'No factor.', { at: ['components', 0] });
  const error = fromThread(refusal);
  assert.ok(error instanceof ApiError);
  assert.deepEqual(
    [error.code, error.message, error.extensions],
    [refusal.code, refusal.message, refusal.extensions],
  );
});
