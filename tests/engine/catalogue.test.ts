import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  calculateBasic,
  calculateCatalogue,
  calculateFull,
  contributionTreeOf,
  IMPACT_CATEGORIES,
  LIFECYCLE_PHASES,
  type Product,
  sankeyOf,
} from '../../engine/src/index.ts';
import { numbersFrom } from './arbitrary-system.ts';
import { defaultLibrary } from './default-library.ts';

const library = await defaultLibrary();

function assertClose(actual: number, expected: number, scale = Math.abs(expected)): void {
  assert.ok(Math.abs(actual - expected) <= 1e-12 * scale + 1e-15, `${actual} is not ${expected}`);
}

/** Products of materials and of each other; a few loops, none of them unproductive. */
function someProducts(count: number): Map<string, Product> {
  const next = numbersFrom(11);
  const one = <T>(list: readonly [T, ...T[]]): T =>
    list[Math.floor(next() * list.length)] ?? list[0];
  const ids = Array.from({ length: count }, (_, at) => `product-${at}`);
  return new Map(
    ids.map((id) => {
      const parts = Array.from({ length: Math.floor(next() * 3) }, () => ({
        productId: ids[Math.floor(next() * count)] ?? id,
        quantity: 0.2 * next(),
      }));
      const materials = Array.from({ length: 1 + Math.floor(next() * 3) }, () => ({
        material: one(['PET', 'glass', 'cotton', 'wood', 'aluminium']),
        massKg: next(),
        recycledShare: next(),
        originCountry: one(['DE', 'CN', 'US']),
      }));
      const food = next() < 0.2 ? [{ factorId: 'agribalyse-3.1:11084', massKg: next() }] : [];
      const components = [...materials, ...parts, ...food];
      return [id, { id, name: id, netMassKg: 1, components }];
    }),
  );
}

test('gives every product what it gets alone', () => {
  const products = someProducts(60);
  for (const recycling of ['CUT_OFF', 'CFF'] as const) {
    const result = calculateCatalogue(products, library, { recycling });
    assert.equal(result.productIds.length, 60);
    for (const [at, id] of result.productIds.entries()) {
      const product = products.get(id);
      assert.ok(product);
      const alone = calculateFull(product, library, { products, recycling });
      assertClose(result.co2eKg[at] ?? 0, alone.co2eKg);
      for (const { phase, co2eKg } of alone.phases) {
        const column = LIFECYCLE_PHASES.indexOf(phase);
        const own = result.phaseCo2eKg[at * LIFECYCLE_PHASES.length + column] ?? 0;
        assertClose(own, co2eKg, alone.co2eKg);
      }
      for (const { code, value, isComplete } of alone.full?.indicators ?? []) {
        const column = at * IMPACT_CATEGORIES.length + IMPACT_CATEGORIES.indexOf(code);
        assertClose(result.indicators[column] ?? 0, value ?? 0);
        assert.equal(result.lackingCo2eKg[column] === 0, isComplete, `${id} ${code}`);
      }
    }
  }
  const basic = calculateCatalogue(products, library, { detail: 'BASIC' });
  const [first] = products.values();
  assert.ok(first);
  assertClose(basic.co2eKg[0] ?? 0, calculateBasic(first, library, { products }).co2eKg);
});

test('leaves out what cannot be calculated and whatever it is a part of, with reasons', () => {
  const products = new Map<string, Product>([
    ['bad', { id: 'bad', name: 'Bad', components: [{ material: 'unobtainium', massKg: 1 }] }],
    ['whole', { id: 'whole', name: 'Whole', components: [{ productId: 'bad', quantity: 1 }] }],
    ['good', { id: 'good', name: 'Good', components: [{ material: 'PP', massKg: 1 }] }],
  ]);
  const result = calculateCatalogue(products, library);
  assert.deepEqual(result.productIds, ['good']);
  assert.equal(result.failures.get('bad')?.[0]?.code, 'MISSING_FACTOR');
  assert.match(result.failures.get('whole')?.[0]?.message ?? '', /part Bad/);
});

test('amounts that no number can hold, alone or multiplied, leave out their product alone', () => {
  const times = (productId: string, quantity: number, unit?: string): Product['components'] => [
    { productId, quantity, unit },
  ];
  const KG = { amount: 1, unit: 'KG' } as const;
  const good: Product = { id: 'good', name: 'Good', declaredUnit: KG, netMassKg: 1 };
  const products = new Map(
    [
      { ...good, components: [{ material: 'PP', massKg: 1 }] },
      { id: 'tonnes', name: 'Tonnes', components: times('good', 1e308, 't') },
      { id: 'of it', name: 'Of it', components: times('tonnes', 1) },
      { id: 'many', name: 'Many', components: times('good', 1e200) },
      { id: 'more', name: 'More', components: times('many', 1e200) },
    ].map((product) => [product.id, product]),
  );
  const result = calculateCatalogue(products, library, { detail: 'BASIC' });
  assert.deepEqual(result.productIds, ['good', 'many']);
  const messages = ['tonnes', 'of it', 'more'].map((id) => result.failures.get(id)?.[0]?.message);
  assert.match(messages.join('\n'), /^quantity .* at most 1.*\n.* Tonnes .*\n.*no number can hold/);
});

test('leaves out an unproductive loop by name, and calculates the others', () => {
  const products = new Map<string, Product>([
    ['a', { id: 'a', name: 'A', components: [{ productId: 'b', quantity: 2 }] }],
    ['b', { id: 'b', name: 'B', components: [{ productId: 'a', quantity: 0.5 }] }],
    ['whole', { id: 'whole', name: 'Whole', components: [{ productId: 'a', quantity: 1 }] }],
    ['good', { id: 'good', name: 'Good', components: [{ material: 'PP', massKg: 1 }] }],
  ]);
  const result = calculateCatalogue(products, library);
  assert.deepEqual(result.productIds, ['good']);
  const [problem] = result.failures.get('a') ?? [];
  assert.equal(problem?.code, 'NON_PRODUCTIVE_CYCLE');
  assert.deepEqual([problem?.loop?.toSorted(), problem?.suggestions], [['A', 'B'], []]);
  assert.match(result.failures.get('b')?.[0]?.message ?? '', /A → B → A|B → A → B/);
  assert.match(result.failures.get('whole')?.[0]?.message ?? '', /part A/);
});

test('calculates a piece of a catalogue as it would the whole', () => {
  const products = someProducts(60);
  const whole = calculateCatalogue(products, library);
  const piece = calculateCatalogue(products, library, { ids: ['product-7', 'product-41'] });
  assert.deepEqual(piece.productIds, ['product-7', 'product-41']);
  assertClose(piece.co2eKg[0] ?? 0, whole.co2eKg[7] ?? Number.NaN);
  assertClose(piece.co2eKg[1] ?? 0, whole.co2eKg[41] ?? Number.NaN);
});

test('reports progress, and stops on request', () => {
  const products = someProducts(600);
  const seen: number[] = [];
  const result = calculateCatalogue(products, library, {
    onProgress: (done) => {
      seen.push(done);
      return done < 300;
    },
  });
  assert.deepEqual(
    seen,
    [...Array(300).keys()].map((at) => at + 1),
  );
  assert.deepEqual([result.outcome, result.productIds.length], ['CANCELLED', 300]);
});

test('explains a result as a tree that adds up, and as flows that balance', () => {
  const products = someProducts(60);
  const root = [...products.values()].find((product) =>
    product.components?.some(({ productId }) => productId !== undefined),
  );
  assert.ok(root);
  const footprint = calculateFull(root, library, { products });
  const tree = contributionTreeOf(footprint.snapshot, { cutoff: 1e-9 });
  assertClose(tree[0]?.co2eKg ?? 0, footprint.co2eKg);
  const phases = tree.filter(({ node, parent }) => node.kind === 'PHASE' && parent === 0);
  for (const { phase, co2eKg } of footprint.phases) {
    const branch = phases.find(({ node }) => node.id === phase);
    assertClose(branch?.co2eKg ?? 0, co2eKg, footprint.co2eKg);
  }
  const children = phases.reduce((sum, branch) => sum + branch.co2eKg, 0);
  assertClose(children, footprint.co2eKg);
  const { nodes, links } = sankeyOf(footprint.snapshot, { cutoff: 0 });
  const sink = nodes.findIndex(({ kind, id }) => kind === 'PRODUCT' && id === root.id);
  const inflow = links.reduce((sum, link) => sum + (link.target === sink ? link.co2eKg : 0), 0);
  assertClose(inflow, nodes[sink]?.co2eKg ?? 0);
});
