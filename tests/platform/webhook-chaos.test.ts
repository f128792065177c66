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
    // The slowest of so few events show the load of the machine, and the receivers of both rounds share its cores
    // with other tests: 2 to 5 times was seen. Waiting for a bad receiver takes a second, about 80 times as long.
    // tests/endurance measures p99.
    quantile: 0.5,
    mostRatio: 10,
    endsLeases: true,
  });
});
