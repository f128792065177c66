import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  impactOf,
  numbersFrom,
  productiveSystem,
  relativeGap,
  systemOf,
} from '../../../tests/engine/arbitrary-system.ts';
import { compileSystem, type SystemInput } from '../system/compile.ts';
import { solveDemand } from '../system/solve-demand.ts';
import { intensityOf, solveIntensities } from '../system/solve-intensities.ts';
import { SystemError } from '../system/system-error.ts';
import { LiveSystem, type SystemEdit } from './live-system.ts';

/** The same edits on plain input, without anything incremental. */
function edited(input: SystemInput, edits: readonly SystemEdit[]): SystemInput {
  const { nodeCount, indicatorCount } = input;
  const direct = input.direct.slice();
  const consumers = Array.from(input.consumers);
  const suppliers = Array.from(input.suppliers);
  const amounts = Array.from(input.amounts);
  for (const edit of edits) {
    if (edit.kind === 'DIRECT') direct.set(edit.values, edit.node * indicatorCount);
    else if (edit.kind === 'AMOUNT') amounts[edit.edge] = edit.amount;
    else {
      consumers.push(edit.consumer);
      suppliers.push(edit.supplier);
      amounts.push(edit.amount);
    }
  }
  return {
    nodeCount,
    indicatorCount,
    consumers: Int32Array.from(consumers),
    suppliers: Int32Array.from(suppliers),
    amounts: Float64Array.from(amounts),
    direct,
  };
}

function randomEdits(input: SystemInput, seed: number, count: number): SystemEdit[] {
  const next = numbersFrom(seed);
  const node = () => Math.floor(next() * input.nodeCount);
  let edges = input.amounts.length;
  return Array.from({ length: count }, (): SystemEdit => {
    const kind = next();
    if (kind < 0.3) {
      const values = Array.from({ length: input.indicatorCount }, () => next() * 5);
      return { kind: 'DIRECT', node: node(), values };
    }
    if (kind < 0.6 && edges > 0) {
      return { kind: 'AMOUNT', edge: Math.floor(next() * edges), amount: next() * 0.02 };
    }
    edges++;
    return { kind: 'INSERT', consumer: node(), supplier: node(), amount: next() * 0.01 };
  });
}

function assertSame(live: LiveSystem, input: SystemInput, tolerance: number): void {
  const expected = solveIntensities(compileSystem(input));
  for (let node = 0; node < input.nodeCount; node++) {
    const values = intensityOf(expected, node);
    live.intensityOf(node).forEach((value, k) => {
      assert.ok(relativeGap(value, values[k] ?? 0) <= tolerance, `node ${node}, indicator ${k}`);
    });
  }
}

test('any edits give the result of solving the whole system again', () => {
  fc.assert(
    fc.property(productiveSystem(40), fc.integer(), (input, seed) => {
      const live = new LiveSystem(input);
      const edits = randomEdits(input, seed, 12);
      edits.forEach((edit, at) => {
        live.apply([edit]);
        assertSame(live, edited(input, edits.slice(0, at + 1)), 1e-12);
      });
    }),
    { numRuns: 40 },
  );
});

test('makes a batch of edits the same as one after another', () => {
  fc.assert(
    fc.property(productiveSystem(40), fc.integer(), (input, seed) => {
      const live = new LiveSystem(input);
      const edits = randomEdits(input, seed, 20);
      live.apply(edits);
      assertSame(live, edited(input, edits), 1e-12);
    }),
    { numRuns: 40 },
  );
});

test('gives the same bits as a full solution where no loop is involved', () => {
  const next = numbersFrom(5);
  const edges = Array.from({ length: 300 }, (_, at) => {
    const consumer = 1 + Math.floor(at / 3);
    return [consumer, Math.floor(next() * consumer), next()] as const;
  });
  const direct = Array.from({ length: 101 }, () => [next(), next()]);
  const input = systemOf(101, edges, direct);
  const live = new LiveSystem(input);
  const edits: SystemEdit[] = [
    { kind: 'AMOUNT', edge: 7, amount: 0.7 },
    { kind: 'DIRECT', node: 3, values: [1, 2] },
    { kind: 'INSERT', consumer: 60, supplier: 2, amount: 0.1 },
  ];
  live.apply(edits);
  assertSame(live, edited(input, edits), 0);
});

test('recomputes what depends on a change and nothing else', () => {
  // 3 ← 2 ← 1 ← 0 and, apart from them, 5 ← 4
  const edges = [
    [0, 1, 1],
    [1, 2, 1],
    [2, 3, 1],
    [4, 5, 1],
  ] as const;
  const live = new LiveSystem(systemOf(6, edges, [[1], [1], [1], [1], [1], [1]]));
  assert.equal(live.apply([{ kind: 'DIRECT', node: 1, values: [3] }]), 2);
  assert.deepEqual([...live.intensityOf(0)], [6]);
  assert.equal(live.apply([{ kind: 'DIRECT', node: 1, values: [3] }]), 1);
});

test('accepts an edge against the order of solving without compiling again', () => {
  const direct = [[1], [10], [100], [1000]];
  const live = new LiveSystem(
    systemOf(
      4,
      [
        [0, 1, 1],
        [2, 3, 1],
      ],
      direct,
    ),
  );
  live.apply([{ kind: 'INSERT', consumer: 1, supplier: 2, amount: 2 }]);
  assert.deepEqual([...live.intensityOf(0)], [1 + 10 + 2 * 1100]);
  const other = new LiveSystem(
    systemOf(
      4,
      [
        [0, 1, 1],
        [2, 3, 1],
      ],
      direct,
    ),
  );
  other.apply([{ kind: 'INSERT', consumer: 3, supplier: 0, amount: 2 }]);
  assert.deepEqual([...other.intensityOf(2)], [100 + 1000 + 2 * 11]);
});

test('follows an edit that reaches thousands of nodes, and one after it', () => {
  // One material in 5,000 products, through a component that joins later.
  const count = 5000;
  const edges = Array.from({ length: count }, (_, at) => [at + 2, 0, at] as const);
  const direct = Array.from({ length: count + 2 }, () => [1]);
  const input = systemOf(count + 2, edges, direct);
  const live = new LiveSystem(input);
  const edits: SystemEdit[] = [
    { kind: 'INSERT', consumer: 0, supplier: 1, amount: 2 },
    { kind: 'DIRECT', node: 1, values: [3] },
    { kind: 'AMOUNT', edge: count, amount: 4 },
  ];
  for (const edit of edits) live.apply([edit]);
  assert.deepEqual([...live.intensityOf(102)], [1 + 100 * (1 + 4 * 3)]);
  assertSame(live, edited(input, edits), 1e-15);
});

test('refuses an edit that makes a loop non-productive and keeps what was', () => {
  const input = systemOf(
    3,
    [
      [0, 1, 0.5],
      [1, 0, 0.5],
      [2, 0, 1],
    ],
    [[1], [2], [3]],
  );
  const live = new LiveSystem(input);
  const edits: SystemEdit[] = [
    { kind: 'DIRECT', node: 2, values: [9] },
    { kind: 'AMOUNT', edge: 0, amount: 2.5 },
  ];
  assert.throws(
    () => live.apply(edits),
    (error) => {
      return error instanceof SystemError && error.code === 'NON_PRODUCTIVE_CYCLE';
    },
  );
  assertSame(live, input, 0);
});

test('takes back an inserted edge that would close a non-productive loop', () => {
  const input = systemOf(
    3,
    [
      [0, 1, 2],
      [1, 2, 1],
    ],
    [[1], [2], [3]],
  );
  const live = new LiveSystem(input);
  const insert = { kind: 'INSERT', consumer: 2, supplier: 0, amount: 0.5 } as const;
  assert.throws(() => live.apply([insert]), SystemError);
  assertSame(live, input, 1e-15);
  live.apply([{ kind: 'DIRECT', node: 2, values: [4] }]);
  assert.ok(relativeGap(live.intensityOf(0)[0] ?? 0, 1 + 2 * (2 + 4)) < 1e-15);
});

test('explains inserted edges like all others', () => {
  const live = new LiveSystem(systemOf(2, [], [[1], [5]]));
  live.apply([{ kind: 'INSERT', consumer: 0, supplier: 1, amount: 3 }]);
  const { system } = live.intensities();
  assert.deepEqual([...impactOf(solveDemand(system, [{ node: 0, amount: 1 }]))], [16]);
});

test('refuses edits of nodes, edges and numbers that do not exist', () => {
  const live = new LiveSystem(systemOf(2, [[0, 1, 1]], [[1], [1]]));
  const wrong: SystemEdit[] = [
    { kind: 'DIRECT', node: 2, values: [1] },
    { kind: 'DIRECT', node: 0, values: [1, 2] },
    { kind: 'AMOUNT', edge: 1, amount: 1 },
    { kind: 'AMOUNT', edge: 0, amount: Number.NaN },
    { kind: 'INSERT', consumer: 0, supplier: -1, amount: 1 },
  ];
  for (const edit of wrong) assert.throws(() => live.apply([edit]), SystemError);
});
