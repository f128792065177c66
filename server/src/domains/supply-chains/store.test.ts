import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import type { SupplyChainDraft } from './model.ts';
import { insertSupplyChain, supplyChains, updateSupplyChainRow } from './store.ts';
import { findNetworks, listVersions } from './version-store.ts';

const { db, inspect } = await testDatabase();
const scope: Scope = { organizationId: randomUUID(), environment: 'LIVE' };
const tenant = { db, scope };
const neighbour: Scope = { ...scope, environment: 'SANDBOX' };

function draft(name: string, country = 'PT'): SupplyChainDraft {
  return {
    externalId: null,
    name,
    description: null,
    productId: null,
    tags: [],
    metadata: {},
    network: { facilities: [{ key: 'a', name: 'A', tier: 0, country }], flows: [] },
  };
}

/** A supply chain with several versions, named v1, v2 … */
async function chainOf(versions: number): Promise<string> {
  const id = newUuid();
  await db.transaction().execute(async (tx) => {
    const work = { db: tx, scope };
    await insertSupplyChain(work, id, draft('v1'));
    for (let version = 2; version <= versions; version += 1) {
      await updateSupplyChainRow(work, id, draft(`v${version}`, 'FR'));
    }
  });
  return id;
}

test('every version keeps the network that it had', async () => {
  const id = await chainOf(2);
  const networks = await findNetworks(tenant, [
    { supplyChainId: id, version: 1 },
    { supplyChainId: id, version: 2 },
    { supplyChainId: id, version: 3 },
  ]);
  const countries = networks
    .toSorted((a, b) => a.version - b.version)
    .map(({ network }) => network.facilities[0]?.country);
  assert.deepEqual(countries, ['PT', 'FR']);
  assert.deepEqual(
    await findNetworks({ db, scope: neighbour }, [{ supplyChainId: id, version: 1 }]),
    [],
  );
  const [chain] = await supplyChains.find(tenant, [id]);
  assert.deepEqual([chain?.version, chain?.name, chain?.countries], [2, 'v2', ['FR']]);
});

test('the versions of several supply chains come page by page in one statement', async () => {
  const ids = [await chainOf(3), await chainOf(1)];
  const page = { limit: 2, isBackward: false };
  const names = async (where: Scope, from?: number) => {
    const rows = await listVersions({ db, scope: where }, ids, {
      ...page,
      ...(from === undefined ? {} : { from: { key: [from], isInclusive: false } }),
    });
    return ids.map((id) =>
      rows.filter(({ supplyChainId }) => supplyChainId === id).map(({ name }) => name),
    );
  };
  assert.deepEqual(await names(scope), [['v3', 'v2'], ['v1']]);
  assert.deepEqual(await names(scope, 2), [['v1'], ['v1']]);
  assert.deepEqual(await names(neighbour), [[], []]);
});

test('a deleted supply chain takes its versions with it, and nobody else’s', async () => {
  const [id, other] = [await chainOf(2), await chainOf(2)];
  const before = await supplyChains.total(tenant);
  await db.transaction().execute((tx) => supplyChains.delete({ db: tx, scope: neighbour }, id));
  assert.equal(await supplyChains.total(tenant), before);
  await db.transaction().execute((tx) => supplyChains.delete({ db: tx, scope }, id));
  assert.equal(await supplyChains.total(tenant), before - 1);
  const left = await inspect<{ id: string; versions: number }>(
    `select supply_chain_id as id, count(*)::int as versions from supply_chain_versions
     where supply_chain_id in ($1, $2) group by supply_chain_id`,
    [id, other],
  );
  assert.deepEqual(left, [{ id: other, versions: 2 }]);
});
