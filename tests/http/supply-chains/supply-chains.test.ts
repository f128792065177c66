import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../../server/src/platform/database/index.ts';
import { at, codesOf, dataOf, type Json, textAt } from '../client.ts';
import { service, world } from '../world.ts';
import { CREATE, created, DELETE, LIST, READ, SHIRT, UPDATE } from './chains.ts';

test('creates a supply chain and reads it back whole: by id, by externalId and as a node', async () => {
  const ours = await world();
  const answer = await ours.send(CREATE, { input: SHIRT });
  const chain = at(dataOf(answer), 'createSupplyChain', 'supplyChain');
  assert.deepEqual(at(chain, 'countries'), ['FR', 'PT', 'TR']);
  assert.deepEqual([at(chain, 'facilityCount'), at(chain, 'flowCount')], [3, 3]);
  for (const [name, value] of Object.entries(SHIRT.facilities[1] ?? {})) {
    assert.deepEqual(at(chain, 'facilities', 1, name), value, name);
  }
  assert.equal(at(chain, 'facilities', 2, 'unit'), 'KG');
  const id = textAt(answer, 'createSupplyChain', 'supplyChain', 'id');
  assert.match(id, /^sc_/);
  const read = await ours.send(READ, { externalId: 'shirt' });
  assert.deepEqual(at(dataOf(read), 'supplyChain'), chain);
  const node = await ours.send('query ($id: ID!) { node(id: $id) { __typename id } }', { id });
  assert.deepEqual(at(dataOf(node), 'node'), { __typename: 'SupplyChain', id });
});

test('works out the distance of a leg from its ends, and says how', async () => {
  const ours = await world();
  const answer = dataOf(await ours.send(CREATE, { input: SHIRT }));
  const flows = at(answer, 'createSupplyChain', 'supplyChain', 'flows');
  const [sea, road] = [0, 1].map((leg) => at(flows, 0, 'transportLegs', leg));
  assert.equal(at(sea, 'distanceSource'), 'SEA_NETWORK');
  assert.equal(at(road, 'distanceSource'), 'GREAT_CIRCLE');
  assert.match(String(at(road, 'distanceReason')), /to Spinning mill/);
  assert.ok(Number(at(road, 'distanceKm')) < 60, 'Guimarães is near its port');
  const declared = at(flows, 1, 'transportLegs', 0);
  assert.deepEqual(
    [at(declared, 'distanceKm'), at(declared, 'distanceSource'), at(declared, 'distanceReason')],
    [1650, 'DECLARED', null],
  );
});

test('a leg with a factor of its own is read as it was written, so that writing it again loses nothing', async () => {
  const ours = await world();
  const some = await ours.send('{ emissionFactors(first: 1) { nodes { id } } }');
  const factorId = textAt(some, 'emissionFactors', 'nodes', 0, 'id');
  const leg = { method: 'ROAD', distanceKm: 1650, factorId };
  const flows = [{ ...SHIRT.flows[1], transportLegs: [leg] }];
  const answer = dataOf(await ours.send(CREATE, { input: { ...SHIRT, flows } }));
  const read = at(answer, 'createSupplyChain', 'supplyChain', 'flows', 0, 'transportLegs', 0);
  assert.equal(at(read, 'factorId'), factorId);
});

test('marks loops, and gives a map', async () => {
  const ours = await world();
  const id = await created(ours);
  const answer = await ours.send(
    `query ($id: ID!) { supplyChain(id: $id) {
      cycles { keys } geoJson facilities { key isInCycle } flows { from to isInCycle }
    } }`,
    { id },
  );
  const chain = at(dataOf(answer), 'supplyChain');
  assert.deepEqual(at(chain, 'cycles'), [{ keys: ['mill'] }]);
  assert.deepEqual(
    [0, 1, 2].map((index) => at(chain, 'flows', index, 'isInCycle')),
    [false, false, true],
  );
  assert.equal(at(chain, 'geoJson', 'type'), 'FeatureCollection');
  assert.deepEqual(at(chain, 'geoJson', 'features', 1, 'geometry'), {
    type: 'Point',
    coordinates: [-8.29, 41.44],
  });
});

test('reports all problems of a network in one response', async () => {
  const ours = await world();
  const input = {
    name: 'Broken',
    productId: 'prod_01h455vb4pex5vsknk084sn02q',
    facilities: [
      { key: 'a', name: 'A', tier: 0, yield: 2 },
      { key: 'a', name: 'B', tier: 1, energyMix: [{ source: 'SOLAR', share: 0.4 }] },
    ],
    flows: [{ from: 'a', to: 'c', quantity: -1 }],
  };
  const { errors } = await ours.send(CREATE, { input });
  assert.equal(errors[0]?.extensions.code, 'BAD_USER_INPUT');
  const problems = errors[0]?.extensions['problems'];
  assert.ok(Array.isArray(problems));
  assert.deepEqual(
    problems.map((problem: Json) => at(problem, 'path')),
    [
      ['input', 'facilities', 0, 'yield'],
      ['input', 'facilities', 1, 'energyMix'],
      ['input', 'facilities', 1, 'key'],
      ['input', 'flows', 0, 'to'],
      ['input', 'flows', 0, 'quantity'],
      ['input', 'productId'],
    ],
  );
});

test('refuses an externalId that another supply chain has', async () => {
  const ours = await world();
  await created(ours);
  assert.deepEqual(codesOf(await ours.send(CREATE, { input: SHIRT })), ['CONFLICT']);
});

test('a deleted supply chain is gone, and each change records an event', async () => {
  const ours = await world();
  const id = await created(ours);
  await ours.send(UPDATE, { input: { externalId: 'shirt', description: 'Ours.' } });
  const deleted = await ours.send(DELETE, { input: { id, expectedVersion: 2 } });
  assert.equal(textAt(deleted, 'deleteSupplyChain', 'deletedSupplyChainId'), id);
  assert.deepEqual(at(dataOf(deleted), 'deleteSupplyChain', 'supplyChain'), {
    externalId: 'shirt',
    version: 2,
  });
  assert.deepEqual(codesOf(await ours.send(READ, { id })), ['NOT_FOUND']);
  assert.deepEqual(codesOf(await ours.send(DELETE, { input: { id } })), ['NOT_FOUND']);
  assert.equal(at(dataOf(await ours.send(LIST)), 'supplyChains', 'totalCount'), 0);
  const rows = await query(
    service.db,
    `select type, data from events where organization_id = $1 and environment = $2
     and type like 'supply_chain.%' order by id`,
    [ours.scope.organizationId, ours.scope.environment],
  );
  const data = { supplyChainId: id, externalId: 'shirt', productId: null };
  assert.deepEqual(rows, [
    { type: 'supply_chain.created', data: { ...data, version: 1 } },
    { type: 'supply_chain.updated', data: { ...data, version: 2, changedFields: ['description'] } },
    { type: 'supply_chain.deleted', data: { ...data, version: 3 } },
  ]);
});

test('answers a repeated request as the first time, also when the supply chain changed since', async () => {
  const ours = await world();
  const input = { ...SHIRT, idempotencyKey: 'once' };
  const first = await ours.send(CREATE, { input });
  const id = textAt(first, 'createSupplyChain', 'supplyChain', 'id');
  const facilities = [{ key: 'only', name: 'Only', tier: 0 }];
  dataOf(await ours.send(UPDATE, { input: { id, facilities, flows: [] } }));
  const second = await ours.send(CREATE, { input });
  assert.deepEqual(dataOf(second), dataOf(first));
  const other = await ours.send(CREATE, { input: { ...input, name: 'Another' } });
  assert.deepEqual(codesOf(other), ['IDEMPOTENCY_KEY_REUSED']);
});
