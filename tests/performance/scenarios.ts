import {
  calculateFull,
  comparePaired,
  type Product,
  reachTarget,
  runScenario,
  type Scenario,
  ScenarioTotals,
  sweep,
} from '../../engine/src/index.ts';
import { defaultLibrary } from '../engine/default-library.ts';
import { showBoth, time } from './engine/timing.ts';
import type { Table } from './table.ts';

const POINTS = 1_000;
const LARGE = 600;

/** Scenarios in the engine, each next to one plain calculation of the same product. */
export async function scenarioBenchmarks(): Promise<Table[]> {
  const library = await defaultLibrary();
  const rows = [productOf(10), productOf(LARGE)].map((product) => {
    const scenario = scenarioOf(product);
    const { baseline, outcome } = runScenario(scenario, library);
    const totals = new ScenarioTotals(scenario, library);
    let part = 0;
    const oneMore = () => {
      part = (part + 7) % (product.components?.length ?? 1);
      const select = { component: `Part ${part}` };
      return totals.co2eKgWith([{ op: 'SET_RECYCLED_SHARE', recycledShare: 0.3, select }]);
    };
    oneMore();
    const values = Array.from({ length: POINTS }, (_, at) => at / POINTS);
    const select = { component: 'Part 3' };
    const massScenario = {
      ...scenario,
      overrides: [{ op: 'SET_QUANTITY', massKg: 0, select } as const],
    };
    const target = {
      reductionShare: 0.0001,
      levers: [{ override: 0, least: 0, most: 1, from: 0 }],
    };
    return [
      `${product.components?.length ?? 0} components, FULL`,
      showBoth(time(5, () => calculateFull(product, library))),
      showBoth(time(5, () => runScenario(scenario, library))),
      showBoth(time(200, oneMore)),
      showBoth(time(5, () => sweep(scenario, [{ override: 0, values }], library))),
      showBoth(time(5, () => sweep(massScenario, [{ override: 0, values }], library))),
      showBoth(time(5, () => reachTarget(scenario, target, library))),
      showBoth(time(5, () => comparePaired(outcome.snapshot, baseline.snapshot))),
    ];
  });
  return [
    {
      title: 'Scenarios in the engine',
      columns: [
        'product',
        'calculation',
        'scenario of one override',
        'total of one more override',
        `sweep of ${POINTS} points`,
        `sweep of ${POINTS} masses`,
        'target of one lever',
        'paired Monte Carlo, 1,000',
      ],
      rows,
      notes: [
        'Median (best), one thread. A scenario is baseline, outcome, levers and 1,000 paired iterations.',
        'Targets of the design: 200 µs for the total of one override of 600 edges, 30 µs for a point of a sweep.',
      ],
    },
  ];
}

function productOf(components: number): Product {
  return {
    id: 'bench',
    name: 'Bench',
    components: Array.from({ length: components }, (_, at) => ({
      name: `Part ${at}`,
      material: at % 2 === 0 ? 'aluminium can' : 'cotton fibre',
      massKg: 0.01 + at / 1000,
      originCountry: at % 3 === 0 ? 'CN' : 'FR',
      transportLegs: [{ method: 'ROAD', distanceKm: 100 + at }],
    })),
  };
}

function scenarioOf(product: Product): Scenario {
  return {
    subject: {
      kind: 'PRODUCT',
      productId: product.id,
      products: new Map([[product.id, product]]),
    },
    overrides: [{ op: 'SET_RECYCLED_SHARE', recycledShare: 0.5, select: { component: 'Part 0' } }],
  };
}
