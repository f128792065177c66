import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  CalculationError,
  calculate,
  calculateScenario,
  calculateSupplyChain,
  INVENTORY_SHAPE,
  type Inventory,
  readInventory,
  replay,
  type SupplyChain,
} from '../../engine/src/index.ts';
import { assertClose } from '../close.ts';
import { defaultLibrary } from './default-library.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const library = await defaultLibrary();

function jsonOf(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, DOCS), 'utf8'));
}

test('the printed schema is the one that the engine checks with', () => {
  assert.deepEqual(
    jsonOf('schemas/inventory.schema.json'),
    JSON.parse(JSON.stringify(INVENTORY_SHAPE)),
  );
});

test('calculates the documented example, whole and as declared', () => {
  const inventory = readInventory(jsonOf('examples/inventory.json'));
  const whole = calculate(inventory, library);
  assert.ok('co2eKg' in whole && whole.detail === 'FULL');
  const phases = whole.phases.map(({ phase }) => phase);
  assert.deepEqual(phases, [
    'RAW_MATERIALS',
    'INBOUND_TRANSPORT',
    'MANUFACTURING',
    'PACKAGING',
    'DISTRIBUTION',
    'USE',
    'END_OF_LIFE',
  ]);
  assert.deepEqual(replay(JSON.parse(JSON.stringify(whole.snapshot))), whole);
  const declared = calculate({ ...inventory, options: { detail: 'BASIC' } }, library);
  assert.ok('co2eKg' in declared && declared.co2eKg < whole.co2eKg);
});

test('solves a raw process system through the same door', () => {
  const solution = calculate(readInventory(jsonOf('examples/process-system.json')));
  assert.ok('impacts' in solution);
  // x = 1000 + 0.05·f, f = 0.2·x: x = 1000/0.99; CO2 = 0.1·x + 0.1·f = 0.12·x.
  assertClose(solution.impacts.get('CC') ?? 0, 120 / 0.99);
});

test('calculates with its own factors without a library', () => {
  const inventory: Inventory = {
    product: {
      id: 'chair',
      name: 'Chair',
      components: [
        {
          material: 'oak',
          massKg: 4,
          recycledShare: 0.25,
          transportLegs: [{ method: 'ROAD', distanceKm: 500, factorId: 'lorry' }],
        },
      ],
      processSteps: [{ energy: [{ source: 'OTHER', energyKwh: 10, factorId: 'power' }] }],
    },
    factors: [
      { id: 'oak', name: 'Oak', unit: 'kg', co2eKgPerUnit: 0.4 },
      { id: 'old-oak', name: 'Reclaimed oak', unit: 't', co2eKgPerUnit: 40 },
      { id: 'lorry', name: 'Lorry', unit: 't.km', co2eKgPerUnit: 0.1 },
      { id: 'power', name: 'Power', unit: 'MJ', co2eKgPerUnit: 0.01 },
    ],
    materials: [{ material: 'oak', factorId: 'oak', recycledFactorId: 'old-oak' }],
    options: { detail: 'BASIC' },
  };
  const footprint = calculate(inventory);
  assert.ok('co2eKg' in footprint);
  assertClose(footprint.co2eKg, 3 * 0.4 + 1 * 0.04 + 0.004 * 500 * 0.1 + 36 * 0.01);
});

test('refuses a file of the wrong form, naming every place', () => {
  const wrong = {
    product: {
      id: 'x',
      components: [{ materiel: 'PP', massKg: '1' }],
      transportLegs: [{ method: 'TRAIN' }],
    },
    options: { boundary: 'EVERYTHING' },
  };
  assert.throws(
    () => readInventory(wrong),
    (error) => {
      assert.ok(error instanceof CalculationError);
      const paths = error.problems.map(({ path }) => path.join('.'));
      assert.deepEqual(paths, [
        'product.name',
        'product.components.0.materiel',
        'product.components.0.massKg',
        'product.transportLegs.0.method',
        'options.boundary',
      ]);
      return true;
    },
  );
  assert.throws(() => readInventory({}), CalculationError);
});

const chain: SupplyChain = {
  nodes: [
    {
      id: 'mill',
      name: 'Mill',
      tier: 1,
      country: 'FR',
      energyKwhPerUnit: 2,
      yield: 0.8,
      components: [
        { material: 'PP', massKg: 1, transportLegs: [{ method: 'ROAD', distanceKm: 0 }] },
      ],
    },
    {
      id: 'factory',
      name: 'Factory',
      tier: 0,
      country: 'FR',
      unit: 'PIECE',
      energyKwhPerUnit: 1,
      energyMix: [
        { source: 'GRID_ELECTRICITY', share: 0.75 },
        { source: 'NATURAL_GAS', share: 0.25 },
      ],
      waterLitresPerUnit: 100,
    },
  ],
  edges: [
    {
      from: 'mill',
      to: 'factory',
      quantity: 500,
      unit: 'g',
      legs: [{ method: 'RAIL', distanceKm: 1000 }],
    },
  ],
};

test('calculates a supply chain by hand: energy mixes, yields, water and legs', () => {
  const footprint = calculateSupplyChain(chain, library, { detail: 'BASIC' });
  // The mill buys 1/0.8 kg for each kg.
  const mill = 1.25 * 2.57757172 + 2 * 0.04418 * 1.07479;
  const energy = 0.75 * 0.04418 * 1.07479 + 0.25 * (0.18296 + 0.03021);
  const leg = 0.0005 * 1000 * (0.02779 + 0.00691);
  assertClose(footprint.co2eKg, 0.5 * mill + energy + 0.1 * 0.1913 + leg);
});

test('an inventory, a scenario and the API give a supply chain one result, to its gate', () => {
  const options = { detail: 'FULL' } as const;
  const products = [{ id: 'lid', name: 'Lid', components: [{ material: 'PP', massKg: 0.1 }] }];
  const [mill, ...others] = chain.nodes;
  assert.ok(mill);
  const components = [...(mill.components ?? []), { productId: 'lid', quantity: 1 }];
  const supplyChain = { ...chain, nodes: [{ ...mill, components }, ...others] };
  const parts = new Map(products.map((part) => [part.id, part]));
  const expected = calculateSupplyChain(supplyChain, library, { ...options, products: parts });
  assert.equal(expected.full?.boundary, 'CRADLE_TO_GATE');
  const inventory = { supplyChain, products, options };
  assert.equal(calculate(inventory, library).snapshotHash, expected.snapshotHash);
  const scenario = calculateScenario({ ...inventory, overrides: [] }, library);
  assert.equal(scenario.result.baseline.snapshotHash, expected.snapshotHash);
});

test('refuses a supply chain with a mix that does not sum to 1, or an edge to nowhere', () => {
  const wrong: SupplyChain = {
    nodes: [
      { id: 'a', name: 'A', energyKwhPerUnit: 1, energyMix: [{ source: 'STEAM', share: 0.9 }] },
    ],
    edges: [{ from: 'b', to: 'a', quantity: 1 }],
  };
  assert.throws(
    () => calculateSupplyChain(wrong, library),
    (error) =>
      error instanceof CalculationError &&
      error.problems.map(({ path }) => path.join('.')).join() === 'nodes.0.energyMix,edges.0.from',
  );
});
