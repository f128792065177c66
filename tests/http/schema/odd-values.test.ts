import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { getNamedType } from 'graphql';
import { REQUEST_LIMITS, valueLimitsOf } from '../../../server/src/http/limits/request-limits.ts';
import { findUnsafeText } from '../../../server/src/rules/inputs/unsafe-text.ts';
import { at, type Client, codesOf, type Json } from '../client.ts';
import { world } from '../world.ts';
import { argumentsAt, documentOf, typesNamedBy } from './calls.ts';
import { furnish, HELD_TYPES, type Holdings } from './holdings.ts';
import { INPUTS, type Input } from './places.ts';

/** Made from the schema: values at the edge of every type, at every input, are answered in words. */

/** An index holds 2,700 bytes of a text, after compression: this one cannot be compressed. */
const INCOMPRESSIBLE = Array.from({ length: 500 }, (_, at) =>
  hash('sha256', String(at), 'base64url'),
).join('');
const { queryTextCharacters, mutationTextCharacters, keyCharacters } = REQUEST_LIMITS;
const LONGEST = {
  query: INCOMPRESSIBLE.slice(0, queryTextCharacters),
  mutation: INCOMPRESSIBLE.slice(0, mutationTextCharacters),
};

const ODD_VALUES: Readonly<Record<string, readonly Json[]>> = {
  String: ['', "%_\\'; drop table products; --\u202e\u0007"],
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

/** Each of these carries a file, whose own limit is tested where it is read. */
const FILES: ReadonlySet<string> = new Set([
  'assetPreview(input.brand.logo)',
  'importFactorSet(input.content)',
  'addDppPicture(input.data)',
  'generateAsset(input.brand.logo)',
  'updateBrand(input.logo.png)',
  'updateBrand(input.logo.svg)',
]);

type Caller = { readonly client: Client; readonly holdings: Holdings };

const callers = new Map<string, Promise<Caller>>();

/** An organization with one object of each type for each mutation, because some delete them. */
function callerOf(input: Input): Promise<Caller> {
  const isQuery = input.root === 'query';
  const key = isQuery ? input.root : input.name;
  return callers.getOrInsertComputed(key, () =>
    newCaller(isQuery ? HELD_TYPES : typesNamedBy(input)),
  );
}

async function newCaller(types: readonly string[]): Promise<Caller> {
  const client = await world({ tier: 'ENTERPRISE' });
  return { client, holdings: await furnish(client, 'own', undefined, types) };
}

for (const input of INPUTS) {
  const type = getNamedType(input.element.type).name;
  const longest = type === 'String' ? [LONGEST[input.root]] : [];
  const values = [...(ODD_VALUES[type] ?? []), ...longest];
  if (values.length === 0) continue;
  test(`${nameOf(input)} takes or refuses odd values`, async () => {
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

for (const [name, inputs] of Map.groupBy(INPUTS, (input) => input.name)) {
  const cases = inputs
    .filter((input) => !FILES.has(nameOf(input)))
    .flatMap((input) => tooLongFor(input).map((tooLong) => ({ input, ...tooLong })));
  const last = cases.at(-1);
  if (last === undefined) continue;
  test(`${name} refuses texts that are too long at all of its inputs`, async () => {
    const limits = valueLimitsOf(last.input.root === 'query');
    for (const { input, value, below } of cases) {
      const problem = findUnsafeText(nested(input.path, value), [], limits);
      assert.deepEqual([problem?.code, problem?.path], ['TOO_LONG', [...input.path, ...below]]);
    }
    // Every request is read by the same walk: one shows that those of this operation are, too.
    const { client, holdings } = await callerOf(last.input);
    const args = argumentsAt(last.input, holdings, last.value);
    const answer = await client.send(documentOf(last.input, args), args);
    const problem = at(answer.errors[0]?.extensions, 'problems', 0);
    assert.deepEqual(
      [codesOf(answer), at(problem, 'code'), at(problem, 'path')],
      [['BAD_USER_INPUT'], 'TOO_LONG', [...last.input.path, ...last.below]],
    );
  });
}

/** Arguments that hold nothing but a value at its path. */
function nested(path: Input['path'], value: Json): Json {
  return path.reduceRight<Json>(
    (inner, step) => (typeof step === 'number' ? [inner] : { [step]: inner }),
    value,
  );
}

type TooLong = { readonly value: Json; readonly below: readonly string[] };

function tooLongFor({ root, element }: Input): readonly TooLong[] {
  const text = `${LONGEST[root]}x`;
  switch (getNamedType(element.type).name) {
    case 'String':
    case 'ID':
      return [{ value: text, below: [] }];
    case 'JSON':
      return [
        { value: { a: { b: text } }, below: ['a', 'b'] },
        { value: { a: { ['k'.repeat(keyCharacters + 1)]: 1 } }, below: ['a'] },
      ];
    default:
      return [];
  }
}

function nameOf({ name, path }: Input): string {
  return `${name}(${path.join('.')})`;
}
