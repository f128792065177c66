import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  numbersFrom,
  productiveSystem,
  relativeGap,
  systemOf,
} from '../../../tests/engine/arbitrary-system.ts';
import { compileSystem, type SystemInput } from './compile.ts';
import { intensityOf, solveIntensities } from './solve-intensities.ts';
import { SystemError } from './system-error.ts';

const solve = (input: SystemInput) => solveIntensities(compileSystem(input));

/** y = q + A·y summed as a series: slow, and written without anything of the kernel. */
function solveBySeries(input: SystemInput): Float64Array {
  const width = input.indicatorCount;
  let y = input.direct.slice();
  for (let round = 0; round < 600; round++) {
    const next = input.direct.slice();
    input.amounts.forEach((amount, edge) => {
      for (let k = 0; k < width; k++) {
        const at = (input.consumers[edge] ?? 0) * width + k;
        next[at] = (next[at] ?? 0) + amount * (y[(input.suppliers[edge] ?? 0) * width + k] ?? 0);
      }
    });
    y = next;
  }
  return y;
}

function refusalOf(input: SystemInput): SystemError {
  try {
    solve(input);
  } catch (error) {
    if (error instanceof SystemError) return error;
    throw error;
  }
  return assert.fail('the system was accepted');
}

test('adds suppliers up a bill of materials of three levels', () => {
  // shirt = 0.5 + 0.2 fabric; fabric = 2 + 1.1 yarn; yarn = 4  →  6.4 and 1.78
  const solved = solve(
    systemOf(
      3,
      [
        [0, 1, 0.2],
        [1, 2, 1.1],
      ],
      [[0.5], [2], [4]],
    ),
  );
  assert.deepEqual([...intensityOf(solved, 1)], [2 + 1.1 * 4]);
  assert.deepEqual([...intensityOf(solved, 0)], [0.5 + 0.2 * (2 + 1.1 * 4)]);
});

test('solves a loop of two to its closed form', () => {
  // y1 = 1 + 0.5·y2, y2 = 2 + 0.4·y1  →  y1 = (1 + 0.5·2)/(1 − 0.2) = 2.5, y2 = 3
  const solved = solve(
    systemOf(
      2,
      [
        [0, 1, 0.5],
        [1, 0, 0.4],
      ],
      [[1], [2]],
    ),
  );
  assert.ok(relativeGap(intensityOf(solved, 0)[0] ?? 0, 2.5) < 1e-15);
  assert.ok(relativeGap(intensityOf(solved, 1)[0] ?? 0, 3) < 1e-15);
});

test('divides by what a node that uses its own output leaves over', () => {
  // a power station that uses 5 % of its power: y = 0.8/(1 − 0.05)
  const solved = solve(
    systemOf(
      2,
      [
        [0, 0, 0.05],
        [1, 0, 3],
      ],
      [[0.8], [0]],
    ),
  );
  assert.ok(relativeGap(intensityOf(solved, 1)[0] ?? 0, (3 * 0.8) / 0.95) < 1e-15);
});

test('subtracts a credit inside a loop', () => {
  // y1 = 3 − 0.5·y2, y2 = 1 + 0.5·y1  →  y1 = (3 − 0.5)/(1 + 0.25) = 2
  const solved = solve(
    systemOf(
      2,
      [
        [0, 1, -0.5],
        [1, 0, 0.5],
      ],
      [[3], [1]],
    ),
  );
  assert.ok(relativeGap(intensityOf(solved, 0)[0] ?? 0, 2) < 1e-15);
});

test('adds parallel edges', () => {
  const solved = solve(
    systemOf(
      2,
      [
        [0, 1, 0.25],
        [0, 1, 0.5],
      ],
      [[0], [4]],
    ),
  );
  assert.deepEqual([...intensityOf(solved, 0)], [3]);
});

test('agrees with the series on any productive system, on every indicator', () => {
  fc.assert(
    fc.property(productiveSystem(), (input) => {
      const solved = solve(input);
      const expected = solveBySeries(input);
      const width = input.indicatorCount;
      for (let node = 0; node < input.nodeCount; node++) {
        intensityOf(solved, node).forEach((value, k) => {
          assert.ok(relativeGap(value, expected[node * width + k] ?? 0) < 1e-12);
        });
      }
    }),
    { numRuns: 60 },
  );
});

test('leaves a residual below 1e-12 of the largest value', () => {
  fc.assert(
    fc.property(productiveSystem(), (input) => {
      const { system, values } = solve(input);
      const width = input.indicatorCount;
      const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      for (let row = 0; row < input.nodeCount; row++) {
        for (let k = 0; k < width; k++) {
          let rest = (system.direct[row * width + k] ?? 0) - (values[row * width + k] ?? 0);
          for (let s = system.rowStart[row] ?? 0; s < (system.rowStart[row + 1] ?? 0); s++) {
            const supplier = system.suppliers[s] ?? 0;
            rest += (system.amounts[s] ?? 0) * (values[supplier * width + k] ?? 0);
          }
          assert.ok(Math.abs(rest) <= 1e-12 * largest);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('gives the same result whatever order nodes and edges come in', () => {
  fc.assert(
    fc.property(productiveSystem(), fc.integer(), (input, seed) => {
      const next = numbersFrom(seed);
      const shuffled = (count: number) =>
        Array.from({ length: count }, (_, at) => [next(), at] as const)
          .sort(([a], [b]) => a - b)
          .map(([, at]) => at);
      const nodes = shuffled(input.nodeCount);
      const renamed = Int32Array.from(nodes);
      nodes.forEach((node, at) => {
        renamed[node] = at;
      });
      const edges = shuffled(input.amounts.length);
      const width = input.indicatorCount;
      const other = solve({
        ...input,
        consumers: Int32Array.from(edges, (e) => renamed[input.consumers[e] ?? 0] ?? 0),
        suppliers: Int32Array.from(edges, (e) => renamed[input.suppliers[e] ?? 0] ?? 0),
        amounts: Float64Array.from(edges, (e) => input.amounts[e] ?? 0),
        direct: Float64Array.from(
          nodes.flatMap((node) => [...input.direct.subarray(node * width, (node + 1) * width)]),
        ),
      });
      const solved = solve(input);
      nodes.forEach((node, at) => {
        const expected = intensityOf(solved, node);
        intensityOf(other, at).forEach((value, k) => {
          assert.ok(relativeGap(value, expected[k] ?? 0) < 1e-12);
        });
      });
    }),
    { numRuns: 60 },
  );
});

test('doubles every result when every direct impact doubles', () => {
  fc.assert(
    fc.property(productiveSystem(), (input) => {
      const once = solve(input);
      const twice = solve({ ...input, direct: input.direct.map((value) => 2 * value) });
      assert.deepEqual(
        twice.values,
        once.values.map((value) => 2 * value),
      );
    }),
    { numRuns: 40 },
  );
});

test('names the loop that consumes its own output, not its innocent neighbours', () => {
  const edges = [
    [0, 1, 1],
    [1, 2, 2],
    [2, 3, 0.5],
    [3, 1, 1],
    [4, 3, 0.1],
    [2, 5, 0.3],
  ] as const;
  const refusal = refusalOf(systemOf(6, edges, [[1], [1], [1], [1], [1], [1]]));
  assert.equal(refusal.code, 'NON_PRODUCTIVE_CYCLE');
  assert.deepEqual([...refusal.nodes].sort(), [1, 2, 3]);
});

test('refuses a node that needs a whole unit of itself, even where nothing is emitted', () => {
  const refusal = refusalOf(systemOf(1, [[0, 0, 1]], [[0]]));
  assert.equal(refusal.code, 'NON_PRODUCTIVE_CYCLE');
  assert.deepEqual(refusal.nodes, [0]);
});

test('refuses a loop that credits make singular', () => {
  const refusal = refusalOf(
    systemOf(
      2,
      [
        [0, 1, -1],
        [1, 0, -1],
      ],
      [[1], [1]],
    ),
  );
  assert.equal(refusal.code, 'NON_PRODUCTIVE_CYCLE');
});

test('distinguishes ρ just below one from ρ just above it in a loop of a hundred', () => {
  const ring = (gain: number) => {
    const edges = Array.from({ length: 100 }, (_, at) => {
      return [at, (at + 1) % 100, at === 0 ? gain : 1] as const;
    });
    return systemOf(
      100,
      edges,
      Array.from({ length: 100 }, () => [1]),
    );
  };
  // Once around the ring costs 100 units and returns `gain`: y0 = (1 + 99·gain)/(1 − gain).
  const [value = 0] = intensityOf(solve(ring(0.999)), 0);
  assert.ok(relativeGap(value, (1 + 99 * 0.999) / 0.001) < 1e-11);
  assert.equal(refusalOf(ring(1.001)).code, 'NON_PRODUCTIVE_CYCLE');
  assert.equal(refusalOf(ring(1.001)).nodes.length, 100);
});

test('solves a knot of two thousand that keeps all but a thousandth, with signs mixed', () => {
  const next = numbersFrom(8);
  const count = 2000;
  const edges = Array.from({ length: 8 * count }, (_, at) => {
    return [Math.floor(at / 8), Math.floor(next() * count), 0.999 / 8] as const;
  });
  const plan = Array.from({ length: count }, () => [1, next() - 0.5]);
  // Row sums of 0.999 make (I − A)·1 = 0.001: the first indicator is 1000 everywhere.
  const solved = solve(systemOf(count, edges, plan));
  for (let node = 0; node < count; node++) {
    assert.ok(relativeGap(intensityOf(solved, node)[0] ?? 0, 1000) < 1e-9);
  }
});

test('solves a loop nested a hundred thousand nodes deep without recursion', () => {
  const count = 100_000;
  const edges = Array.from({ length: count - 1 }, (_, at) => [at, at + 1, 0.5] as const);
  const solved = solve(
    systemOf(
      count,
      edges,
      Array.from({ length: count }, () => [1]),
    ),
  );
  assert.ok(relativeGap(intensityOf(solved, 0)[0] ?? 0, 2) < 1e-15);
});

test('refuses amounts and impacts that are no numbers, and edges to nowhere', () => {
  const infinite = systemOf(2, [[0, 1, Number.POSITIVE_INFINITY]], [[1], [1]]);
  assert.equal(refusalOf(infinite).code, 'INVALID_SYSTEM');
  assert.equal(refusalOf(systemOf(2, [[0, 2, 1]], [[1], [1]])).code, 'INVALID_SYSTEM');
  assert.equal(refusalOf(systemOf(1, [], [[Number.NaN]])).code, 'INVALID_SYSTEM');
});
