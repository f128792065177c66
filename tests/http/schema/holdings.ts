import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { insertMember, insertPerson } from '../../../server/src/domains/accounts/people-store.ts';
import { runScenario } from '../../../server/src/domains/scenarios/service.ts';
import type { Db, TenantDb } from '../../../server/src/platform/database/index.ts';
import { decodeId } from '../../../server/src/platform/ids.ts';
import { updateJob } from '../../../server/src/platform/jobs/index.ts';
import { until, untilFound } from '../../../server/src/platform/testing.ts';
import {
  at,
  type Client,
  inTime,
  type Json,
  type JsonObject,
  mutationText,
  sendForId,
  textAt,
} from '../client.ts';
import { GENERIC } from '../passports/desk.ts';
import { capitalized } from './places.ts';

/** One thing of a tenant, as others might try to name it. */
export type Held = { readonly id: string; readonly externalId?: string };

/** One thing of every type, by type. */
export type Holdings = ReadonlyMap<string, Held>;

type Maker = {
  readonly client: Client;
  /** Unique to the tenant. */
  readonly mark: string;
  /** Id of the thing of a type; the first call makes the thing. */
  readonly idOf: (type: string) => Promise<string>;
  readonly db: Db;
};

export const MILL: JsonObject = {
  key: 'mill',
  name: 'Mill',
  tier: 0,
  material: 'cotton fibre',
  unit: 'KG',
};

export const FACTOR_SET: JsonObject = {
  version: '1',
  licence: 'proprietary',
  attribution: 'Measured by ourselves.',
  format: 'CSV',
  content: 'id,name,unit,kgco2e_per_unit,geography,year\nheld,Held zzheld,kg,7.25,PT,2026\n',
};

export const EPCIS_DOCUMENT: JsonObject = {
  type: 'EPCISDocument',
  schemaVersion: '2.0',
  epcisBody: {
    eventList: ['commissioning', 'packing', 'shipping', 'receiving'].map((bizStep) => ({
      type: 'ObjectEvent',
      eventTime: '2026-11-22T09:30:00Z',
      eventTimeZoneOffset: '+01:00',
      action: 'OBSERVE',
      bizStep,
      epcList: ['https://id.gs1.org/01/09506000134352/21/S1'],
    })),
  },
};

/** Nobody listens there: deliveries fail. */
export const RECEIVER: JsonObject = {
  url: 'https://localhost:65009/',
  eventTypes: ['ping', 'product.created'],
};

/** Makes one object of each type. */
const FIXTURES: Readonly<Record<string, (maker: Maker) => Promise<Held>>> = {
  WebhookEndpoint: (maker) => make(maker, 'createWebhookEndpoint', 'webhookEndpoint', RECEIVER),
  Product: (maker) =>
    make(maker, 'createProduct', 'product', {
      name: 'Held',
      netMassKg: 1,
      price: { amount: '10.00', currencyCode: 'EUR' },
      components: [{ material: 'cotton fibre', massKg: 1 }],
      externalId: `${maker.mark}-product`,
    }),
  Customer: (maker) =>
    make(maker, 'createCustomer', 'customer', {
      name: 'Held',
      externalId: `${maker.mark}-customer`,
    }),
  SupplyChain: async (maker) =>
    make(maker, 'createSupplyChain', 'supplyChain', {
      name: 'Held',
      productId: await maker.idOf('Product'),
      facilities: [MILL],
      externalId: `${maker.mark}-chain`,
    }),
  ShoppingCart: async (maker) =>
    make(maker, 'createShoppingCart', 'shoppingCart', {
      customerId: await maker.idOf('Customer'),
      lines: [{ productId: await maker.idOf('Product'), quantity: 1 }],
      externalId: `${maker.mark}-cart`,
    }),
  Order: async (maker) =>
    make(maker, 'createOrder', 'order', {
      customerId: await maker.idOf('Customer'),
      lines: [{ productId: await maker.idOf('Product'), quantity: 1 }],
      externalId: `${maker.mark}-order`,
    }),
  Transaction: async (maker) =>
    make(maker, 'recordTransaction', 'transaction', {
      orderId: await maker.idOf('Order'),
      type: 'AUTHORIZATION',
      state: 'PENDING',
      externalId: `${maker.mark}-transaction`,
    }),
  Calculation: async (maker) =>
    make(maker, 'calculateProductFootprint', 'calculation', {
      productId: await maker.idOf('Product'),
    }),
  Scenario: async (maker) =>
    make(maker, 'createScenario', 'scenario', {
      name: 'Held',
      productId: await maker.idOf('Product'),
      externalId: `${maker.mark}-scenario`,
    }),
  Asset: async (maker) => {
    const supplyChainId = await maker.idOf('SupplyChain');
    await make(maker, 'generateAsset', 'asset', { kind: 'SUPPLY_CHAIN_MAP', supplyChainId });
    return make(maker, 'generateAsset', 'asset', {
      kind: 'CARBON_LABEL',
      calculationId: await maker.idOf('Calculation'),
      allowOutdated: true,
      url: 'https://held.example/',
    });
  },
  DPP: async (maker) =>
    make(maker, 'generateDpp', 'dpp', {
      productId: await maker.idOf('Product'),
      ...GENERIC,
      externalId: `${maker.mark}-passport`,
    }),
  DppGrant: async (maker) =>
    make(maker, 'grantDppAccess', 'grant', {
      dppId: await maker.idOf('DPP'),
      productId: await maker.idOf('Product'),
      audience: 'AUTHORITY',
      purpose: 'Market surveillance',
      holder: 'Authority',
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    }),
  DppTransfer: async (maker) => {
    const client = maker.client;
    const productId = await maker.idOf('Product');
    const input = { productId, batchNumber: 'offered', ...GENERIC };
    const { id } = await make(maker, 'generateDpp', 'dpp', input);
    await client.send(mutationText('publishDpp', 'dpp { id }'), { input: { id } });
    const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
    return make(maker, 'offerDppTransfer', 'transfer', { id, recipient: 'Held Ltd', expiresAt });
  },
  DppJob: async (maker) => {
    // A job with one line: the product has its passport already.
    await maker.idOf('DPP');
    const held = await make(maker, 'generateDpps', 'job', { filter: {}, schema: 'textile' });
    await untilCompleted(maker.client, 'dppJob', held.id);
    return held;
  },
  EpcisEvent: async ({ client }) => {
    const answer = await client.send(
      mutationText('captureEpcisEvents', 'results { event { id } }'),
      { input: { document: EPCIS_DOCUMENT } },
    );
    return { id: textAt(answer, 'captureEpcisEvents', 'results', 0, 'event', 'id') };
  },
  AssetBatch: async (maker) => {
    const held = await make(maker, 'generateAssets', 'batch', {
      kind: 'QR_TAG',
      url: 'https://held.example/',
    });
    await untilCompleted(maker.client, 'assetBatch', held.id);
    return held;
  },
  FootprintPartner: (maker) =>
    make(maker, 'createFootprintPartner', 'partner', {
      name: 'Held',
      url: 'https://localhost:65009/',
      clientId: randomUUID(),
      clientSecret: 'held',
    }),
  FootprintRequest: async (maker) =>
    make(maker, 'requestFootprint', 'request', {
      partnerId: await maker.idOf('FootprintPartner'),
      productIds: ['urn:gtin:09506000134352'],
    }),
  ApiKey: (maker) => make(maker, 'createApiKey', 'apiKey', { name: 'Held' }),
  Invitation: (maker) => make(maker, 'inviteMember', 'invitation', { role: 'VIEWER' }),
  Member: async ({ client, mark, db }) => {
    const organization = textAt(
      await client.send('{ me { organization { id } } }'),
      'me',
      'organization',
      'id',
    );
    const organizationId = decodeId('organization', organization) ?? '';
    // Joining takes the time of a password's digest, which nothing here needs.
    const email = `${mark}.${organization}@example.com`;
    const { id } = await insertPerson(db, { name: 'Held', email, passwordDigest: 'none' });
    await insertMember(db, organizationId, id, 'VIEWER');
    const members = await client.send('{ members(last: 1) { nodes { id } } }');
    return { id: textAt(members, 'members', 'nodes', 0, 'id') };
  },
  FactorSet: (maker) =>
    make(maker, 'importFactorSet', 'factorSet', {
      ...FACTOR_SET,
      name: `${maker.mark}-factors`,
    }),
  EmissionFactor: async ({ client, idOf }) => {
    const query =
      'query ($set: String) { emissionFactors(filter: { set: $set }, first: 1) { edges { node { id } } } }';
    const answer = await client.send(query, { set: await idOf('FactorSet') });
    return { id: textAt(answer, 'emissionFactors', 'edges', 0, 'node', 'id') };
  },
  BulkJob: (maker) => make(maker, 'bulkImport', 'job', { type: 'PRODUCTS' }),
  WebhookDelivery: async (maker) =>
    make(maker, 'sendTestWebhook', 'delivery', { endpointId: await maker.idOf('WebhookEndpoint') }),
  WebhookRedelivery: async (maker) => {
    const since = new Date(Date.now() - 60_000).toISOString();
    const period = { endpointId: await maker.idOf('WebhookEndpoint'), since };
    const held = await make(maker, 'redeliverWebhook', 'redelivery', { period });
    await untilCompleted(maker.client, 'webhookRedelivery', held.id);
    return held;
  },
  Event: async ({ client, idOf }) => {
    await idOf('Product');
    const answer = await client.send(
      '{ events(first: 1, filter: { types: ["product.created"] }) { edges { node { id } } } }',
    );
    return { id: textAt(answer, 'events', 'edges', 0, 'node', 'id') };
  },
  ApiRequest: async ({ client }) => {
    return untilFound(async () => {
      const { data } = await client.send('{ requests(first: 1) { nodes { id } } }');
      const id = at(data ?? undefined, 'requests', 'nodes', 0, 'id');
      return typeof id === 'string' ? { id } : undefined;
    });
  },
  Caller: async ({ client }) => ({ id: textAt(await client.send('{ me { id } }'), 'me', 'id') }),
  AuditEntry: async ({ client }) => {
    const answer = await client.send('{ auditLog(last: 1) { nodes { id } } }');
    return { id: textAt(answer, 'auditLog', 'nodes', 0, 'id') };
  },
};

export const HELD_TYPES: readonly string[] = Object.keys(FIXTURES);

/** Makes one thing of every type, or of some and of what they need, with a client that may do everything. */
export async function furnish(
  client: Client,
  mark: string,
  given?: Db,
  types: readonly string[] = HELD_TYPES,
): Promise<Holdings> {
  // A benchmark has a service of its own; importing the world would start the one of the tests.
  const db = given ?? (await import('../world.ts')).service.db;
  const holdings = new Map<string, Held>();
  const hold = async (type: string): Promise<Held> => {
    const held = holdings.get(type) ?? (await FIXTURES[type]?.({ client, mark, idOf, db }));
    assert.ok(held, noFixtureOf(type));
    holdings.set(type, held);
    return held;
  };
  const idOf = async (type: string) => (await hold(type)).id;
  for (const type of types) await hold(type);
  return holdings;
}

/** A calculation of all products, once its job has come to its end. */
export async function holdCatalogue(client: Client): Promise<Held> {
  const asked = await client.send(
    'mutation { calculateCatalogue(input: {}) { calculation { id } } }',
  );
  const id = textAt(asked, 'calculateCatalogue', 'calculation', 'id');
  await untilCompleted(client, 'calculation', id);
  return { id };
}

/** A full calculation of a material that several factors serve. */
export async function holdFull(client: Client): Promise<Held> {
  const input = { name: 'Bottle', components: [{ material: 'PET', massKg: 0.02 }] };
  const productId = await sendForId(client, 'createProduct', 'product', input);
  return {
    id: await sendForId(client, 'calculateProductFootprint', 'calculation', {
      productId,
      detail: 'FULL',
      asProductFootprint: true,
    }),
  };
}

async function untilCompleted(client: Client, field: string, id: string): Promise<void> {
  await until(async () => {
    const answer = await client.send(`query ($id: ID!) { ${field}(id: $id) { state } }`, { id });
    const state = textAt(answer, field, 'state');
    assert.notEqual(state, 'FAILED', `${field} ${id} failed.`);
    return state === 'COMPLETED';
  });
}

/** A scenario with a result. */
export async function holdScenario(client: Client, holdings: Holdings): Promise<Held> {
  return ran(client, heldIn(holdings, 'Scenario'));
}

/** A scenario of another subject than a product, with its result. */
export async function holdScenarioOf(client: Client, subject: JsonObject): Promise<Held> {
  const input = { name: 'Held scenario', ...subject };
  return ran(client, await make({ client }, 'createScenario', 'scenario', input));
}

async function ran(client: Client, scenario: Held): Promise<Held> {
  const { id } = scenario;
  await make({ client }, 'runScenario', 'scenario', { id });
  await untilCompleted(client, 'scenario', id);
  return scenario;
}

/** Queues the run of a scenario. Its job waits for a file, so that no worker ends it before a test cancels it. */
export async function queueRun({ db, scope }: TenantDb, holdings: Holdings): Promise<void> {
  const id = decodeId('scenario', heldIn(holdings, 'Scenario').id) ?? '';
  await db.transaction().execute(async (tx) => {
    const work = { db: tx, scope };
    const { jobId } = await runScenario(work, { reference: { by: 'id', value: id } });
    await updateJob(work, jobId ?? '', { state: 'AWAITING_FILE' });
  });
}

/** An order with a footprint ledger. */
export async function holdConfirmedOrder(client: Client, holdings: Holdings): Promise<Held> {
  const lines = [{ productId: heldIn(holdings, 'Product').id, quantity: 1 }];
  const order = await make({ client }, 'createOrder', 'order', { lines });
  return make({ client }, 'confirmOrder', 'order', { id: order.id });
}

export function heldIn(holdings: Holdings, type: string): Held {
  const held = holdings.get(type);
  assert.ok(held, noFixtureOf(type));
  return held;
}

function noFixtureOf(type: string): string {
  return `There is no fixture of ${type}: add one to holdings.ts.`;
}

async function make(
  { client }: Pick<Maker, 'client'>,
  mutation: string,
  entity: string,
  input: JsonObject,
): Promise<Held> {
  const document = `mutation ($input: ${capitalized(mutation)}Input!) { ${mutation}(input: $input) { ${entity} { id } } }`;
  const answer = await inTime(() => client.send(document, { input }));
  const id = textAt(answer, mutation, entity, 'id');
  const externalId: Json | undefined = input['externalId'];
  return typeof externalId === 'string' ? { id, externalId } : { id };
}
