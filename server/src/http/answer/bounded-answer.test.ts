import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { requestTimeout } from '../../rules/errors/api-error.ts';
import { BoundedAnswer } from './bounded-answer.ts';

test('a query that is stopped has its refusal at once, also when it was stopped before', async () => {
  const large = new BoundedAnswer();
  const never = large.result(() => new Promise(() => {}));
  large.stop(requestTimeout());
  await assert.rejects(never, { code: 'TIMEOUT' });
  let runs = 0;
  await assert.rejects(
    large.result(() => (runs += 1)),
    { code: 'TIMEOUT' },
  );
  assert.equal(runs, 0);
});

test('nothing of a query that has its result is kept by the bounds of the query', async () => {
  const large = new BoundedAnswer();
  assert.equal(await large.result(async () => 'answer'), 'answer');
  await assert.rejects(
    large.result(() => Promise.reject(new Error('failed'))),
    /failed/,
  );
  assert.equal(getEventListeners(large.signal, 'abort').length, 0);
});
