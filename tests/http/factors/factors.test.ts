import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listStoredSets } from '../../../server/src/domains/factors/load/set-files.ts';
import { at, codesOf, dataOf, mutationText, textAt } from '../client.ts';
import { world } from '../world.ts';

const stored = await listStoredSets();
const SHARED_FACTORS = stored
  .filter(({ set }) => !set.isOptional)
  .reduce((sum, { set }) => sum + set.factorCount, 0);

const LIST = `query ($first: Int, $after: String, $last: Int, $before: String, $filter: EmissionFactorFilter) {
  emissionFactors(first: $first, after: $after, last: $last, before: $before, filter: $filter) {
    totalCount totalCountIsExact
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    edges { cursor node { id name co2eKgPerUnit unit geography year attribution set { slug licence } } }
  }
}`;

const IMPORT = `mutation ($input: ImportFactorSetInput!) {
  importFactorSet(input: $input) { factorSet { id slug isOwn isEnabled factorCount attribution } }
}`;

const MILL = {
  name: 'mill',
  version: '1',
  licence: 'proprietary',
  attribution: 'Measured by ourselves.',
  format: 'CSV',
  content: 'id,name,unit,kgco2e_per_unit,geography,year\njersey,Jersey zzmill,kg,7.25,PT,2026\n',
};

test('shows every set with its licence, version and attribution', async () => {
  const { send } = await world();
  const answer = await send(
    '{ factorSets { name version licence attribution isOptional factorCount } }',
  );
  const sets = at(dataOf(answer), 'factorSets');
  assert.ok(Array.isArray(sets));
  assert.equal(sets.length, stored.length);
  for (const set of sets) {
    for (const field of ['name', 'version', 'licence', 'attribution']) {
      assert.ok(at(set, field), `${field} of ${at(set, 'name')}`);
    }
  }
});

test('finds a factor by words, place and year, as its source published it', async () => {
  const { send } = await world();
  const filter = {
    text: 'aluminium cans primary',
    set: 'desnz-2025',
    geography: 'GB',
    year: 2025,
    unit: 't',
  };
  const answer = await send(LIST, { filter });
  assert.equal(at(dataOf(answer), 'emissionFactors', 'totalCount'), 1);
  const node = at(dataOf(answer), 'emissionFactors', 'edges', 0, 'node');
  assert.equal(at(node, 'co2eKgPerUnit'), 9115.90131);
  assert.equal(at(node, 'set', 'licence'), 'OGL-UK-3.0');

  const id = textAt(answer, 'emissionFactors', 'edges', 0, 'node', 'id');
  const single = await send(
    'query ($id: ID!) { emissionFactor(id: $id) { name sourceId gwpSet } node(id: $id) { id } }',
    { id },
  );
  assert.equal(at(dataOf(single), 'emissionFactor', 'sourceId'), 'desnz-2025:19_504_5104_15');
  assert.equal(textAt(single, 'node', 'id'), id);
});

test('pages forward and back over the same factors, with true page facts and counts', async () => {
  const { send } = await world();
  const first = await send(LIST, { first: 2 });
  assert.equal(at(dataOf(first), 'emissionFactors', 'totalCount'), SHARED_FACTORS);
  const after = textAt(first, 'emissionFactors', 'pageInfo', 'endCursor');
  const second = await send(LIST, { first: 2, after });
  assert.equal(at(dataOf(second), 'emissionFactors', 'pageInfo', 'hasPreviousPage'), true);
  const before = textAt(second, 'emissionFactors', 'pageInfo', 'startCursor');
  const back = await send(LIST, { last: 2, before });
  assert.deepEqual(
    at(dataOf(back), 'emissionFactors', 'edges'),
    at(dataOf(first), 'emissionFactors', 'edges'),
  );
  assert.equal(at(dataOf(back), 'emissionFactors', 'pageInfo', 'hasPreviousPage'), false);
});

test('a factor that does not exist is NOT_FOUND, an id of another kind too', async () => {
  const { send } = await world();
  for (const id of ['fac_01h455vb4pex5vsknk084sn02q', 'prod_01h455vb4pex5vsknk084sn02q', 'x']) {
    const answer = await send('query ($id: ID!) { emissionFactor(id: $id) { id } }', { id });
    assert.deepEqual(codesOf(answer), ['NOT_FOUND']);
    assert.equal(at(answer.data, 'emissionFactor'), null);
  }
});

test('without FACTORS_READ no factor is shown, wherever it is reached', async () => {
  const { send } = await world({ permissions: ['PRODUCTS_READ'] });
  for (const query of [
    '{ factorSets { name } }',
    '{ emissionFactors { totalCount } }',
    '{ node(id: "fac_01hk153x00fn3sb4mabjah9r2g") { id } }',
  ]) {
    assert.deepEqual(codesOf(await send(query)), ['FORBIDDEN'], query);
  }
});

test('importing needs GROWTH and FACTORS_WRITE', async () => {
  const free = await (await world()).send(IMPORT, { input: MILL });
  assert.deepEqual(codesOf(free), ['FORBIDDEN']);
  assert.equal(free.errors[0]?.extensions['requiredTier'], 'GROWTH');
  const reader = await world({ tier: 'GROWTH', permissions: ['FACTORS_READ'] });
  const refused = await reader.send(IMPORT, { input: MILL });
  assert.equal(refused.errors[0]?.extensions['requiredPermission'], 'FACTORS_WRITE');
});

test('an imported set is listed, counted and found by its organization alone', async () => {
  const mine = await world({ tier: 'GROWTH' });
  const imported = await mine.send(IMPORT, { input: MILL });
  const set = at(dataOf(imported), 'importFactorSet', 'factorSet');
  assert.equal(at(set, 'slug'), 'mill-1');
  assert.equal(at(set, 'isOwn'), true);

  const found = await mine.send(LIST, { filter: { text: 'zzmill' } });
  assert.equal(at(dataOf(found), 'emissionFactors', 'totalCount'), 1);
  const factor = at(dataOf(found), 'emissionFactors', 'edges', 0, 'node');
  assert.equal(at(factor, 'attribution'), 'Measured by ourselves.');
  const stated = await mine.send('query ($id: ID!) { emissionFactor(id: $id) { source } }', {
    id: textAt(found, 'emissionFactors', 'edges', 0, 'node', 'id'),
  });
  assert.equal(at(dataOf(stated), 'emissionFactor', 'source'), 'mill', 'the title of its set');
  const all = await mine.send(LIST, { first: 1 });
  assert.equal(at(dataOf(all), 'emissionFactors', 'totalCount'), SHARED_FACTORS + 1);
  assert.equal(textAt(all, 'emissionFactors', 'edges', 0, 'node', 'name'), 'Jersey zzmill');

  const id = textAt(found, 'emissionFactors', 'edges', 0, 'node', 'id');
  const stranger = await world({ tier: 'GROWTH' });
  const sandbox = await world({
    tier: 'GROWTH',
    environment: 'SANDBOX',
    organization: mine.organization,
  });
  for (const { send } of [stranger, sandbox]) {
    const seen = await send(
      'query ($id: ID!) { node(id: $id) { id } emissionFactor(id: $id) { id } }',
      { id },
    );
    assert.equal(at(seen.data, 'node'), null);
    assert.deepEqual(codesOf(seen), ['NOT_FOUND']);
    const listed = await send(LIST, { filter: { text: 'zzmill' } });
    assert.equal(at(dataOf(listed), 'emissionFactors', 'totalCount'), 0);
    const named = await send(LIST, {
      filter: { set: textAt(imported, 'importFactorSet', 'factorSet', 'id') },
    });
    assert.equal(at(dataOf(named), 'emissionFactors', 'totalCount'), 0);
  }
});

test('a result names the version of a set of one’s own', async () => {
  const { send } = await world({ tier: 'GROWTH' });
  const slugs: unknown[] = [];
  for (const version of ['2025', '2026']) {
    const content =
      'id,name,unit,kgco2e_per_unit,geography,year,material\na,Own,kg,7,DE,2026,own\n';
    dataOf(await send(IMPORT, { input: { ...MILL, version, content } }));
    const text = mutationText('calculateMaterial', 'calculation { factorSets { name slug } }');
    const answer = dataOf(await send(text, { input: { material: 'own', massKg: 1 } }));
    slugs.push(at(answer, 'calculateMaterial', 'calculation', 'factorSets', 0));
  }
  assert.deepEqual(slugs, [
    { name: 'mill', slug: 'mill-2025' },
    { name: 'mill', slug: 'mill-2026' },
  ]);
});

test('rows that cannot be used are all named, and the same request repeated is answered once', async () => {
  const { send } = await world({ tier: 'GROWTH' });
  const content = `${MILL.content}b,,kg,x,FR,2026\n`;
  const refused = await send(IMPORT, { input: { ...MILL, content } });
  assert.deepEqual(codesOf(refused), ['BAD_USER_INPUT']);
  const problems = refused.errors[0]?.extensions['problems'];
  assert.deepEqual(at(problems, 0, 'path'), ['input', 'content', 3]);
  assert.match(String(at(problems, 0, 'message')), /not a number: x; name is missing/);

  const headers = { 'Idempotency-Key': 'once' };
  const first = await send(IMPORT, { input: MILL }, headers);
  const again = await send(IMPORT, { input: MILL }, headers);
  assert.deepEqual(dataOf(again), dataOf(first));
  assert.deepEqual(codesOf(await send(IMPORT, { input: MILL })), ['CONFLICT']);
});

test('says what is missing of a set, all at once', async () => {
  const { send } = await world({ tier: 'GROWTH' });
  const answer = await send(IMPORT, { input: { name: 'mill' } });
  const problems = answer.errors[0]?.extensions['problems'];
  assert.ok(Array.isArray(problems));
  assert.deepEqual(
    problems.map((problem) => at(problem, 'path', 1)),
    ['version', 'licence', 'attribution', 'content', 'format'],
  );
});

test('a pack is off until it is switched on, for one organization', async () => {
  const { send } = await world({ tier: 'GROWTH' });
  const isEnabled = async () => {
    const answer = await send('{ factorSets { slug isEnabled } }');
    const sets = at(dataOf(answer), 'factorSets');
    assert.ok(Array.isArray(sets));
    const pack = sets.find((set) => at(set, 'slug') === 'boavizta-devices-2023');
    return at(pack, 'isEnabled');
  };
  assert.equal(await isEnabled(), false);
  dataOf(await send(IMPORT, { input: { pack: 'boavizta-devices-2023' } }));
  assert.equal(await isEnabled(), true);
  assert.deepEqual(codesOf(await send(IMPORT, { input: { pack: 'nothing' } })), ['BAD_USER_INPUT']);
});

test('an own factor for a material goes before the shared ones, and the result says so', async () => {
  const { send } = await world({ tier: 'GROWTH' });
  const calculate = async () => {
    const answer = await send(`mutation {
      calculateMaterial(input: { material: "cotton fibre", massKg: 2, originCountry: "TR" }) {
        calculation { co2eKg contributions { edges { node { factor { name attribution } } } } }
      }
    }`);
    return at(dataOf(answer), 'calculateMaterial', 'calculation');
  };
  assert.equal(at(await calculate(), 'co2eKg'), 2 * 2);
  const content = `id,name,unit,kgco2e_per_unit,geography,material
c1,Cotton of our growers,kg,1.75,TR,cotton fibre
`;
  dataOf(await send(IMPORT, { input: { ...MILL, content } }));
  const own = await calculate();
  assert.equal(at(own, 'co2eKg'), 3.5);
  assert.deepEqual(at(own, 'contributions', 'edges', 0, 'node', 'factor'), {
    name: 'Cotton of our growers',
    attribution: 'Measured by ourselves.',
  });
});
