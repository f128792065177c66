import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../close.ts';
import { at, dataOf, type JsonObject, mutationText, sendForId } from '../client.ts';
import { type World, world } from '../world.ts';

const MEASURE_NEXT = `{ measureNext {
  productCount isWholeCatalogue
  factors { factorId factorName geography phase narrowingCo2eKg productCount product { id } }
} }`;

async function productOf({ send }: World, massKg: number): Promise<string> {
  const input = { name: `Bag of ${massKg} kg`, components: [{ material: 'cotton fibre', massKg }] };
  return sendForId({ send }, 'createProduct', 'product', input);
}

const CALCULATED =
  'calculation { co2eKg full { uncertainty { lowCo2eKg highCo2eKg } } contributions(first: 1) { nodes { factorId } } }';

async function calculate({ send }: World, productId: string, choices: JsonObject) {
  const input = { productId, asProductFootprint: true, ...choices };
  return at(
    dataOf(await send(mutationText('calculateProductFootprint', CALCULATED), { input })),
    'calculateProductFootprint',
    'calculation',
  );
}

test('the factor that narrows the most kilograms over the FULL footprints of the catalogue comes first', async () => {
  const here = await world({ tier: 'GROWTH' });
  const nothing = { productCount: 0, isWholeCatalogue: true, factors: [] };
  const small = await productOf(here, 1);
  const large = await productOf(here, 2);
  await calculate(here, small, { detail: 'BASIC' });
  assert.deepEqual(at(dataOf(await here.send(MEASURE_NEXT)), 'measureNext'), nothing);
  const widths: number[] = [];
  let factorId: unknown;
  for (const id of [small, large]) {
    const result = await calculate(here, id, { detail: 'FULL', boundary: 'CRADLE_TO_GATE' });
    factorId = at(result, 'contributions', 'nodes', 0, 'factorId');
    const bound = (name: string) => Number(at(result, 'full', 'uncertainty', name));
    widths.push(bound('highCo2eKg') - bound('lowCo2eKg'));
  }
  const advice = at(dataOf(await here.send(MEASURE_NEXT)), 'measureNext');
  assert.equal(at(advice, 'productCount'), 2);
  const first = at(advice, 'factors', 0);
  assert.equal(at(first, 'factorId'), factorId);
  assert.equal(at(first, 'phase'), 'RAW_MATERIALS');
  assert.equal(at(first, 'productCount'), 2);
  assert.equal(at(first, 'product', 'id'), large);
  const narrowing = Number(at(first, 'narrowingCo2eKg'));
  const width = (widths[0] ?? 0) + (widths[1] ?? 0);
  assert.ok(narrowing > width / 2 && narrowing <= width, `${narrowing} of ${width} kg`);
  assertClose(widths[1] ?? 0, 2 * (widths[0] ?? 0));
  const other = await world({ tier: 'GROWTH' });
  assert.deepEqual(at(dataOf(await other.send(MEASURE_NEXT)), 'measureNext'), nothing);
});

const PHASES =
  '{ cataloguePhases { productCount isWholeCatalogue phases { phase co2eKg share } } }';

test('the phases of a catalogue add up to the footprints of its active products, one of each', async () => {
  const here = await world({ tier: 'GROWTH' });
  const nothing = { productCount: 0, isWholeCatalogue: true, phases: [] };
  const [light, heavy] = [await productOf(here, 1), await productOf(here, 2)];
  const input = { name: 'Draft', status: 'DRAFT', components: [{ material: 'steel', massKg: 9 }] };
  const draft = await sendForId(here, 'createProduct', 'product', input);
  const totals: number[] = [];
  for (const id of [light, heavy, draft]) {
    const result = await calculate(here, id, { detail: 'FULL', boundary: 'CRADLE_TO_GATE' });
    totals.push(Number(at(result, 'co2eKg')));
  }
  const sums = at(dataOf(await here.send(PHASES)), 'cataloguePhases');
  assert.deepEqual([at(sums, 'productCount'), at(sums, 'isWholeCatalogue')], [2, true]);
  const phases = at(sums, 'phases');
  assert.ok(Array.isArray(phases) && phases.length > 1, JSON.stringify(phases));
  const sumOf = (name: string) => phases.reduce((sum, each) => sum + Number(at(each, name)), 0);
  assertClose(sumOf('co2eKg'), (totals[0] ?? 0) + (totals[1] ?? 0));
  assertClose(sumOf('share'), 1);
  assert.equal(at(phases, 0, 'phase'), 'RAW_MATERIALS');
  const other = await world();
  assert.deepEqual(at(dataOf(await other.send(PHASES)), 'cataloguePhases'), nothing);
});
