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
import { contributionTree } from '../explain/contribution-tree.ts';
import { sankeyFlows } from '../explain/sankey.ts';
import { compileSystem, type SystemInput } from './compile.ts';
import { activityOf } from './solve-demand.ts';
import { intensityOf, solveIntensities } from './solve-intensities.ts';
import { studyDemand } from './study-demand.ts';

const study = (input: SystemInput, node: number, amount = 1) =>
  studyDemand(solveIntensities(compileSystem(input)), [{ node, amount }]);
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

/** Two processes that need each other; h = 2 kg of node 0, worked in matrix-lca-examples. */
const loop = systemOf(
  2,
  [
    [0, 1, 1],
    [1, 0, 0.5],
  ],
  [
    [1, 2],
    [2, 1],
  ],
);

test('scales two processes that need each other to four each', () => {
  const { activity } = study(loop, 0, 2);
  assert.ok(relativeGap(activityOf(activity, 0), 4) < 1e-15);
  assert.ok(relativeGap(activityOf(activity, 1), 4) < 1e-15);
  assert.deepEqual(
    [...impactOf(activity)].map((value) => Math.round(value * 1e9) / 1e9),
    [12, 12],
  );
});

test('finds the same total forwards and backwards: f·y = q·x', () => {
  fc.assert(
    fc.property(productiveSystem(), fc.nat(), (input, pick) => {
      const { totals, activity } = study(input, pick % input.nodeCount, 3);
      const impact = impactOf(activity);
      assert.ok(totals.every((total, k) => relativeGap(total, impact[k] ?? 0) < 1e-12));
    }),
    { numRuns: 80 },
  );
});

test('meets the same total in a knot of two thousand that keeps all but a thousandth', () => {
  const next = numbersFrom(8);
  const count = 2000;
  const edges = Array.from({ length: 8 * count }, (_, at) => {
    return [Math.floor(at / 8), Math.floor(next() * count), 0.999 / 8] as const;
  });
  const { totals, activity } = study(
    systemOf(
      count,
      edges,
      Array.from({ length: count }, () => [1]),
    ),
    7,
  );
  assert.ok(relativeGap(totals[0] ?? 0, 1000) < 1e-9);
  assert.ok(relativeGap(impactOf(activity)[0] ?? 0, 1000) < 1e-9);
});

test('repeats the published upstream totals of the loop example in the tree', () => {
  const branches = contributionTree(study(loop, 0, 2), { indicator: 0, cutoff: 1e-9 });
  const [root, second] = branches;
  assert.equal(root?.total, 12);
  assert.equal(second?.node, 1);
  assert.ok(relativeGap(second?.total ?? 0, 10) < 1e-15);
});

test('keeps every gram in the tree: what is shown plus what is folded is the total', () => {
  fc.assert(
    fc.property(
      productiveSystem(25),
      fc.nat(),
      fc.constantFrom(0.3, 0.01, 1e-4),
      fc.constantFrom(0, 2, 50),
      fc.constantFrom(1, 5, 400),
      (input, pick, cutoff, depth, limit) => {
        const studied = study(input, pick % input.nodeCount, 2);
        const branches = contributionTree(studied, { indicator: 0, cutoff, depth, limit });
        const kept = sum(branches.map(({ direct, folded }) => direct + folded));
        assert.ok(relativeGap(kept, studied.totals[0] ?? 0) < 1e-12);
        assert.ok(branches.length <= limit);
        assert.ok(branches.every(({ level }) => level <= depth));
        for (const { parent, total } of branches) {
          assert.ok(parent === undefined || total <= (branches[parent]?.total ?? 0) * (1 + 1e-12));
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('shows the largest branches first', () => {
  const input = systemOf(
    4,
    [
      [0, 1, 1],
      [0, 2, 1],
      [0, 3, 1],
    ],
    [[0], [5], [9], [7]],
  );
  const branches = contributionTree(study(input, 0), { indicator: 0, cutoff: 0.3 });
  assert.deepEqual(
    branches.map(({ node }) => node),
    [0, 2, 3],
  );
  assert.equal(branches[0]?.folded, 5);
});

test('balances every node of an uncut Sankey diagram', () => {
  fc.assert(
    fc.property(productiveSystem(), fc.nat(), (input, pick) => {
      const studied = study(input, pick % input.nodeCount);
      const { nodes, links } = sankeyFlows(studied, { indicator: 0, cutoff: 0 });
      for (const { node, direct, throughput } of nodes) {
        const inflow = sum(links.filter((link) => link.consumer === node).map(({ flow }) => flow));
        assert.ok(relativeGap(direct + inflow, throughput) < 1e-12);
      }
    }),
    { numRuns: 60 },
  );
});

test('stops a Sankey diagram at the depth asked for', () => {
  const chain = systemOf(
    4,
    [
      [0, 1, 1],
      [1, 2, 1],
      [2, 3, 1],
    ],
    [[1], [1], [1], [1]],
  );
  const { nodes, links } = sankeyFlows(study(chain, 0), { indicator: 0, depth: 2 });
  assert.deepEqual(
    nodes.map(({ node, level }) => [node, level]),
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
  );
  assert.deepEqual(
    links.map(({ flow }) => flow),
    [3, 2],
  );
});

test('meets a demand for several products as the sum of the demands for each', () => {
  const solved = solveIntensities(compileSystem(loop));
  const both = studyDemand(solved, [
    { node: 0, amount: 2 },
    { node: 1, amount: 3 },
  ]);
  const expected = 2 * (intensityOf(solved, 0)[0] ?? 0) + 3 * (intensityOf(solved, 1)[0] ?? 0);
  assert.ok(relativeGap(both.totals[0] ?? 0, expected) < 1e-15);
});
