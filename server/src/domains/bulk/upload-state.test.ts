import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertAwaitingUpload } from './service.ts';

test('a file for a job that has one is refused with the states that can follow', () => {
  assertAwaitingUpload({ state: 'AWAITING_FILE' });
  const extensions = { state: 'RUNNING', allowed: ['COMPLETED', 'FAILED', 'CANCELLED'] };
  assert.throws(() => assertAwaitingUpload({ state: 'RUNNING' }), { code: 'CONFLICT', extensions });
});
