import { test } from 'node:test';
import { webhookChaos } from '../platform/webhook-chaos.ts';

test('20,000 events reach the good ones of 50 receivers through ten kills and two losses of the database', async () => {
  await webhookChaos({
    tenants: 2,
    good: 7,
    badOfEachKind: 2,
    events: 20_000,
    kills: 10,
    databaseKills: 2,
    timedEvents: 1_000,
    quantile: 0.99,
    mostRatio: 3,
  });
});
