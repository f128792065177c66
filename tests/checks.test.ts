import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CHECKS, complaintOf } from './check.ts';

for (const [promise, script] of Object.entries(CHECKS)) {
  test(`the code ${promise}`, async () => {
    const complaint = await complaintOf(script);
    if (complaint !== undefined) assert.fail(complaint);
  });
}
