import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../close.ts';
import { at, codesOf, dataOf, type JsonObject, mutationText, numberAt, textAt } from '../client.ts';
import { world } from '../world.ts';
import { calculate, newProduct, problemsOf, resultOf } from './desk.ts';

/** The textile pack: most of its rows are processes without their material. */

const PACK = 'carbonfact-textile-1.1.0';
const LINKS = [
  'https://github.com/carbonfact/lca-database-footwear-apparel',
  'https://www.carbonfact.com/database',
];
const FIND = `query ($filter: EmissionFactorFilter) { emissionFactors(first: 1, filter: $filter) {
  edges { node { id co2eKgPerUnit details } } } }`;

const ours = await world({ tier: 'GROWTH' });
const enabled = await ours.send(
  mutationText('importFactorSet', 'factorSet { isEnabled licence }'),
  {
    input: { pack: PACK },
  },
);
assert.equal(at(dataOf(enabled), 'importFactorSet', 'factorSet', 'isEnabled'), true);

const filter = { set: PACK, text: 'Spinning to yarn Acrylic 200 dtex Ring' };
const found = await ours.send(FIND, { filter });
const spinning = textAt(found, 'emissionFactors', 'edges', 0, 'node', 'id');
const node = at(dataOf(found), 'emissionFactors', 'edges', 0, 'node') ?? null;
const perKg = numberAt(node, 'co2eKgPerUnit');
const inputPerKg = Number(at(node, 'details', 'input_required_kg_per_kg'));

const YARN: JsonObject = { netMassKg: 1, processSteps: [{ factorId: spinning, massKg: 1 }] };

test('factors of an enabled pack are found by text without its name, others are not', async () => {
  const text = 'Spinning to yarn Acrylic 200 dtex Ring';
  const mine = await ours.send(FIND, { filter: { text } });
  assert.equal(textAt(mine, 'emissionFactors', 'edges', 0, 'node', 'id'), spinning);
});

test('a process without its material is refused, as a step and as a component', async () => {
  const step = await newProduct(ours, YARN);
  const asStep = await calculate(ours, 'calculateProductFootprint', { productId: step });
  assert.deepEqual(codesOf(asStep), ['BAD_USER_INPUT']);
  assert.deepEqual(problemsOf(asStep)[0]?.path, ['processSteps', 0, 'factorId']);
  const part = await newProduct(ours, { components: [{ factorId: spinning, massKg: 1 }] });
  const asPart = await calculate(ours, 'calculateProductFootprint', { productId: part });
  assert.deepEqual(problemsOf(asPart)[0]?.path, ['components', 0, 'factorId']);
});

for (const detail of ['BASIC', 'FULL']) {
  test(`${detail}: with its material it calculates, as much fibre as it needs per kg of yarn`, async () => {
    const material = 'polyester fibre (staple input)';
    const productId = await newProduct(ours, { ...YARN, components: [{ material, massKg: 1 }] });
    const wanted = { productId, detail };
    const result = await resultOf(ours, 'calculateProductFootprint', wanted);
    const edges = at(result, 'contributions', 'edges');
    assert.ok(Array.isArray(edges));
    const one = (phase: string) => {
      const own = edges.filter((edge) => at(edge, 'node', 'phase') === phase);
      assert.ok(own.length > 0, phase);
      return at(own[0], 'node') ?? null;
    };
    const fibre = one('RAW_MATERIALS');
    assert.equal(at(fibre, 'unit'), 'kg');
    assert.ok(inputPerKg > 1);
    assertClose(numberAt(fibre, 'amount'), inputPerKg);
    assertClose(numberAt(one('MANUFACTURING'), 'co2eKg'), perKg);
  });
}

test('the result carries licence and both links of the pack', async () => {
  const components = [{ material: 'PET', massKg: 1 }];
  const productId = await newProduct(ours, { ...YARN, components });
  const result = await resultOf(ours, 'calculateProductFootprint', { productId });
  assertClose(numberAt(result, 'co2eKg'), inputPerKg * 3.86390131 + perKg);
  const sets = at(result, 'factorSets');
  assert.ok(Array.isArray(sets));
  const pack = sets.find((set) => at(set, 'licence') === 'CC-BY-SA-4.0');
  assert.deepEqual(at(pack, 'attributionUrls'), LINKS);
  for (const link of LINKS) assert.ok(String(at(pack, 'attribution')).includes(link));
});

test('without the pack its factors are not there to calculate with, though they can be read', async () => {
  const stranger = await world({ tier: 'GROWTH' });
  const answer = await calculate(stranger, 'calculateMaterial', { factorId: spinning, massKg: 1 });
  assert.deepEqual(codesOf(answer), ['MISSING_FACTOR']);
  const read = await stranger.send('query ($id: ID!) { emissionFactor(id: $id) { attribution } }', {
    id: spinning,
  });
  for (const link of LINKS) assert.ok(textAt(read, 'emissionFactor', 'attribution').includes(link));
});
