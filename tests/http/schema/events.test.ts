import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { requestCatalogue } from '../../../server/src/domains/calculations/catalogue.ts';
import { query } from '../../../server/src/platform/database/index.ts';
import { decodeId, encodeId } from '../../../server/src/platform/ids.ts';
import { updateJob } from '../../../server/src/platform/jobs/index.ts';
import { exampleOf, type ObjectSchema } from '../../../server/src/rules/events/event-payload.ts';
import { eventTypes } from '../../../server/src/rules/events/events.ts';
import { dataOf, type JsonObject } from '../client.ts';
import { newProduct } from '../orders/shop.ts';
import { service, type World, world } from '../world.ts';
import { argumentsOf, CALLED_ELSEWHERE, documentOf, stepsBefore, typesNamedBy } from './calls.ts';
import { furnish, type Holdings, queueRun } from './holdings.ts';
import { ROOT_FIELDS, type RootField } from './places.ts';

/**
 * Every mutation of the schema is called once; the events that it records are compared with this table,
 * and their payloads with the declarations. A mutation that is not in the table records nothing.
 */
const RECORDED: Readonly<Record<string, readonly string[]>> = {
  createProduct: ['product.created'],
  updateProduct: ['product.updated'],
  deleteProduct: ['product.deleted'],
  createSupplyChain: ['supply_chain.created'],
  updateSupplyChain: ['supply_chain.updated'],
  deleteSupplyChain: ['supply_chain.deleted'],
  createCustomer: ['customer.created'],
  updateCustomer: ['customer.updated'],
  deleteCustomer: ['customer.deleted', 'customer.erased'],
  abandonCart: ['cart.abandoned'],
  checkoutCart: ['cart.checked_out', 'order.created'],
  createOrder: ['order.created'],
  updateOrder: ['order.updated'],
  confirmOrder: ['order.confirmed'],
  shipOrder: ['order.shipped'],
  deliverOrder: ['order.delivered'],
  cancelOrder: ['order.cancelled'],
  returnOrder: ['order.returned'],
  recordTransaction: ['transaction.succeeded'],
  settleTransaction: ['transaction.succeeded'],
  calculateMaterial: ['calculation.completed'],
  calculateEnergy: ['calculation.completed'],
  calculateTransport: ['calculation.completed'],
  calculateProductFootprint: ['calculation.completed', 'product.footprint_changed'],
  calculateSupplyChainFootprint: ['calculation.completed'],
  calculateCartFootprint: ['calculation.completed'],
  calculateOrderFootprint: ['calculation.completed'],
  recordClimateContribution: ['order.updated'],
  retireClimateContribution: ['order.updated'],
  reverseClimateContribution: ['order.updated'],
  deleteFactorSet: ['factor_set.deleted'],
  generateAsset: ['asset.rendered'],
  deleteAsset: ['asset.deleted'],
  generateDpp: ['dpp.generated'],
  deleteDpp: ['dpp.deleted'],
  publishDpp: ['dpp.published'],
  amendDpp: ['dpp.amended'],
  suspendDpp: ['dpp.suspended'],
  resumeDpp: ['dpp.resumed'],
  revokeDpp: ['dpp.revoked'],
  endDppLife: ['dpp.end_of_life'],
  archiveDpp: ['dpp.archived'],
  createApiKey: ['api_key.created'],
  rotateApiKey: ['api_key.rotated'],
  revokeApiKey: ['api_key.revoked'],
};

/** Events that no mutation records, with the test that sees them recorded. */
const RECORDED_LATER: Readonly<Record<string, string>> = {
  'api_key.expiring': 'server/src/domains/keys/expiry.test.ts',
  'asset.failed': 'tests/http/assets/batch.test.ts',
  'bulk_job.completed': 'tests/http/bulk/import.test.ts',
  'bulk_job.failed': 'tests/http/bulk/import.test.ts',
  'calculation.failed': 'server/src/domains/calculations/catalogue.test.ts',
  'dpp.backup_failed': 'tests/http/passports/replication.test.ts',
  'dpp.registration_changed': 'tests/http/passports/register.test.ts',
  'dpp.transferred': 'tests/http/passports/transfer.test.ts',
  ping: 'tests/http/webhooks/webhooks.test.ts',
  'scenario.completed': 'tests/http/scenarios/scenarios.test.ts',
  'scenario.failed': 'tests/http/scenarios/scenarios.test.ts',
  'transaction.failed': 'tests/http/transactions/transactions.test.ts',
  'webhook_endpoint.disabled': 'tests/http/webhooks/webhooks.test.ts',
};

/** Values that make a call of an update change something. */
const CHANGES: Readonly<Record<string, JsonObject>> = {
  updateProduct: { name: 'Changed' },
  updateSupplyChain: { name: 'Changed' },
  updateCustomer: { name: 'Changed' },
  updateOrder: { metadata: { changed: true } },
};

type Recorded = { readonly type: string; readonly data: unknown };

const mutations = ROOT_FIELDS.filter(
  ({ root, name }) => root === 'mutation' && CALLED_ELSEWHERE[name] === undefined,
);

for (const call of mutations) {
  test(`${call.name} records ${RECORDED[call.name]?.join(' and ') ?? 'no event'}`, async () => {
    const caller = await world({ tier: 'ENTERPRISE', environment: 'SANDBOX' });
    const holdings = await holdingsFor(call, caller);
    for (const step of stepsBefore(call)) await perform(caller, step, holdings);
    const before = await recordedBy(caller);
    await perform(caller, call, holdings);
    const events = (await recordedBy(caller)).slice(before.length);

    assert.deepEqual(events.map(({ type }) => type).sort(), RECORDED[call.name] ?? []);
    for (const { type, data } of events) {
      const payload = eventTypes().get(type)?.payload;
      assert.ok(payload !== undefined, `${type} is not declared`);
      assert.deepEqual(problemsOf(payload, data), [], type);
    }
  });
}

test('every declared event is recorded by a mutation, or later by work with a test of its own', () => {
  const recorded = new Set([...Object.values(RECORDED).flat(), ...Object.keys(RECORDED_LATER)]);
  assert.deepEqual([...recorded].sort(), [...eventTypes().keys()]);
});

test('the example of every payload has the form that its declaration states', () => {
  for (const { type, payload } of eventTypes().values())
    assert.deepEqual(problemsOf(payload, exampleOf(payload)), [], type);
});

const forms = new Ajv({ allErrors: true });
formats.default(forms);

function problemsOf(schema: ObjectSchema, value: unknown) {
  return forms.validate(schema, value) ? [] : forms.errors;
}

/**
 * The product of the fixtures is in their order and cart, so another one is deleted. Only a job
 * or scenario that waits can be cancelled; these wait for a file, so that no worker takes them.
 */
async function holdingsFor(mutation: RootField, caller: World): Promise<Holdings> {
  const { name } = mutation;
  const holdings = await furnish(caller, name, undefined, typesNamedBy(mutation));
  if (name === 'cancelCalculation') {
    const id = await service.db.transaction().execute(async (tx) => {
      const work = { db: tx, scope: caller.scope };
      const catalogue = await requestCatalogue(work, {}, false);
      await updateJob(work, catalogue.jobId ?? '', { state: 'AWAITING_FILE' });
      return encodeId('calculation', catalogue.id);
    });
    return new Map([...holdings, ['Calculation', { id }]]);
  }
  for (const type of ['AssetBatch', 'DppJob', 'WebhookRedelivery']) {
    const id = name === `cancel${type}` && decodeId('job', String(holdings.get(type)?.['id']));
    if (id)
      await updateJob({ db: service.db, scope: caller.scope }, id, { state: 'AWAITING_FILE' });
  }
  if (name === 'cancelScenario') await queueRun({ db: service.db, scope: caller.scope }, holdings);
  if (name !== 'deleteProduct') return holdings;
  return new Map([...holdings, ['Product', { id: await newProduct(caller, {}, false) }]]);
}

async function perform(caller: World, call: RootField, holdings: Holdings): Promise<void> {
  const args = argumentsOf(call, holdings);
  const input = { ...Object(args['input']), ...CHANGES[call.name] };
  const whole = 'input' in args ? { ...args, input } : args;
  dataOf(await caller.send(documentOf(call, whole, '{ __typename }'), whole));
}

function recordedBy({ scope }: World): Promise<Recorded[]> {
  return query(
    service.db,
    'select type, data from events where organization_id = $1 and environment = $2 order by id',
    [scope.organizationId, scope.environment],
  );
}
