import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { getNamedType } from 'graphql';
import { type Client, codesOf, type Json } from '../client.ts';
import { world } from '../world.ts';
import { argumentsAt, documentOf, typesNamedBy } from './calls.ts';
import { furnish, HELD_TYPES, type Holdings } from './holdings.ts';
import { INPUTS, type Input } from './places.ts';

/** Made from the schema: values at the edge of every type, at every input, are answered in words. */

/** An index holds 2,700 bytes of a text, after compression: this one cannot be compressed. */
const LONG = Array.from({ length: 500 }, (_, at) => hash('sha256', String(at), 'base64url')).join(
  '',
);

const ODD_VALUES: Readonly<Record<string, readonly Json[]>> = {
  String: ['', LONG, "%_\\'; drop table products; --\u202e\u0007"],
  ID: ['', 'ord_7zzzzzzzzzzzzzzzzzzzzzzzzz'],
  Int: [-1, 0, 2_147_483_647],
  Float: [-1, 0, 1e308],
  Decimal: ['-1', '999999999999999999', '0.000000000001'],
  DateTime: ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999999Z'],
  Date: ['0001-01-01', '9999-12-31'],
  JSON: [[], { a: { b: [1, null] } }],
  URL: ['http://x', 'https://[::1]:1/'],
  CountryCode: ['AQ'],
  CurrencyCode: ['XAU'],
};

type Caller = { readonly client: Client; readonly holdings: Holdings };

const callers = new Map<string, Promise<Caller>>();

/** An organization with one object of each type for each mutation, because some delete them. */
function callerOf(input: Input): Promise<Caller> {
  const isQuery = input.root === 'query';
  const key = isQuery ? input.root : input.name;
  const made = callers.get(key) ?? newCaller(isQuery ? HELD_TYPES : typesNamedBy(input));
  callers.set(key, made);
  return made;
}

async function newCaller(types: readonly string[]): Promise<Caller> {
  const client = await world({ tier: 'ENTERPRISE' });
  return { client, holdings: await furnish(client, 'own', undefined, types) };
}

for (const input of INPUTS) {
  const values = ODD_VALUES[getNamedType(input.element.type).name] ?? [];
  if (values.length === 0) continue;
  test(`${input.name}(${input.path.join('.')}) takes or refuses odd values`, async () => {
    const { client, holdings } = await callerOf(input);
    for (const value of values) {
      const args = argumentsAt(input, holdings, value);
      const answer = await client.send(documentOf(input, args), args);
      assert.deepEqual(
        codesOf(answer).filter((code) => code === 'INTERNAL_ERROR'),
        [],
        JSON.stringify(args).slice(0, 500),
      );
    }
  });
}
