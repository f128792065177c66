import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, type Json, type JsonObject, mutationText } from './client.ts';
import { world } from './world.ts';

/** No key of this organization has it. */
const UNKNOWN = 'prod_01h455vb4pex5vsknk084sn02q';
const TOO_LONG = 'x'.repeat(101);

const CREATIONS: readonly [mutation: string, input: JsonObject][] = [
  ['createScenario', { name: 'What if', productId: UNKNOWN }],
  ['createSupplyChain', { name: 'Chain', productId: UNKNOWN, facilities: [], flows: [] }],
  ['createShoppingCart', { lines: [{ productId: UNKNOWN, quantity: 1 }] }],
  ['createOrder', { currencyCode: 'EUR', lines: [{ productId: UNKNOWN, quantity: 1 }] }],
  ['createProduct', { name: 'Box', components: [{ productId: UNKNOWN, quantity: 1 }] }],
];

test('an externalId of the wrong length is reported together with the other problems of an input', async () => {
  const ours = await world({ tier: 'GROWTH' });
  for (const [mutation, input] of CREATIONS) {
    for (const [externalId, code] of [
      ['', 'EMPTY'],
      [TOO_LONG, 'TOO_LONG'],
    ] as const) {
      const text = mutationText(mutation, '__typename');
      const { errors } = await ours.send(text, { input: { ...input, externalId } });
      const problems = errors[0]?.extensions['problems'];
      assert.ok(Array.isArray(problems), `${mutation}: ${JSON.stringify(errors)}`);
      const places = problems.map((each: Json) => [String(at(each, 'path')), at(each, 'code')]);
      const own = places.find(([path]) => path === 'input,externalId');
      assert.deepEqual(own, ['input,externalId', code], mutation);
      assert.ok(places.length > 1, `${mutation}: ${JSON.stringify(places)}`);
    }
  }
});
