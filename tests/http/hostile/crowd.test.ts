import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, dataOf, type Json, sendForId } from '../client.ts';
import { world } from '../world.ts';

const READ = `query ($ids: [ID!]!) {
  products(first: 5) { totalCount edges { node { name components { material massKg } } } }
  nodes(ids: $ids) { ... on Product { name components { massKg } } }
}`;

/** Three tenants whose products differ only by a mass that identifies the tenant. */
const tenants = await Promise.all(
  [1, 2, 3].map(async (massKg) => {
    const owner = await world(massKg === 3 ? { environment: 'SANDBOX' } : {});
    const ids: string[] = [];
    for (const name of ['A', 'B', 'C']) {
      ids.push(
        await sendForId(owner, 'createProduct', 'product', {
          name,
          components: [{ material: 'wool', massKg }],
        }),
      );
    }
    return { massKg, owner, ids };
  }),
);

test('mixes nothing up between requests of several tenants at a time', async () => {
  const rounds = Array.from({ length: 40 }, () => tenants).flat();
  const allIds = tenants.flatMap(({ ids }) => ids);
  await Promise.all(
    rounds.map(async ({ massKg, owner }) => {
      const data = dataOf(await owner.send(READ, { ids: allIds }));
      assert.equal(at(data, 'products', 'totalCount'), 3);
      const found = JSON.stringify(data).match(/"massKg":\d/g) ?? [];
      assert.deepEqual(
        found,
        Array.from({ length: 6 }, () => `"massKg":${massKg}`),
      );
      const nodes: Json | undefined = at(data, 'nodes');
      assert.ok(Array.isArray(nodes));
      assert.equal(nodes.filter((node) => node === null).length, 6);
    }),
  );
});
