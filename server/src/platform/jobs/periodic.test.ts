import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog } from '../log.ts';
import { startPeriodic } from './periodic.ts';

const log = createLog('silent');

test('work is done at once and again, also after a failure, and never twice at a time', async () => {
  let turns = 0;
  let under = 0;
  let most = 0;
  const { promise: thrice, resolve } = Promise.withResolvers<void>();
  const work = async (): Promise<void> => {
    turns += 1;
    under += 1;
    most = Math.max(most, under);
    await new Promise((done) => setTimeout(done, 10));
    under -= 1;
    if (turns === 3) resolve();
    if (turns === 1) throw new Error('once');
  };
  const close = startPeriodic({ name: 'work', everyMs: 1, work }, log);
  assert.equal(turns, 1);
  const awake = setTimeout(() => {}, 10_000);
  await thrice;
  clearTimeout(awake);
  await close();
  assert.deepEqual([most, under], [1, 0]);
});

test('ending asks the work in progress to stop and waits for it', async () => {
  let hasEnded = false;
  const work = (stopping: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      stopping.addEventListener('abort', () => {
        hasEnded = true;
        resolve();
      });
    });
  await startPeriodic({ name: 'work', everyMs: 60_000, work }, log)();
  assert.equal(hasEnded, true);
});
