import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, codesOf, dataOf } from '../client.ts';
import { world } from '../world.ts';
import { created, DELETE, READ, SHIRT, UPDATE } from './chains.ts';

test('an update makes a version, and the earlier ones stay readable', async () => {
  const ours = await world();
  const id = await created(ours);
  const [shop, mill] = SHIRT.facilities;
  const facilities = [shop ?? assert.fail(), { ...mill, energyKwhPerUnit: 2.5 }];
  const flows = [{ from: 'mill', to: 'shop', quantity: 0.16 }];
  const input = { id, facilities, flows, tags: null, expectedVersion: 1 };
  const updated = at(
    dataOf(await ours.send(UPDATE, { input })),
    'updateSupplyChain',
    'supplyChain',
  );
  assert.deepEqual(
    [at(updated, 'version'), at(updated, 'name'), at(updated, 'tags'), at(updated, 'flowCount')],
    [2, 'Cotton T-shirt', [], 1],
  );
  const answer = await ours.send(
    `query ($id: ID!, $after: String) { supplyChain(id: $id) { versions(first: 1, after: $after) {
      totalCount pageInfo { hasNextPage endCursor }
      edges { node { version tags facilities { key energyKwhPerUnit } flows { from } } }
    } } }`,
    { id },
  );
  const versions = at(dataOf(answer), 'supplyChain', 'versions');
  assert.equal(at(versions, 'totalCount'), 2);
  assert.equal(at(versions, 'edges', 0, 'node', 'facilities', 1, 'energyKwhPerUnit'), 2.5);
  const next = await ours.send(
    `query ($id: ID!, $after: String) { supplyChain(id: $id) { versions(after: $after) {
      edges { node { version tags facilities { key } flows { from } } }
    } } }`,
    { id, after: at(versions, 'pageInfo', 'endCursor') ?? null },
  );
  assert.deepEqual(at(dataOf(next), 'supplyChain', 'versions', 'edges'), [
    {
      node: {
        version: 1,
        tags: ['summer'],
        facilities: [{ key: 'shop' }, { key: 'mill' }, { key: 'farm' }],
        flows: [{ from: 'farm' }, { from: 'mill' }, { from: 'mill' }],
      },
    },
  ]);
});

test('an update that would break the network changes nothing', async () => {
  const ours = await world();
  const id = await created(ours);
  const facilities = [SHIRT.facilities[0] ?? assert.fail()];
  const refused = await ours.send(UPDATE, { input: { id, facilities } });
  assert.deepEqual(codesOf(refused), ['BAD_USER_INPUT']);
  const chain = at(dataOf(await ours.send(READ, { id })), 'supplyChain');
  assert.deepEqual([at(chain, 'version'), at(chain, 'facilityCount')], [1, 3]);
});

test('refuses to write over a version that was not read', async () => {
  const ours = await world();
  const id = await created(ours);
  await ours.send(UPDATE, { input: { id, name: 'T-shirt' } });
  for (const mutation of [UPDATE, DELETE]) {
    const stale = await ours.send(mutation, { input: { id, expectedVersion: 1 } });
    assert.deepEqual(codesOf(stale), ['CONFLICT']);
    assert.equal(stale.errors[0]?.extensions['currentVersion'], 2);
  }
});

test('of many updates at once each makes one version, and only those that read the right one', async () => {
  const ours = await world();
  const id = await created(ours);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      ours.send(UPDATE, { input: { id, description: `No. ${at}`, expectedVersion: 1 } }),
    ),
  );
  const codes = answers.flatMap(codesOf);
  assert.deepEqual(
    codes,
    Array.from({ length: 7 }, () => 'CONFLICT'),
  );
  assert.equal(at(dataOf(await ours.send(READ, { id })), 'supplyChain', 'version'), 2);
});
