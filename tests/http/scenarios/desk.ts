import assert from 'node:assert/strict';
import { untilFound } from '../../../server/src/platform/testing.ts';
import {
  at,
  type Client,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  sendForId,
  textAt,
} from '../client.ts';

/** Everything that a scenario of one subject answers. */
export const SCENARIO = `id state version error staleReason completedAt
  overrides { name op select change cost { amount currencyCode } }
  result {
    baseline { id co2eKg snapshotHash } outcome { id co2eKg snapshot }
    total { baseline outcome difference share }
    phases { phase difference } burdenShifts { category share }
    levers { name op aloneCo2eKg stepCo2eKg cumulatedCo2eKg interactionCo2eKg
      cost { amount currencyCode } costPerTonne { amount currencyCode } }
    interactionCo2eKg
    comparison { probabilityBelow probabilityAbove probabilityEqual lowCo2eKg highCo2eKg iterations }
    lines { number product { id } baseline outcome difference } transport { baseline outcome }
    cost { amount currencyCode } costPerTonne { amount currencyCode } tornado { path lowCo2eKg highCo2eKg }
    sweep { parameters { override values } co2eKg }
    target { outcome targetCo2eKg co2eKg levels { name level cost { amount } } cost { amount } method }
    equivalencies(kinds: [CAR_KM]) { amount }
  }`;

export const CAN: JsonObject = {
  name: 'Can',
  components: [
    {
      name: 'Body',
      material: 'aluminium can',
      massKg: 1,
      transportLegs: [{ method: 'ROAD', distanceKm: 1000 }],
    },
  ],
};

export const recycled = (share: number): JsonObject => ({
  name: 'Recycled',
  select: { component: 'Body' },
  setRecycledShare: share,
});

/** A mill in China with energy of 3 kWh a unit, and a shop in Germany with 1. */
export async function newChain(client: Client): Promise<string> {
  const facilities = [
    { key: 'mill', name: 'Mill', tier: 1, country: 'CN', energyKwhPerUnit: 3 },
    { key: 'shop', name: 'Shop', tier: 0, country: 'DE', energyKwhPerUnit: 1 },
  ];
  const flows = [{ from: 'mill', to: 'shop', quantity: 2 }];
  return sendForId(client, 'createSupplyChain', 'supplyChain', {
    name: 'Chain',
    facilities,
    flows,
  });
}

export async function create(client: Client, input: JsonObject): Promise<string> {
  const text = mutationText('createScenario', 'scenario { id }');
  const answer = await client.send(text, { input: { name: 'What if', ...input } });
  return textAt(answer, 'createScenario', 'scenario', 'id');
}

/** Runs a scenario and waits until it has ended. */
export async function run(client: Client, id: string): Promise<Json> {
  const started = await client.send(mutationText('runScenario', 'scenario { state }'), {
    input: { id },
  });
  assert.equal(textAt(started, 'runScenario', 'scenario', 'state'), 'QUEUED');
  return ended(client, id);
}

async function ended(client: Client, id: string): Promise<Json> {
  return untilFound(async () => {
    const scenario = await read(client, id);
    const state = String(at(scenario, 'state'));
    return state === 'QUEUED' || state === 'RUNNING' ? undefined : scenario;
  });
}

export async function read(client: Client, id: string): Promise<Json> {
  const text = `query ($id: ID!) { scenario(id: $id) { ${SCENARIO} } }`;
  return at(dataOf(await client.send(text, { id })), 'scenario') ?? null;
}
