import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { readMigrations } from '../../../server/src/platform/database/migrate.ts';
import { until } from '../../../server/src/platform/testing.ts';
import { imported as importedRows, jsonl } from '../bulk/files.ts';
import {
  at,
  type Client,
  codesOf,
  dataOf,
  type JsonObject,
  mutationText,
  sendForId,
  textAt,
} from '../client.ts';
import { newProduct } from '../orders/shop.ts';
import { service, world } from '../world.ts';

const COTTON = {
  name: 'growers',
  version: '1',
  licence: 'proprietary',
  attribution: 'Measured by ourselves.',
  format: 'CSV',
  content: 'id,name,unit,kgco2e_per_unit,material\nc,Cotton of zzgrowers,kg,1.75,cotton fibre\n',
};

const imported = async ({ send }: Client): Promise<string> => {
  return sendForId({ send }, 'importFactorSet', 'factorSet', COTTON);
};

const deletion = ({ send }: Client, id: string) =>
  send(mutationText('deleteFactorSet', 'deletedFactorSetId factorSet { slug isOwn }'), {
    input: { id },
  });

const ownFactors = async ({ send }: Client) => {
  const text = '{ emissionFactors(filter: { text: "zzgrowers" }) { totalCount nodes { id } } }';
  return at(dataOf(await send(text)), 'emissionFactors');
};

const calculation = async ({ send }: Client) => {
  const fields =
    'calculation { id co2eKg contributions { nodes { label kgCo2ePerUnit factor { name } } } snapshot }';
  const answer = await send(mutationText('calculateMaterial', fields), {
    input: { material: 'cotton fibre', massKg: 2 },
  });
  return at(dataOf(answer), 'calculateMaterial', 'calculation');
};

test('a deleted set is gone with its factors, results keep what they used, and its name is free', async () => {
  const client = await world({ tier: 'GROWTH' });
  const id = await imported(client);
  const before = await calculation(client);
  assert.equal(at(before, 'co2eKg'), 3.5);
  const gone = at(dataOf(await deletion(client, id)), 'deleteFactorSet');
  assert.deepEqual(gone, {
    deletedFactorSetId: id,
    factorSet: { slug: 'growers-1', isOwn: true },
  });

  assert.equal(at(await ownFactors(client), 'totalCount'), 0);
  const search =
    '{ search(query: "zzgrowers", types: [FACTOR]) { edges { node { __typename } } } }';
  assert.deepEqual(at(dataOf(await client.send(search)), 'search', 'edges'), []);
  const kept = await client.send(
    `query ($id: ID!) { calculation(id: $id) {
      id co2eKg contributions { nodes { label kgCo2ePerUnit factor { name } } } snapshot } }`,
    { id: String(at(before, 'id')) },
  );
  const after = at(dataOf(kept), 'calculation');
  assert.deepEqual(at(after, 'snapshot'), at(before, 'snapshot'));
  assert.ok(JSON.stringify(at(after, 'snapshot')).includes('Cotton of zzgrowers'));
  const [own, without] = [before, after].map((each) => at(each, 'contributions', 'nodes', 0));
  assert.equal(at(own, 'factor', 'name'), 'Cotton of zzgrowers');
  assert.deepEqual(without, { label: at(own, 'label'), kgCo2ePerUnit: 1.75, factor: null });
  assert.notEqual(at(await calculation(client), 'co2eKg'), 3.5);

  const events = '{ events(filter: { types: ["factor_set.deleted"] }) { nodes { data } } }';
  assert.deepEqual(at(dataOf(await client.send(events)), 'events', 'nodes', 0, 'data'), {
    factorSetId: id,
    slug: 'growers-1',
    factorCount: 1,
  });
  assert.notEqual(await imported(client), id);
  assert.equal(at(await calculation(client), 'co2eKg'), 3.5);
});

test('products and supply chains that refer to a factor of the set are named, and it stays until they do not', async () => {
  const client = await world({ tier: 'GROWTH' });
  const id = await imported(client);
  const factorId = String(at(await ownFactors(client), 'nodes', 0, 'id'));
  const components = [{ name: 'Jersey', factorId, massKg: 1 }];
  const productId = await newProduct(client, { name: 'Shirt', components }, false);
  const farm = { key: 'farm', name: 'Farm', tier: 1, country: 'TR', unit: 'KG' };
  const supplyChainId = await sendForId(client, 'createSupplyChain', 'supplyChain', {
    name: 'Way',
    facilities: [{ ...farm, factorId }],
  });

  const refused = await deletion(client, id);
  assert.deepEqual(codesOf(refused), ['CONFLICT']);
  assert.deepEqual(refused.errors[0]?.extensions['usedBy'], [
    { id: productId, name: 'Shirt' },
    { id: supplyChainId, name: 'Way' },
  ]);
  const update = { input: { id: productId, components: [] } };
  dataOf(await client.send(mutationText('updateProduct', 'product { id }'), update));
  const network = { input: { id: supplyChainId, facilities: [farm] } };
  dataOf(await client.send(mutationText('updateSupplyChain', 'supplyChain { id }'), network));
  assert.equal(at(dataOf(await deletion(client, id)), 'deleteFactorSet', 'deletedFactorSetId'), id);
});

test('a set is held by products of a file, until they are deleted or changed by a file', async () => {
  const client = await world({ tier: 'GROWTH' });
  const id = await imported(client);
  const factorId = String(at(await ownFactors(client), 'nodes', 0, 'id'));
  const row = (externalId: string, components: readonly JsonObject[]) => ({
    ...{ externalId, name: externalId },
    components: [...components],
  });
  const named = [{ name: 'Jersey', factorId, massKg: 1 }];
  await importedRows(client, jsonl([row('a', named), row('b', named), row('c', [])]));
  const holding = async () => {
    const { errors } = await deletion(client, id);
    const usedBy = errors[0]?.extensions['usedBy'];
    return Array.isArray(usedBy) ? usedBy.map((use) => at(use, 'name')) : codesOf({ errors });
  };
  assert.deepEqual(await holding(), ['a', 'b']);
  await importedRows(client, jsonl([row('a', []), row('c', named)]));
  assert.deepEqual(await holding(), ['b', 'c']);
  for (const externalId of ['b', 'c'])
    dataOf(
      await client.send(mutationText('deleteProduct', 'deletedProductId'), {
        input: { externalId },
      }),
    );
  assert.deepEqual(await holding(), []);
});

test('no product names a factor that was deleted between its check and the write of the product', async () => {
  const client = await world({ tier: 'GROWTH' });
  const id = await imported(client);
  const factorId = String(at(await ownFactors(client), 'nodes', 0, 'id'));
  await newProduct(client, { externalId: 'S' }, false);
  const components = [{ name: 'Jersey', factorId, massKg: 1 }];
  const creation = await service.db.transaction().execute(async (tx) => {
    // Until this commits, a product with the same external id waits in its write, after the check of its factor.
    await sql`delete from products where organization_id = ${client.scope.organizationId}
      and environment = 'LIVE' and external_id = 'S'`.execute(tx);
    const creating = client.send(mutationText('createProduct', 'product { id }'), {
      input: { externalId: 'S', name: 'Shirt', components },
    });
    await until(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(service.db);
      return rows.length > 0;
    });
    dataOf(await deletion(client, id));
    return async () => creating;
  });
  const { errors } = await creation();
  assert.deepEqual(at(errors[0]?.extensions, 'problems', 0, 'path'), [
    'input',
    'components',
    0,
    'factorId',
  ]);
  const products = '{ products { totalCount } }';
  assert.deepEqual(dataOf(await client.send(products)), { products: { totalCount: 0 } });
});

test('what named a factor before uses were noted holds its set after the migration', async () => {
  const client = await world({ tier: 'GROWTH' });
  const id = await imported(client);
  const factorId = String(at(await ownFactors(client), 'nodes', 0, 'id'));
  const processSteps = [{ factorId, massKg: 1 }];
  const components = [{ name: 'Jersey', material: 'cotton fibre', massKg: 1, processSteps }];
  await newProduct(client, { name: 'Shirt', components }, false);
  const farm = { key: 'farm', name: 'Farm', tier: 1, country: 'TR', unit: 'KG', factorId };
  await sendForId(client, 'createSupplyChain', 'supplyChain', { name: 'Way', facilities: [farm] });
  const migration = (await readMigrations()).find(({ name }) => name.includes('uses_of_factor'));
  const text = migration?.sql ?? '';
  await service.db.connection().execute(async (connection) => {
    const { organizationId, environment } = client.scope;
    await sql`delete from factor_set_uses where organization_id = ${organizationId}
      and environment = ${environment}`.execute(connection);
    await sql
      .raw(text.slice(text.indexOf('create function'), text.indexOf('insert into')))
      .execute(connection);
    await sql
      .raw(
        `${text.slice(text.indexOf('insert into')).trim().replace(/;$/, '')} on conflict do nothing`,
      )
      .execute(connection);
  });
  const refused = await deletion(client, id);
  assert.deepEqual(
    [refused.errors[0]?.extensions['usedBy']].flat().map((use) => at(use, 'name')),
    ['Shirt', 'Way'],
  );
});

test('only a set of one’s own is deleted, on GROWTH and with FACTORS_WRITE', async () => {
  const client = await world({ tier: 'GROWTH' });
  const id = await imported(client);
  const { organization } = client;
  const reader = await world({ tier: 'GROWTH', organization, permissions: ['FACTORS_READ'] });
  assert.deepEqual(codesOf(await deletion(reader, id)), ['FORBIDDEN']);
  assert.deepEqual(codesOf(await deletion(await world(), id)), ['FORBIDDEN']);
  const stranger = await world({ tier: 'GROWTH' });
  const shared = '{ emissionFactors(first: 1) { nodes { set { id } } } }';
  const library = textAt(await stranger.send(shared), 'emissionFactors', 'nodes', 0, 'set', 'id');
  for (const missing of [id, library])
    assert.deepEqual(codesOf(await deletion(stranger, missing)), ['NOT_FOUND']);
  assert.equal(at(await ownFactors(client), 'totalCount'), 1);
});
