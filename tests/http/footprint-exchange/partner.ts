import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { encodeId } from '../../../server/src/platform/ids.ts';
import { type Client, type Json, type JsonObject, sendForId } from '../client.ts';
import { service, type World } from '../world.ts';

const ajv = new Ajv2020({ strict: false });
formats.default(ajv);
ajv.addFormat('decimal', /^-?\d+(\.\d+)?$/);
ajv.addFormat('urn', /^urn:[a-z\d][a-z\d-]{0,31}:./i);
ajv.addSchema(
  JSON.parse(
    readFileSync(`${import.meta.dirname}/../../standards/pact/pact-3.0.4-schemas.json`, 'utf8'),
  ),
  'pact',
);

/** Fails unless the value is one of a schema of PACT 3.0.4. */
export function assertPact(schema: string, value: unknown): void {
  const validate = ajv.compile({ $ref: `pact#/components/schemas/${schema}` });
  assert.ok(validate(value), `${schema}: ${ajv.errorsText(validate.errors)}`);
}

export type Partner = {
  readonly token: string;
  /** A request with the access token; every body is checked against the schema of its status. */
  readonly get: (path: string) => Promise<Got>;
};

export type Got = { readonly status: number; readonly headers: Headers; readonly body: Json };

/** Root of the paths of PACT in an environment. */
export function rootOf({ scope }: Pick<World, 'scope'>): string {
  return `${service.url}${scope.environment === 'SANDBOX' ? '/sandbox' : ''}`;
}

export function tokenRequest(
  { key, keyId, scope }: Pick<World, 'key' | 'keyId' | 'scope'>,
  wishes: { readonly clientId?: string; readonly grant?: string } = {},
): Promise<Response> {
  const { clientId = encodeId('apiKey', keyId), grant = 'client_credentials' } = wishes;
  return fetch(`${rootOf({ scope })}/auth/token`, {
    method: 'POST',
    headers: {
      Authorization: `Basic ${Buffer.from(`${clientId}:${key}`).toString('base64')}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: grant }).toString(),
  });
}

/** A business partner that holds a key. */
export async function partnerOf(world: World): Promise<Partner> {
  const token = String((await jsonOf(await tokenRequest(world)))['access_token']);
  return { token, get: (path) => got(`${rootOf(world)}${path}`, token) };
}

export async function got(url: string, token: string): Promise<Got> {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  const body = await jsonOf(answer);
  if (answer.status !== 200) assertPact('Error', body);
  else for (const each of [body['data'] ?? []].flat()) assertPact('ProductFootprint', each);
  return { status: answer.status, headers: answer.headers, body };
}

export async function jsonOf(answer: Response): Promise<JsonObject> {
  const body: JsonObject = JSON.parse(await answer.text());
  return body;
}

export const SHIRT: JsonObject = {
  name: 'Crew neck T-shirt',
  netMassKg: 0.2,
  originCountry: 'PT',
  footprintBasis: 'FULL_CRADLE_TO_GATE',
  components: [
    { name: 'Body', material: 'cotton fibre', massKg: 0.15 },
    { name: 'Trim', material: 'polyester', massKg: 0.05, recycledShare: 0.5 },
  ],
};

/** A product with a footprint from cradle to gate; the id of the calculation. */
export async function calculated(
  client: Client,
  product: JsonObject = {},
): Promise<{ readonly productId: string; readonly calculationId: string }> {
  const productId = await sendForId(client, 'createProduct', 'product', { ...SHIRT, ...product });
  return { productId, calculationId: await calculate(client, productId) };
}

export async function calculate(client: Client, productId: string): Promise<string> {
  return sendForId(client, 'calculateProductFootprint', 'calculation', {
    productId,
    detail: 'FULL',
    boundary: 'CRADLE_TO_GATE',
  });
}
