import assert from 'node:assert/strict';
import type { FieldClass } from '../../../server/src/domains/passports/index.ts';
import { gtinOf } from '../../gtin.ts';
import {
  type Answer,
  at,
  type Client,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  sendForId,
} from '../client.ts';

/** Content that makes a passport of the generic schema complete. */
export const GENERIC: JsonObject = {
  economicOperator: {
    name: 'Acme Apparel',
    id: '9506000134376',
    scheme: 'GLN',
    role: 'MANUFACTURER',
    country: 'PT',
  },
  facility: { id: '9506000134376', scheme: 'GLN', name: 'Porto mill', country: 'PT' },
  commodityCode: '610910',
};

const FIELDS = `id version status statusReason publishedVersion granularity gtin batchNumber serialNumber
  uri productIdentifier fate retentionUntil publishedAt
  completeness { share missing { path rule } } vcReady { isReady missing }
  integrity { hash previousHash jws digests }
  name { language text } materials { name massKg massFraction recycledFraction origin }
  footprint { co2eKg co2eKgLow co2eKgHigh snapshotHash phases { phase co2eKg } } facility { id country } sectorData`;

let gtins = 0;

/** A GTIN that no other passport of the test has. */
function newGtin(): string {
  gtins += 1;
  return gtinOf(gtins);
}

export const SHIRT: JsonObject = {
  name: 'Crew neck T-shirt',
  netMassKg: 0.2,
  components: [
    { name: 'Body', material: 'cotton fibre', massKg: 0.15, originCountry: 'TR' },
    { name: 'Trim', material: 'polyester', massKg: 0.05, recycledShare: 0.5 },
  ],
};

export async function newProduct(client: Client, input: JsonObject = {}): Promise<string> {
  return sendForId(client, 'createProduct', 'product', { ...SHIRT, gtin: newGtin(), ...input });
}

/** Sends a mutation of a passport. */
export function attempt(client: Client, mutation: string, input: JsonObject): Promise<Answer> {
  return client.send(mutationText(mutation, `dpp { ${FIELDS} }`), { input });
}

/** Sends a mutation of a passport, which must succeed, and returns the passport. */
export async function act(client: Client, mutation: string, input: JsonObject): Promise<Json> {
  return at(dataOf(await attempt(client, mutation, input)), mutation, 'dpp') ?? null;
}

export async function read(client: Client, id: string, fields = FIELDS): Promise<Json> {
  const answer = await client.send(`query ($id: ID!) { dpp(id: $id) { ${fields} } }`, { id });
  return at(dataOf(answer), 'dpp') ?? null;
}

/** The text at a path of a passport. */
export function textOf(dpp: Json, ...path: readonly (string | number)[]): string {
  const text = at(dpp, ...path);
  assert.ok(typeof text === 'string', path.join('.'));
  return text;
}

export async function draft(client: Client, input: JsonObject = {}): Promise<string> {
  const productId = await newProduct(client);
  return textOf(await act(client, 'generateDpp', { productId, ...GENERIC, ...input }), 'id');
}

/** A published passport of a new product. */
export async function published(client: Client, input: JsonObject = {}): Promise<string> {
  const id = await draft(client, input);
  await act(client, 'publishDpp', { id });
  return id;
}

/** An EPCIS document with some events. */
export function documentOf(...eventList: readonly Json[]): JsonObject {
  return { type: 'EPCISDocument', schemaVersion: '2.0', epcisBody: { eventList } };
}

export const CAPTURED = 'results { index outcome eventId event { id } problems }';

/** Captures events and returns the result of each. */
export async function capture(client: Client, access: FieldClass, ...events: readonly Json[]) {
  const input = { document: documentOf(...events), access };
  const answer = await client.send(mutationText('captureEpcisEvents', CAPTURED), { input });
  const results = at(dataOf(answer), 'captureEpcisEvents', 'results');
  assert.ok(Array.isArray(results));
  return results;
}
