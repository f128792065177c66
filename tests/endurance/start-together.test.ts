import { test } from 'node:test';
import { startTogether } from '../platform/start-together.ts';
import { roundsOf } from './share.ts';

for (let round = 1; round <= roundsOf(10); round += 1) {
  test(`two services that start at the same moment on an empty database both come up, round ${round}`, async () => {
    await startTogether();
  });
}
