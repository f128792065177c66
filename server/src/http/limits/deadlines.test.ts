import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, outcomeUnknown, requestTimeout } from '../../rules/errors/api-error.ts';
import { Deadlines } from './deadlines.ts';

test('gives up on what takes too long, and on nothing else', async () => {
  const deadlines = new Deadlines(1_000, 5);
  const failure = new Error('failed by itself');
  const [late, inTime, failed, atOnce] = await Promise.allSettled([
    deadlines.keep(sleep(10_000, 'late', { ref: false })),
    deadlines.keep(sleep(5, 'in time')),
    deadlines.keep(Promise.reject(failure)),
    deadlines.keep('at once'),
  ]);
  assert.equal(late.status === 'rejected' && late.reason instanceof ApiError, true);
  assert.equal(late.status === 'rejected' && late.reason.code, 'TIMEOUT');
  assert.deepEqual(inTime, { status: 'fulfilled', value: 'in time' });
  assert.deepEqual(failed, { status: 'rejected', reason: failure });
  assert.deepEqual(atOnce, { status: 'fulfilled', value: 'at once' });
  deadlines.close();
});

test('counts the time from arrival, also when the execution begins later than others', async () => {
  const deadlines = new Deadlines(60_000, 5);
  const now = performance.now();
  const young = Promise.resolve(deadlines.keep(sleep(1_000, 'young', { ref: false }), now));
  const old = Promise.resolve(deadlines.keep(sleep(1_000, 'old', { ref: false }), now - 61_000));
  await assert.rejects(old, ApiError);
  assert.equal(await young, 'young');
  deadlines.close();
});

test('gives up with the refusal of that moment: a mutation may be committing by then', async () => {
  const deadlines = new Deadlines(50, 5);
  let isCommitting = false;
  const refusal = () => (isCommitting ? outcomeUnknown() : requestTimeout());
  const kept = deadlines.keep(sleep(10_000, 'late', { ref: false }), performance.now(), refusal);
  isCommitting = true;
  await assert.rejects(
    Promise.resolve(kept),
    (error) => error instanceof ApiError && error.code === 'OUTCOME_UNKNOWN',
  );
  deadlines.close();
});
