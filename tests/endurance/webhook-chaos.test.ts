import { test } from 'node:test';
import { webhookChaos } from '../platform/webhook-chaos.ts';

test('20,000 events reach the good receivers through ten kills and two losses of the database', async () => {
  await webhookChaos({ good: 7, badOfEachKind: 2, events: 20_000, kills: 10, cuts: 2 });
});
