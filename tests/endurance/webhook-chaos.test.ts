import { test } from 'node:test';
import { webhookChaos } from '../platform/webhook-chaos.ts';
import { roundsOf } from './share.ts';

test('every event reaches the good receivers through kills and losses of the database', async () => {
  const [events, kills, cuts] = [roundsOf(20_000), roundsOf(10), roundsOf(2)];
  await webhookChaos({ good: 7, badOfEachKind: 2, events, kills, cuts });
});
