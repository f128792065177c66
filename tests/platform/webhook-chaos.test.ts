import { test } from 'node:test';
import { webhookChaos } from './webhook-chaos.ts';

test('every committed event reaches every good receiver, in spite of bad receivers and a kill', async () => {
  await webhookChaos({ good: 3, badOfEachKind: 1, events: 200, kills: 1, cuts: 0 });
});
