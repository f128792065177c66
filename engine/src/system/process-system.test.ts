import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relativeGap } from '../../../tests/engine/arbitrary-system.ts';
import { economy } from '../../../tests/engine/economy.ts';
import { contributionTree } from '../explain/contribution-tree.ts';
import { weighImpacts } from '../formulas/weigh-impacts.ts';
import { type Process, type ProcessSystem, ProcessSystemError } from './process-system.ts';
import { solveProcessSystem } from './solve-process-system.ts';

const close = (value: number | undefined, expected: number) =>
  assert.ok(Math.abs((value ?? Number.NaN) - expected) <= 1e-9, `${value} is not ${expected}`);

const co2 = [{ indicator: 'climate', flow: 'CO2', factor: 1 }];
const emits = (amount: number) => [{ flow: 'CO2', amount }];
const climate = (processes: readonly Process[], product: string, amount = 1) =>
  solveProcessSystem({ processes, characterisation: co2, demand: [{ product, amount }] });

function problemsOf(system: ProcessSystem) {
  try {
    solveProcessSystem(system);
  } catch (error) {
    if (error instanceof ProcessSystemError) return error.problems;
    throw error;
  }
  return assert.fail('the system was accepted');
}

// The next three cases repeat test values of openLCA (GreenDelta/olca-modules, MPL-2.0:
// SelfLoopAnalysisTest, AllocationTest, NwResultTest).

test('repeats openLCA: two processes that need each other, 2 kg of the first', () => {
  const { activities, inventory, study, nodes } = solveProcessSystem({
    processes: [
      {
        id: 'P1',
        outputs: [{ product: 'p1', amount: 1 }],
        inputs: [{ product: 'p2', amount: 1 }],
        interventions: [
          { flow: 'f1', amount: 1 },
          { flow: 'f2', amount: 2 },
        ],
      },
      {
        id: 'P2',
        outputs: [{ product: 'p2', amount: 1 }],
        inputs: [{ product: 'p1', amount: 0.5 }],
        interventions: [
          { flow: 'f1', amount: 2 },
          { flow: 'f2', amount: 1 },
        ],
      },
    ],
    characterisation: [
      { indicator: 'f1', flow: 'f1', factor: 1 },
      { indicator: 'f2', flow: 'f2', factor: 1 },
    ],
    demand: [{ product: 'p1', amount: 2 }],
  });
  const [p1, p2] = activities;
  for (const activity of activities) close(activity.scaling, 4);
  close(p1?.flows.get('f1'), 4);
  close(p1?.flows.get('f2'), 8);
  close(p2?.flows.get('f1'), 8);
  close(p2?.flows.get('f2'), 4);
  close(inventory.get('f1'), 12);
  close(inventory.get('f2'), 12);
  const upstream = [0, 1].map((indicator) => {
    const [root, second] = contributionTree(study, { indicator });
    assert.equal(nodes[second?.node ?? -1]?.product, 'p2');
    return [root?.total, second?.total];
  });
  const [[rootF1, secondF1] = [], [rootF2, secondF2] = []] = upstream;
  close(rootF1, 12);
  close(secondF1, 10);
  close(rootF2, 12);
  close(secondF2, 8);
});

test('repeats openLCA: allocation by mass gives 0.5 kg CO2 per kg of the first product', () => {
  const { impacts } = climate(
    [
      {
        id: 'P',
        outputs: [
          { product: 'p1', amount: 1, massKgPerUnit: 1 },
          { product: 'p2', amount: 3, massKgPerUnit: 1 },
        ],
        allocation: 'MASS',
        interventions: emits(2),
      },
    ],
    'p1',
  );
  close(impacts.get('climate'), 0.5);
});

test('repeats openLCA: normalisation and weighting', () => {
  const impacts = new Map([['i', 4]]);
  const normalisation = new Map([['i', 0.5]]);
  const weights = new Map([['i', 3]]);
  close(weighImpacts(impacts, { normalisation }).get('i'), 8);
  close(weighImpacts(impacts, { weights }).get('i'), 12);
  close(weighImpacts(impacts, { normalisation, weights }).get('i'), 24);
});

test('scales a process whose reference output is not one unit', () => {
  // 250 kg of steel emit 500 kg: 2 per kg; a bolt takes 0.05 kg and emits 0.01 of its own.
  const { impacts, activities } = climate(
    [
      { id: 'mill', outputs: [{ product: 'steel', amount: 250 }], interventions: emits(500) },
      {
        id: 'forge',
        outputs: [{ product: 'bolt', amount: 1000 }],
        inputs: [{ product: 'steel', amount: 50 }],
        interventions: emits(10),
      },
    ],
    'bolt',
    4,
  );
  close(impacts.get('climate'), 4 * (0.05 * 2 + 0.01));
  close(activities[0]?.scaling, (4 * 0.05) / 250);
});

test('divides a process by price, by energy and by declared shares', () => {
  const plant = (allocation: 'ECONOMIC' | 'ENERGY' | 'CUSTOM'): Process[] => [
    {
      id: 'CHP',
      outputs: [
        { product: 'power', amount: 10, pricePerUnit: 3, energyMjPerUnit: 3.6, share: 0.7 },
        { product: 'heat', amount: 30, pricePerUnit: 0.5, energyMjPerUnit: 1, share: 0.3 },
      ],
      allocation,
      interventions: emits(100),
    },
  ];
  close(climate(plant('ECONOMIC'), 'power').impacts.get('climate'), (100 * 30) / 45 / 10);
  close(climate(plant('ENERGY'), 'heat').impacts.get('climate'), (100 * 30) / 66 / 30);
  close(climate(plant('CUSTOM'), 'power').impacts.get('climate'), 7);
});

test('loses nothing in allocation: all outputs together bear the whole process', () => {
  const processes: Process[] = [
    { id: 'grid', outputs: [{ product: 'kWh', amount: 1 }], interventions: emits(0.4) },
    {
      id: 'refinery',
      outputs: [
        { product: 'petrol', amount: 3, pricePerUnit: 1.7 },
        { product: 'bitumen', amount: 5, pricePerUnit: 0.3 },
      ],
      allocation: 'ECONOMIC',
      inputs: [{ product: 'kWh', amount: 20 }],
      interventions: emits(9),
    },
  ];
  const demand = [
    { product: 'petrol', amount: 3 },
    { product: 'bitumen', amount: 5 },
  ];
  const { impacts } = solveProcessSystem({ processes, characterisation: co2, demand });
  close(impacts.get('climate'), 20 * 0.4 + 9);
});

test('sends waste to the process that treats it', () => {
  // 1 shirt leaves 0.1 kg scrap; the incinerator takes 2 kg a run, emits 3 and uses 1 kWh.
  const { impacts, activities } = climate(
    [
      {
        id: 'sewing',
        outputs: [{ product: 'shirt', amount: 1 }],
        wastes: [{ product: 'scrap', amount: 0.1 }],
        interventions: emits(1),
      },
      {
        id: 'incinerator',
        treats: [{ product: 'scrap', amount: 2 }],
        inputs: [{ product: 'kWh', amount: 1 }],
        interventions: emits(3),
      },
      { id: 'grid', outputs: [{ product: 'kWh', amount: 1 }], interventions: emits(0.4) },
    ],
    'shirt',
  );
  close(impacts.get('climate'), 1 + (0.1 / 2) * (3 + 0.4));
  close(activities[1]?.output, 0.1);
});

test('subtracts what a credit avoids', () => {
  const { impacts } = climate(
    [
      {
        id: 'digester',
        outputs: [{ product: 'treatment', amount: 1 }],
        inputs: [{ product: 'heat', amount: -5 }],
        interventions: emits(2),
      },
      { id: 'boiler', outputs: [{ product: 'heat', amount: 1 }], interventions: emits(0.3) },
    ],
    'treatment',
  );
  close(impacts.get('climate'), 2 - 5 * 0.3);
});

test('takes a product from the provider that an exchange names', () => {
  const processes: Process[] = [
    { id: 'coal', outputs: [{ product: 'kWh', amount: 1 }], interventions: emits(1) },
    { id: 'wind', outputs: [{ product: 'kWh', amount: 1 }], interventions: emits(0.01) },
    {
      id: 'lamp',
      outputs: [{ product: 'light', amount: 1 }],
      inputs: [{ product: 'kWh', amount: 2, provider: 'wind' }],
    },
  ];
  close(climate(processes, 'light').impacts.get('climate'), 0.02);
});

test('reports everything wrong with a system at once, each with its place', () => {
  const problems = problemsOf({
    processes: [
      { id: 'a', outputs: [{ product: 'x', amount: 0 }] },
      { id: 'a', outputs: [{ product: 'y', amount: 1 }], inputs: [{ product: 'z', amount: 1 }] },
      {
        id: 'b',
        outputs: [
          { product: 'y', amount: 1 },
          { product: 'v', amount: 1 },
        ],
      },
      {
        id: 'c',
        outputs: [
          { product: 'u', amount: 1, share: 0.5 },
          { product: 'w', amount: 1, share: 0.6 },
        ],
        allocation: 'CUSTOM',
      },
    ],
    characterisation: [{ indicator: 'i', flow: 'f', factor: Number.NaN }],
    demand: [{ product: 'y', amount: 1 }],
  });
  assert.deepEqual(
    problems.map(({ path, code }) => `${path} ${code}`),
    [
      'processes.0 NO_OUTPUT',
      'processes.1 DUPLICATE_PROCESS',
      'processes.2 ALLOCATION_MISSING',
      'processes.3 ALLOCATION_SHARES',
      'processes.1.inputs.0 UNKNOWN_PRODUCT',
      'demand.0 AMBIGUOUS_PROVIDER',
      'characterisation.0 NOT_A_NUMBER',
    ],
  );
});

test('accepts shares that miss one by a billionth and refuses those that miss by more', () => {
  const shared = (share: number): ProcessSystem => ({
    processes: [
      {
        id: 'P',
        outputs: [
          { product: 'a', amount: 1, share: 0.5 },
          { product: 'b', amount: 1, share },
        ],
        allocation: 'CUSTOM',
      },
    ],
    characterisation: [],
    demand: [{ product: 'a', amount: 1 }],
  });
  assert.equal(solveProcessSystem(shared(0.5 + 9e-10)).activities.length, 2);
  assert.equal(problemsOf(shared(0.5 + 2e-9))[0]?.code, 'ALLOCATION_SHARES');
});

test('names the processes of a loop that consumes its own output', () => {
  const [problem] = problemsOf({
    processes: [
      {
        id: 'hen',
        outputs: [{ product: 'egg', amount: 1 }],
        inputs: [{ product: 'chick', amount: 2 }],
      },
      {
        id: 'nest',
        outputs: [{ product: 'chick', amount: 1 }],
        inputs: [{ product: 'egg', amount: 0.5 }],
      },
    ],
    characterisation: [],
    demand: [{ product: 'egg', amount: 1 }],
  });
  assert.equal(problem?.code, 'NON_PRODUCTIVE_CYCLE');
  assert.match(problem?.message ?? '', /hen → nest → hen|nest → hen → nest/);
});

test('balances an economy of 411 sectors and 23 indicators: supply covers use and demand', () => {
  const document = economy();
  const { activities, impacts, inventory } = solveProcessSystem(document);
  const outputOf = new Map(activities.map(({ product, output }) => [product, output]));
  const used = new Map(document.demand.map(({ product, amount }) => [product, amount]));
  document.processes.forEach(({ inputs }, at) => {
    for (const { product, amount } of inputs ?? []) {
      const scaling = activities[at]?.scaling ?? Number.NaN;
      used.set(product, (used.get(product) ?? 0) + amount * scaling);
    }
  });
  for (const [product, use] of used) {
    assert.ok(relativeGap(use, outputOf.get(product) ?? 0) < 1e-12);
  }
  assert.equal(impacts.size, 23);
  for (const [indicator, impact] of impacts) {
    assert.ok(relativeGap(impact, inventory.get(indicator) ?? 0) < 1e-12);
  }
});
