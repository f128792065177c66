import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../../server/src/platform/database/index.ts';
import { decodeId } from '../../../server/src/platform/ids.ts';
import {
  at,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  sendForId,
  textAt,
} from '../client.ts';
import { addVersion, publish } from '../passports/published.ts';
import { holdCatalogue } from '../schema/holdings.ts';
import { service, type World, world } from '../world.ts';

const ATTENTION = '{ attention { kind count countIsExact page objects { id name } } }';

async function attentionOf({ send }: Pick<World, 'send'>): Promise<readonly Json[]> {
  const items = at(dataOf(await send(ATTENTION)), 'attention');
  assert.ok(Array.isArray(items));
  return items;
}

const itemOf = async (here: World, kind: string) =>
  (await attentionOf(here)).find((item) => at(item, 'kind') === kind);

async function newProduct({ send }: World, input: JsonObject = {}): Promise<string> {
  const bill = { components: [{ material: 'cotton fibre', massKg: 1 }] };
  return sendForId({ send }, 'createProduct', 'product', { name: 'Bag', ...bill, ...input });
}

const calculate = async ({ send }: World, productId: string) =>
  await sendForId({ send }, 'calculateProductFootprint', 'calculation', { productId });

test('a product needs attention until it has a footprint, and again when its declaration changes', async () => {
  const here = await world();
  assert.deepEqual(await attentionOf(here), []);
  const id = await newProduct(here);
  await newProduct(here, { name: 'Old', status: 'ARCHIVED' });
  assert.deepEqual(await attentionOf(here), [
    {
      kind: 'PRODUCTS_WITHOUT_FOOTPRINT',
      count: 1,
      countIsExact: true,
      page: 'products?footprint=NOT_CALCULATED',
      objects: [{ id, name: 'Bag' }],
    },
  ]);
  await calculate(here, id);
  assert.deepEqual(await attentionOf(here), []);
  const update = (input: JsonObject) =>
    here.send(mutationText('updateProduct', 'product { id }'), { input: { id, ...input } });
  dataOf(await update({ name: 'Shopping bag' }));
  assert.deepEqual(await attentionOf(here), [], 'a name changes no footprint');
  dataOf(await update({ components: [{ material: 'cotton fibre', massKg: 2 }] }));
  const outdated = await itemOf(here, 'OUTDATED_FOOTPRINTS');
  assert.deepEqual(at(outdated, 'objects'), [{ id, name: 'Shopping bag' }]);
  await calculate(here, id);
  assert.deepEqual(await attentionOf(here), []);
});

test('passports of which the product has another footprint by now need attention', async () => {
  const here = await world({ tier: 'ENTERPRISE' });
  const productId = await newProduct(here);
  await calculate(here, productId);
  const id = await sendForId(here, 'generateDpp', 'dpp', { productId });
  assert.deepEqual(await attentionOf(here), []);
  await sendForId(here, 'updateProduct', 'product', {
    id: productId,
    components: [{ material: 'cotton fibre', massKg: 2 }],
  });
  await calculate(here, productId);
  assert.deepEqual(await attentionOf(here), [
    {
      kind: 'OUTDATED_DPP_FOOTPRINTS',
      count: 1,
      countIsExact: true,
      page: 'passports?footprint=OUTDATED',
      objects: [{ id, name: 'Bag' }],
    },
  ]);
});

test('keys that expire, endpoints that fail, stale scenarios and failed jobs need attention', async () => {
  const here = await world({ tier: 'ENTERPRISE' });
  const { send, scope } = here;
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
  const keys: string[] = [];
  for (const expiresAt of [days(13), days(15)]) {
    keys.push(await sendForId({ send }, 'createApiKey', 'apiKey', { name: 'Till', expiresAt }));
  }
  const endpointId = await sendForId({ send }, 'createWebhookEndpoint', 'webhookEndpoint', {
    url: 'https://example.com/hook',
  });
  const job = await send(mutationText('bulkImport', 'job { id }'), { input: { type: 'PRODUCTS' } });
  const jobId = textAt(job, 'bulkImport', 'job', 'id');
  const productId = await newProduct(here);
  const scenario = await send(mutationText('createScenario', 'scenario { id }'), {
    input: { name: 'Recycled', productId },
  });
  const scenarioId = textAt(scenario, 'createScenario', 'scenario', 'id');
  const ofTenant = [scope.organizationId, scope.environment];
  const uuid = (kind: 'webhookEndpoint' | 'job' | 'scenario', id: string) => decodeId(kind, id);
  await query(
    service.db,
    `insert into webhook_health select $1, $2, $3, date_trunc('hour', now()), 5, 1, 2`,
    [...ofTenant, uuid('webhookEndpoint', endpointId)],
  );
  await query(
    service.db,
    `update jobs set state = 'FAILED', finished_at = now() where organization_id = $1 and environment = $2 and id = $3`,
    [...ofTenant, uuid('job', jobId)],
  );
  await query(
    service.db,
    `update scenarios set state = 'STALE' where organization_id = $1 and environment = $2 and id = $3`,
    [...ofTenant, uuid('scenario', scenarioId)],
  );
  const passport = await publish({ scope: { ...scope, environment: 'LIVE' } });
  const amended = await publish({ scope: { ...scope, environment: 'LIVE' } });
  await query(
    service.db,
    `update dpp_registrations set state = 'REJECTED', due_at = null where organization_id = $1 and environment = $2`,
    ofTenant,
  );
  await addVersion({ scope, gtin: amended.gtin }, amended.uuid, 2);
  const found = (await attentionOf(here)).map((item) => [at(item, 'kind'), at(item, 'objects')]);
  assert.deepEqual(Object.fromEntries(found), {
    PRODUCTS_WITHOUT_FOOTPRINT: [{ id: productId, name: 'Bag' }],
    EXPIRING_API_KEYS: [{ id: keys[0], name: 'Till' }],
    FAILING_WEBHOOK_ENDPOINTS: [{ id: endpointId, name: 'example.com' }],
    REJECTED_DPP_REGISTRATIONS: [{ id: passport.id, name: 'Shirt' }],
    FAILED_BULK_JOBS: [{ id: jobId, name: 'IMPORT_PRODUCTS' }],
    STALE_SCENARIOS: [{ id: scenarioId, name: 'Recycled' }],
  });
  const reader = await world({ organization: here.organization, permissions: ['PRODUCTS_READ'] });
  assert.deepEqual(
    (await attentionOf(reader)).map((item) => at(item, 'kind')),
    ['PRODUCTS_WITHOUT_FOOTPRINT', 'FAILED_BULK_JOBS'],
  );
  const other = await world({ organization: here.organization, environment: 'SANDBOX' });
  assert.deepEqual(await attentionOf(other), []);
});

test('products that the catalogue could not calculate need attention', async () => {
  const here = await world({ tier: 'GROWTH' });
  await newProduct(here);
  const productId = await newProduct(here, {
    name: 'Odd',
    components: [{ material: 'unobtainium', massKg: 1 }],
  });
  await holdCatalogue(here);
  const item = await itemOf(here, 'PRODUCTS_NOT_CALCULATED');
  assert.deepEqual(at(item, 'objects'), [{ id: productId, name: 'Odd' }]);
});
