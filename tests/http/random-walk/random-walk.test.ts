import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertConsistent } from './consistency.ts';
import { walk } from './walk.ts';

test('answers fit together after clients did at random what the schema lets them do', async () => {
  const walked = await walk({ calls: 1_500, clients: 6, seed: 1 });
  await assertConsistent(walked);
  const succeeded = [...walked.outcomes.keys()].filter((outcome) => outcome.endsWith(' OK'));
  assert.ok((walked.statuses.get(200) ?? 0) >= 50, JSON.stringify([...walked.statuses]));
  assert.ok(succeeded.length >= 50, `Only these came through: ${succeeded.join(', ')}`);
});
