import { test } from 'node:test';
import { webhookChaos } from './webhook-chaos.ts';

test('every committed event reaches every good receiver, in spite of bad receivers and a kill', async () => {
  await webhookChaos({
    tenants: 1,
    good: 3,
    badOfEachKind: 1,
    events: 60,
    kills: 1,
    databaseKills: 0,
    timedEvents: 15,
    quantile: 0.9,
    mostRatio: 5,
    endsLeases: true,
  });
});
