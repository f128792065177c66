import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, dataOf, type JsonObject, mutationText } from '../client.ts';
import { capture } from '../passports/desk.ts';
import { world } from '../world.ts';

/** Thousands of wrong items in a variable that 50 mutations share: their problems were an answer of 200 MB. */

const client = await world({ tier: 'ENTERPRISE' });
const MUTATIONS = 50;

/** The first product is good; the others have the same components. */
function createAll(components: readonly JsonObject[]) {
  const fields = Array.from({ length: MUTATIONS }, (_each, alias) => {
    const given = alias === 0 ? 'name: "Good"' : 'name: "Wrong", components: $components';
    return `a${alias}: createProduct(input: { ${given} }) { product { name } }`;
  });
  const query = `mutation ($components: [ComponentInput!]!) { ${fields.join(' ')} }`;
  return client.send(query, { components });
}

function bytesOf(headers: Headers): number {
  return Number(headers.get('content-length') ?? 'no length');
}

test('a refusal lists its first 1,000 problems and counts the others', async () => {
  const processSteps = Array.from({ length: 15 }, () => ({ process: 'BLEACHING', massKg: -1 }));
  const component = { name: 'Part', material: 'cotton fibre', massKg: 1, processSteps };
  const { headers, errors } = await createAll(Array.from({ length: 69 }, () => component));
  assert.ok(bytesOf(headers) < 8 * 1024 ** 2);
  assert.equal(errors.length, MUTATIONS - 1);
  for (const { message, extensions } of errors) {
    assert.match(message, /^`components\.0\.processSteps\.0\.massKg`: .*\(and 10\d\d more\)$/);
    assert.equal(Object(extensions['problems']).length, 1_000);
  }
});

test('legs of which a product has too many are counted before each of them is checked', async () => {
  const transportLegs = Array.from({ length: 250 }, () => ({ method: 'SEA' }));
  const component = { name: 'Part', material: 'cotton fibre', massKg: 1, transportLegs };
  const { errors } = await createAll(Array.from({ length: 5 }, () => component));
  assert.deepEqual(errors[0]?.extensions['problems'], [
    {
      path: ['input', 'components'],
      code: 'TOO_MANY',
      message:
        'A product has at most 1000 transport legs, those of its components included. It has 1250.',
    },
  ]);
});

test('refusals that are too large together are sent without their problems, and what was done is said', async () => {
  // Quotes are twice as long in the answer.
  const processSteps = Array.from({ length: 15 }, () => ({ factorId: '"'.repeat(20) }));
  const component = { name: 'Part', material: 'cotton fibre', massKg: 1, processSteps };
  const { headers, data, errors } = await createAll(Array.from({ length: 68 }, () => component));
  assert.ok(bytesOf(headers) < 1024 ** 2);
  const left = errors.at(-1);
  assert.match(left?.message ?? '', /^The answer has more than 8 MB.* were carried out\.$/);
  assert.deepEqual(new Set(Object.values(Object(data))), new Set([null]));
  const refused = errors.slice(0, -1);
  assert.equal(refused.length, MUTATIONS - 1);
  for (const { message, path, extensions } of refused) {
    assert.match(message, /^`components\.0\.processSteps\.0\.factorId`: "{21}/);
    assert.match(String(path), /^a\d+$/);
    assert.deepEqual(extensions, { code: 'BAD_USER_INPUT' });
  }
  const good = await client.send('{ products(filter: { text: "Good" }) { totalCount } }');
  assert.deepEqual(dataOf(good), { products: { totalCount: 3 } });
});

test('an event of a document that is wrong everywhere has its first 20 problems', async () => {
  const epcList = Array.from({ length: 250 }, () => '');
  const results = await capture(client, 'PUBLIC', { type: 'ObjectEvent', epcList });
  assert.equal(Object(at(results[0], 'problems')).length, 20);
});

test('a calculation that lacks a factor everywhere names each place', async () => {
  const components = Array.from({ length: 250 }, (_each, part) => ({
    name: `Part ${part}`,
    material: `unobtainium ${part}`,
    massKg: 1,
  }));
  const input = { name: 'Unknown', components };
  const created = await client.send(mutationText('createProduct', 'product { id }'), { input });
  const productId = at(dataOf(created), 'createProduct', 'product', 'id') ?? null;
  const calculated = await client.send(
    mutationText('calculateProductFootprint', 'calculation { id }'),
    { input: { productId } },
  );
  const [error] = calculated.errors;
  assert.equal(error?.extensions['code'], 'MISSING_FACTOR');
  assert.equal(Object(error?.extensions['problems']).length, 250);
});
