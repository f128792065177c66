import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { replay, type Snapshot } from '../../../engine/src/index.ts';
import { findSnapshots } from '../../../server/src/domains/calculations/store.ts';
import { WorkPool } from '../../../server/src/platform/concurrency/work-pool.ts';
import { decodeId } from '../../../server/src/platform/ids.ts';
import { unpackJson } from '../../../server/src/platform/json/index.ts';
import { assertClose } from '../../close.ts';
import { at, codesOf, dataOf, type Json, numberAt, textAt } from '../client.ts';
import { service, world } from '../world.ts';
import { calculate, MUG, newProduct, problemsOf, resultOf, sumAt } from './desk.ts';

const ours = await world({ tier: 'GROWTH' });
const productId = await newProduct(ours, MUG);

const FULL = `id co2eKg snapshotHash engineVersion phases { phase co2eKg }
  contributions(first: 100) { edges { node { co2eKg } } }
  full {
    boundary recyclingMethod beyondSystemCo2eKg primaryDataShare exemptedEmissionsPercent
    electricity { accounting locationCo2eKg marketCo2eKg }
    greenhouseGases { excludingBiogenicCo2eKg includingBiogenicCo2eKg biogenicRemovalsKg biogenicEmissionsKg }
    indicators { category unit value coveredShare isComplete reason }
    uncertainty { logVariance lowCo2eKg highCo2eKg }
    monteCarlo { iterations seed lowCo2eKg medianCo2eKg highCo2eKg }
    sensitivities { label elasticity lowCo2eKg highCo2eKg }
    dataQuality { dqr rating technological geographical temporal precision }
    perUse { uses co2eKg }
  }`;

function full(input: Readonly<Record<string, Json>> = {}, selection = FULL): Promise<Json> {
  const wanted = { productId, detail: 'FULL', ...input };
  return resultOf(ours, 'calculateProductFootprint', wanted, selection);
}

function phasesOf(result: Json): Json[] {
  const phases = at(result, 'phases');
  assert.ok(Array.isArray(phases));
  return phases.map((phase: Json) => at(phase, 'phase') ?? null);
}

test('FULL follows the whole life cycle; phases and contributions add up', async () => {
  const result = await full();
  const total = numberAt(result, 'co2eKg');
  assertClose(sumAt(result, 'phases'), total);
  assertClose(sumAt(result, 'contributions'), total);
  const phases = phasesOf(result);
  for (const phase of ['RAW_MATERIALS', 'MANUFACTURING', 'DISTRIBUTION', 'USE', 'END_OF_LIFE']) {
    assert.ok(phases.includes(phase), phase);
  }
  assert.equal(at(result, 'full', 'boundary'), 'CRADLE_TO_GRAVE');
});

test('the use phase is uses × energy × grid factor, and shown per use', async () => {
  const result = await full();
  const phases = at(result, 'phases');
  assert.ok(Array.isArray(phases));
  const use = phases.find((phase) => at(phase, 'phase') === 'USE') ?? null;
  const energy = { source: 'GRID_ELECTRICITY', energyKwh: 500 * 0.02, country: 'DE' };
  const energyResult = await resultOf(ours, 'calculateEnergy', energy);
  assertClose(numberAt(use, 'co2eKg'), numberAt(energyResult, 'co2eKg'));
  assert.equal(at(result, 'full', 'perUse', 'uses'), 500);
  assertClose(numberAt(result, 'full', 'perUse', 'co2eKg'), numberAt(result, 'co2eKg') / 500);
});

test('a nearer boundary leaves phases out and nothing else', async () => {
  const gate = await full({ boundary: 'CRADLE_TO_GATE' });
  const shelf = await full({ boundary: 'CRADLE_TO_SHELF' });
  assert.ok(!phasesOf(gate).includes('DISTRIBUTION'));
  assert.ok(phasesOf(shelf).includes('DISTRIBUTION') && !phasesOf(shelf).includes('USE'));
  assert.ok(numberAt(gate, 'co2eKg') < numberAt(shelf, 'co2eKg'));
  assert.ok(numberAt(shelf, 'co2eKg') < numberAt(await full(), 'co2eKg'));
});

test('an indicator without factors is absent and says why; it is never zero', async () => {
  const indicators = at(await full(), 'full', 'indicators');
  assert.ok(Array.isArray(indicators));
  assert.equal(indicators.length, 16);
  for (const indicator of indicators) {
    assert.notEqual(at(indicator, 'value'), 0);
    if (at(indicator, 'value') === null) assert.ok(at(indicator, 'reason'));
  }
  const climate = indicators.find((indicator) => at(indicator, 'category') === 'CC');
  assert.ok(numberAt(climate ?? null, 'value') > 0);
});

test('uncertainty, data quality and sensitivities come with every FULL result', async () => {
  const result = await full();
  const total = numberAt(result, 'co2eKg');
  assert.ok(numberAt(result, 'full', 'uncertainty', 'lowCo2eKg') < total);
  assert.ok(numberAt(result, 'full', 'uncertainty', 'highCo2eKg') > total);
  const { dqr, technological, geographical, temporal, precision } = Object.fromEntries(
    ['dqr', 'technological', 'geographical', 'temporal', 'precision'].map((name) => [
      name,
      numberAt(result, 'full', 'dataQuality', name),
    ]),
  );
  const mean =
    ((technological ?? 0) + (geographical ?? 0) + (temporal ?? 0) + (precision ?? 0)) / 4;
  assertClose(dqr ?? 0, mean);
  const elasticities = sumAt(at(result, 'full') ?? null, 'sensitivities', 'elasticity');
  assert.ok(elasticities > 0.9 && elasticities < 1 + 1e-9, `${elasticities}`);
});

test('Monte Carlo is drawn on request: equal seeds give equal bits, others do not', async () => {
  const drawn = async (seed: number) =>
    at(await full({ monteCarlo: { iterations: 200, seed } }), 'full', 'monteCarlo');
  const first = await drawn(7);
  assert.deepEqual(await drawn(7), first);
  assert.notDeepEqual(await drawn(8), first);
  assert.ok(numberAt(first ?? null, 'lowCo2eKg') < numberAt(first ?? null, 'highCo2eKg'));
  assert.equal(at(await full(), 'full', 'monteCarlo'), null);
});

test('a long Monte Carlo run in a worker has the same first answer', async () => {
  const result = await full({ monteCarlo: { iterations: 5000, seed: 3 } });
  const { iterations } = { iterations: numberAt(result, 'full', 'monteCarlo', 'iterations') };
  assert.ok(iterations >= 2 && iterations <= 5000);
  assertClose(numberAt(result, 'co2eKg'), numberAt(await full(), 'co2eKg'));
});

test('Monte Carlo has its bounds: 2 to 100,000 iterations', async () => {
  for (const iterations of [1, 0, -5, 100_001]) {
    const answer = await calculate(ours, 'calculateProductFootprint', {
      productId,
      detail: 'FULL',
      monteCarlo: { iterations },
    });
    assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT'], String(iterations));
    assert.deepEqual(problemsOf(answer)[0]?.path, ['input', 'monteCarlo', 'iterations']);
  }
});

test('the snapshot of a result replays to the same bits', async () => {
  const result = await full({ monteCarlo: { iterations: 50 } });
  const id = decodeId('calculation', String(at(result, 'id')));
  const [found] = await findSnapshots({ db: service.db, scope: ours.scope }, [id ?? '']);
  assert.ok(found?.packed);
  const again = replay(unpackJson<Snapshot>(found.packed));
  assert.equal(again.snapshotHash, at(result, 'snapshotHash'));
  assert.equal(again.co2eKg, at(result, 'co2eKg'));
  const phases = again.phases.map(({ phase, co2eKg }) => ({ phase, co2eKg }));
  assert.deepEqual(at(result, 'phases'), phases);
  assert.equal(again.full?.monteCarlo?.p50Co2eKg, at(result, 'full', 'monteCarlo', 'medianCo2eKg'));
});

test('the snapshot that the API shows is that very one', async () => {
  const result = await full({}, 'id snapshot snapshotHash');
  const shown: unknown = at(result, 'snapshot');
  assert.ok(isSnapshot(shown));
  assert.equal(replay(shown).snapshotHash, at(result, 'snapshotHash'));
});

function isSnapshot(value: unknown): value is Snapshot {
  return typeof value === 'object' && value !== null && 'format' in value;
}

test('contributions are paged, largest first, forward and back', async () => {
  const id = String(at(await full(), 'id'));
  const page = (args: string) =>
    ours.send(
      `query ($id: ID!) { calculation(id: $id) { contributions(${args}) {
         totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
         edges { node { label co2eKg } } } } }`,
      { id },
    );
  const all = at(dataOf(await page('first: 100')), 'calculation', 'contributions', 'edges');
  assert.ok(Array.isArray(all));
  const sizes = all.map((edge) => Math.abs(numberAt(edge, 'node', 'co2eKg')));
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => b - a),
  );
  const walked: Json[] = [];
  let after = '';
  for (;;) {
    const answer = await page(`first: 3${after}`);
    const contributions = at(dataOf(answer), 'calculation', 'contributions');
    assert.equal(at(contributions, 'totalCount'), all.length);
    const edges = at(contributions, 'edges');
    assert.ok(Array.isArray(edges));
    walked.push(...edges);
    if (at(contributions, 'pageInfo', 'hasNextPage') !== true) break;
    after = `, after: "${textAt(answer, 'calculation', 'contributions', 'pageInfo', 'endCursor')}"`;
  }
  assert.deepEqual(walked, all);
  const last = await page('last: 2');
  assert.deepEqual(at(dataOf(last), 'calculation', 'contributions', 'edges'), all.slice(-2));
});

test('the contribution tree adds up at every branch, to any depth', async () => {
  const part = await newProduct(ours, MUG);
  const box = await newProduct(ours, { components: [{ productId: part, quantity: 6 }] });
  const result = await full(
    { productId: box },
    'co2eKg contributionTree(cutoff: 0) { kind label nodeId parent level amount co2eKg foldedCo2eKg }',
  );
  const tree = at(result, 'contributionTree');
  assert.ok(Array.isArray(tree));
  assertClose(numberAt(tree, 0, 'co2eKg'), numberAt(result, 'co2eKg'));
  assert.equal(at(tree, 0, 'nodeId'), box);
  assert.ok(tree.some((branch) => at(branch, 'nodeId') === part && at(branch, 'level') === 2));
  for (const [place, branch] of tree.entries()) {
    const children = tree.filter((other) => at(other, 'parent') === place);
    if (children.length === 0) continue;
    const below = children.reduce((sum, child) => sum + numberAt(child, 'co2eKg'), 0);
    assertClose(below + numberAt(branch, 'foldedCo2eKg'), numberAt(branch, 'co2eKg'), 1e-9);
  }
});

test('a lifetime in years gives the result per year', async () => {
  const lasting = await newProduct(ours, { ...MUG, lifetime: { value: 4, unit: 'YEARS' } });
  const result = await full({ productId: lasting }, 'co2eKg full { perYear { years co2eKg } }');
  assert.equal(numberAt(result, 'full', 'perYear', 'years'), 4);
  assert.equal(numberAt(result, 'full', 'perYear', 'co2eKg'), numberAt(result, 'co2eKg') / 4);
});

test('a contribution tree folds what is small or deep', async () => {
  const result = await full(
    {},
    'all: contributionTree(cutoff: 0) { level } large: contributionTree(cutoff: 0.2) { co2eKg } shallow: contributionTree(depth: 1) { level }',
  );
  const { all, large, shallow } = {
    all: at(result, 'all'),
    large: at(result, 'large'),
    shallow: at(result, 'shallow'),
  };
  assert.ok(Array.isArray(all) && Array.isArray(large) && Array.isArray(shallow));
  assert.ok(large.length < all.length);
  assert.ok(shallow.every((branch) => numberAt(branch, 'level') <= 1));
});

test('a request reads the snapshot of a calculation once, however many trees and diagrams it asks for', async () => {
  const results = await Promise.all([full(), full({ boundary: 'CRADLE_TO_GATE' })]);
  const ids = results.map((result) => at(result, 'id') ?? null);
  const pictures = Array.from(
    { length: 20 },
    (_, place) =>
      `tree${place}: contributionTree(cutoff: ${place / 20}) { nodeId co2eKg }
       flows${place}: sankey(cutoff: ${place / 20}) { links { source target co2eKg } }`,
  );
  const asked = (wanted: readonly string[]) =>
    ours.send(
      `query($ids: [ID!]!) { nodes(ids: $ids) { ... on Calculation { ${wanted.join(' ')} } } }`,
      { ids },
    );
  const tasks = mock.method(WorkPool.prototype, 'run').mock;
  const together = at(dataOf(await asked(pictures)), 'nodes');
  const count = tasks.callCount();
  tasks.restore();
  assert.equal(count, ids.length);
  const apart = await Promise.all(
    pictures.map(async (one) => at(dataOf(await asked([one])), 'nodes')),
  );
  for (const place of ids.keys())
    assert.deepEqual(
      at(together, place),
      Object.assign({}, ...apart.map((nodes) => at(nodes, place))),
    );
});

test('where removals cancel what is emitted, a diagram of more flows than it shows ends, and shares are 0', async () => {
  const packaging = [{ level: 'PRIMARY', material: 'paper', massKg: 0.06 }];
  const componentsOf = (lastKg: number) =>
    Array.from({ length: 249 }, (_, place) => {
      const kgCo2e = place === 248 ? lastKg : place % 2 === 0 ? 1 : -1;
      return { name: `Part ${place}`, massKg: 1, supplierPcf: pcfOf(`pcf:${place}`, kgCo2e) };
    });
  const own = await world({ tier: 'GROWTH' });
  const emitting = await newProduct(ours, { packaging, components: componentsOf(1) });
  const basic = { productId: emitting, detail: 'BASIC' };
  const { phases } = Object(await resultOf(ours, 'calculateProductFootprint', basic));
  const ofPackaging = [phases].flat().find((phase) => at(phase, 'phase') === 'PACKAGING');
  const removing = componentsOf(-numberAt(ofPackaging ?? null, 'co2eKg'));
  const cancelled = await newProduct(own, { packaging, components: removing });
  const selection = 'co2eKg sankey(cutoff: 0) { nodes { kind } links { co2eKg } }';
  const wanted = { productId: cancelled, detail: 'BASIC', asProductFootprint: true };
  const result = await resultOf(own, 'calculateProductFootprint', wanted, selection);
  assert.equal(numberAt(result, 'co2eKg'), 0);
  const links = at(result, 'sankey', 'links');
  assert.ok(Array.isArray(links));
  assert.equal(links.length, 250);
  const catalogue = dataOf(await own.send('{ cataloguePhases { phases { phase share } } }'));
  const sums = at(catalogue, 'cataloguePhases', 'phases');
  assert.deepEqual(
    [sums ?? []].flat().map((sum) => at(sum, 'share')),
    [0, 0],
  );
});

/** A supplier's footprint of one kilogram; below 0 it is a removal. */
function pcfOf(id: string, kgCo2e: number): Json {
  return {
    id,
    specVersion: '3.0.4',
    pcf: {
      declaredUnitOfMeasurement: 'kilogram',
      declaredUnitAmount: '1',
      pcfExcludingBiogenicUptake: String(kgCo2e),
      ...(kgCo2e < 0 ? { technologicalCO2Removals: String(kgCo2e) } : {}),
    },
  };
}

test('the Sankey flows into the product add up to the total', async () => {
  const result = await full(
    {},
    'co2eKg sankey(cutoff: 0) { nodes { kind label level co2eKg } links { source target co2eKg } }',
  );
  const nodes = at(result, 'sankey', 'nodes');
  const links = at(result, 'sankey', 'links');
  assert.ok(Array.isArray(nodes) && Array.isArray(links));
  const root = nodes.findIndex((node) => at(node, 'level') === 0);
  const into = links.filter((link) => at(link, 'target') === root);
  const flow = into.reduce((sum, link) => sum + numberAt(link, 'co2eKg'), 0);
  assertClose(flow, numberAt(result, 'co2eKg'), 1e-9);
});
