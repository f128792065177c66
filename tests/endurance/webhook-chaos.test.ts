import { test } from 'node:test';
import { webhookChaos } from '../platform/webhook-chaos.ts';
import { roundsOf } from './share.ts';

test('every event reaches the good ones of 50 receivers through kills and losses of the database', async () => {
  await webhookChaos({
    tenants: 2,
    good: 7,
    badOfEachKind: 2,
    events: roundsOf(20_000),
    kills: roundsOf(10),
    databaseKills: roundsOf(2),
    timedEvents: roundsOf(1_000),
    quantile: 0.99,
    mostRatio: 3,
  });
});
