import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../close.ts';
import { at, codesOf, dataOf, type JsonObject, mutationText, numberAt, textAt } from '../client.ts';
import { world } from '../world.ts';
import { calculate, newProduct, resultOf, sumAt } from './desk.ts';

const ours = await world({ tier: 'GROWTH' });
/** Ember's intensity with 6.96 % lost on the wires. */
const FRENCH_KWH = 0.04418 * 1.07479;
const ALUMINIUM = 9.11590131;

/** A smelter that feeds a press; `back` of the press's output goes back into the smelter. */
function chain(externalId: string, back: number): JsonObject {
  const loop = back === 0 ? [] : [{ from: 'press', to: 'smelter', quantity: back }];
  return {
    name: externalId,
    externalId,
    facilities: [
      {
        key: 'press',
        name: 'Press',
        tier: 0,
        country: 'FR',
        energyMix: [{ source: 'GRID_ELECTRICITY', share: 1 }],
        energyKwhPerUnit: 5,
      },
      {
        key: 'smelter',
        name: 'Smelter',
        tier: 1,
        country: 'FR',
        material: 'aluminium can',
        yield: 0.8,
      },
      ...(back === 0 ? [] : [{ key: 'shop', name: 'Shop', tier: 0, country: 'FR' }]),
    ],
    flows: [
      {
        from: 'smelter',
        to: 'press',
        quantity: 1,
        transportLegs: [{ method: 'ROAD', distanceKm: 100, massKg: 1 }],
      },
      ...loop,
      ...(back === 0 ? [] : [{ from: 'press', to: 'shop', quantity: 1 }]),
    ],
  };
}

async function create(input: JsonObject): Promise<string> {
  const answer = await ours.send(mutationText('createSupplyChain', 'supplyChain { id }'), {
    input,
  });
  return textAt(answer, 'createSupplyChain', 'supplyChain', 'id');
}

const SMELTED = ALUMINIUM / 0.8;
const PRESSED = 5 * FRENCH_KWH + 0.1 * (0.10163 + 0.02359);

test('a chain is what each facility takes: material over yield, energy, legs', async () => {
  const supplyChainId = await create(chain('straight', 0));
  const wanted = { supplyChainId, detail: 'BASIC' };
  const result = await resultOf(ours, 'calculateSupplyChainFootprint', wanted);
  assertClose(numberAt(result, 'co2eKg'), SMELTED + PRESSED);
  assertClose(sumAt(result, 'phases'), numberAt(result, 'co2eKg'));
  assertClose(sumAt(result, 'contributions'), numberAt(result, 'co2eKg'));
  assert.equal(at(result, 'kind'), 'SUPPLY_CHAIN');
  const read = await ours.send('{ supplyChain(externalId: "straight") { footprint { id } } }');
  assert.equal(textAt(read, 'supplyChain', 'footprint', 'id'), at(result, 'id'));
});

test('a loop in a chain is solved', async () => {
  await create(chain('loop', 0.2));
  const wanted = { supplyChain: { externalId: 'loop' }, detail: 'BASIC' };
  const result = await resultOf(ours, 'calculateSupplyChainFootprint', wanted);
  // press = PRESSED + smelter, smelter = SMELTED + 0.2 / 0.8 · press.
  assertClose(numberAt(result, 'co2eKg'), (PRESSED + SMELTED) / (1 - 0.25), 1e-9);
});

test('a loop that takes all that it makes is refused, and named in its order', async () => {
  await create(chain('hungry', 0.8));
  const wanted = { supplyChain: { externalId: 'hungry' }, detail: 'BASIC' };
  const { errors } = await calculate(ours, 'calculateSupplyChainFootprint', wanted);
  const extensions = errors[0]?.extensions;
  assert.equal(extensions?.code, 'NON_PRODUCTIVE_CYCLE');
  const loop = extensions['loop'];
  assert.ok(Array.isArray(loop));
  assert.deepEqual(loop.toSorted(), ['Press', 'Smelter']);
  assert.equal(at(extensions, 'problems', 0, 'suggestions'), undefined);
});

/** Two facilities, each taking something of the other: neither is the end. */
async function ring(externalId: string, back: number, tier: number): Promise<void> {
  const facilities = [
    { key: 'a', name: 'Mill', tier: 0, country: 'FR', material: 'aluminium can' },
    { key: 'b', name: 'Press', tier, country: 'FR' },
  ];
  const flows = [
    { from: 'b', to: 'a', quantity: 0.5 },
    { from: 'a', to: 'b', quantity: back },
    { from: 'a', to: 'a', quantity: 0.1 },
  ];
  await create({ name: externalId, externalId, facilities, flows });
}

test('where all facilities are in loops, the one nearest to the customer is the end', async () => {
  await ring('ring', 0.2, 1);
  const wanted = { supplyChain: { externalId: 'ring' }, detail: 'BASIC' };
  const result = await resultOf(ours, 'calculateSupplyChainFootprint', wanted);
  // a = ALUMINIUM + 0.5 · b + 0.1 · a, b = 0.2 · a.
  assertClose(numberAt(result, 'co2eKg'), ALUMINIUM / (1 - 0.1 - 0.5 * 0.2), 1e-9);
  await ring('hungry ring', 1.8, 1);
  const hungry = { supplyChain: { externalId: 'hungry ring' }, detail: 'BASIC' };
  const refused = await calculate(ours, 'calculateSupplyChainFootprint', hungry);
  assert.deepEqual(codesOf(refused), ['NON_PRODUCTIVE_CYCLE']);
});

test('a chain whose end is not clear is refused in words of its facilities', async () => {
  await ring('unclear', 0.2, 0);
  const { errors } = await calculate(ours, 'calculateSupplyChainFootprint', {
    supplyChain: { externalId: 'unclear' },
  });
  assert.match(errors[0]?.message ?? '', /may be Mill or Press: give the lowest tier/);
  assert.deepEqual(at(errors[0]?.extensions, 'problems', 0, 'path'), ['facilities']);
});

test('what is missing at a flow or a facility is named by its place in the chain', async () => {
  const facilities = [
    { key: 'shop', name: 'Shop', tier: 0, unit: 'PIECE' },
    { key: 'store', name: 'Store', tier: 1, unit: 'PIECE' },
  ];
  const leg = { method: 'ROAD', distanceKm: 10 };
  const flows = [{ from: 'store', to: 'shop', quantity: 1, transportLegs: [leg] }];
  await create({ name: 'Bare', externalId: 'bare', facilities, flows });
  const { errors } = await calculate(ours, 'calculateSupplyChainFootprint', {
    supplyChain: { externalId: 'bare' },
  });
  const paths = at(errors[0]?.extensions, 'problems');
  assert.ok(Array.isArray(paths));
  assert.deepEqual(
    paths.map((problem) => at(problem, 'path')),
    [
      ['flows', 0, 'transportLegs', 0, 'massKg'],
      ['facilities', 1],
    ],
  );
});

test('legs of pieces carry what one piece weighs, and what the facility that takes them loses', async () => {
  const dozen = { declaredUnit: { amount: 12, unit: 'PIECE' }, netMassKg: 6 };
  const productId = await newProduct(ours, dozen);
  const chainOf = (externalId: string, unit: 'PIECE' | 'KG', quantity: number): JsonObject => ({
    name: externalId,
    externalId,
    facilities: [
      { key: 'shop', name: 'Shop', tier: 0, yield: 0.8, unit },
      {
        key: 'mill',
        name: 'Mill',
        tier: 1,
        unit,
        country: 'FR',
        energyKwhPerUnit: 0.001 / quantity,
      },
    ],
    flows: [
      { from: 'mill', to: 'shop', quantity, transportLegs: [{ method: 'ROAD', distanceKm: 1e4 }] },
    ],
  });
  await create({ ...chainOf('pieces', 'PIECE', 2), productId });
  await create(chainOf('kilograms', 'KG', 1));
  const [pieces, kilograms] = await Promise.all(
    ['pieces', 'kilograms'].map(async (externalId) => {
      const wanted = { supplyChain: { externalId }, detail: 'BASIC' };
      return numberAt(await resultOf(ours, 'calculateSupplyChainFootprint', wanted), 'co2eKg');
    }),
  );
  assertClose(pieces ?? 0, kilograms ?? 1, 1e-9);
});

test('an energy mix of rounded shares that is stored is calculated', async () => {
  const sources = ['GRID_ELECTRICITY', 'SOLAR', 'WIND'];
  const energyMix = sources.map((source) => ({ source, share: 0.3333333 }));
  const mill = {
    key: 'mill',
    name: 'Mill',
    tier: 0,
    country: 'FR',
    energyMix,
    energyKwhPerUnit: 1,
  };
  await create({ name: 'Thirds', externalId: 'thirds', facilities: [mill], flows: [] });
  const wanted = { supplyChain: { externalId: 'thirds' }, detail: 'BASIC' };
  const result = await resultOf(ours, 'calculateSupplyChainFootprint', wanted);
  assert.ok(numberAt(result, 'co2eKg') > FRENCH_KWH / 3);
});

test('FULL is the default, to the gate, with uncertainty', async () => {
  await create(chain('full', 0));
  const selection = 'detail co2eKg phases { co2eKg } full { boundary uncertainty { highCo2eKg } }';
  const wanted = { supplyChain: { externalId: 'full' } };
  const result = await resultOf(ours, 'calculateSupplyChainFootprint', wanted, selection);
  assert.equal(at(result, 'full', 'boundary'), 'CRADLE_TO_GATE');
  assertClose(sumAt(result, 'phases'), numberAt(result, 'co2eKg'));
  assert.ok(numberAt(result, 'full', 'uncertainty', 'highCo2eKg') > numberAt(result, 'co2eKg'));
});

test("a chain of its product, and of nobody else's", async () => {
  const productId = await newProduct(ours, { netMassKg: 1 });
  await create({ ...chain('of a product', 0), productId });
  const wanted = { supplyChain: { externalId: 'of a product' } };
  const result = await resultOf(ours, 'calculateSupplyChainFootprint', wanted, 'product { id }');
  assert.equal(at(result, 'product', 'id'), productId);
  const stranger = await world({ tier: 'GROWTH' });
  const answer = await calculate(stranger, 'calculateSupplyChainFootprint', wanted);
  assert.deepEqual(codesOf(answer), ['NOT_FOUND']);
});

test('a material without a factor is MISSING_FACTOR, and nothing is kept', async () => {
  const facilities = [{ key: 'mine', name: 'Mine', tier: 0, country: 'FR', material: 'vibranium' }];
  await create({ name: 'Odd', externalId: 'odd', facilities, flows: [] });
  const answer = await calculate(ours, 'calculateSupplyChainFootprint', {
    supplyChain: { externalId: 'odd' },
  });
  assert.deepEqual(codesOf(answer), ['MISSING_FACTOR']);
  const { extensions } = answer.errors[0] ?? {};
  assert.deepEqual(at(extensions, 'problems', 0, 'path'), ['facilities', 0, 'material']);
  const read = await ours.send('{ supplyChain(externalId: "odd") { footprint { id } } }');
  assert.equal(at(dataOf(read), 'supplyChain', 'footprint'), null);
});
