import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { productiveSystem, relativeGap, systemOf } from '../../../tests/engine/arbitrary-system.ts';
import { exp } from '../elementary.ts';
import { drawBits, streamOf } from '../random.ts';
import { disagreement } from '../system/combine-variances.ts';
import { compileSystem, type SystemInput } from '../system/compile.ts';
import type { Distribution } from '../system/distribution.ts';
import { type MonteCarloModel, runMonteCarlo } from '../system/monte-carlo.ts';
import { normalOfBits } from '../system/normal-quantile.ts';
import { impactOf, solveDemand } from '../system/solve-demand.ts';
import { solveIntensities } from '../system/solve-intensities.ts';
import { studyDemand } from '../system/study-demand.ts';
import { analyticUncertainty } from './analytic-uncertainty.ts';
import { directContributions, directElasticities, edgeElasticities } from './elasticities.ts';
import { createSystemModel, type SystemUncertainty } from './system-monte-carlo.ts';

const lognormal = (median: number, sigma: number): Distribution => ({
  kind: 'LOGNORMAL',
  median,
  sigma,
});
const run = (model: MonteCarloModel, iterations = 20_000) =>
  runMonteCarlo(model, { seed: 11, iterations, stopsEarly: false });
const study = (input: SystemInput, node: number) =>
  studyDemand(solveIntensities(compileSystem(input)), [{ node, amount: 1 }]);
const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

test('finds a chain of lognormal amounts where the closed form has it, by both methods', () => {
  const input = systemOf(
    3,
    [
      [0, 1, 0.5],
      [1, 2, 2],
    ],
    [
      [0, 0],
      [0, 0],
      [3, 1],
    ],
  );
  const system = compileSystem(input);
  const uncertainty: SystemUncertainty = {
    ofEdge: (_, median) => lognormal(median, 0.2),
    ofNode: () => lognormal(1, 0.1),
  };
  const demand = [{ node: 0, amount: 4 }];
  const { summaries } = run(createSystemModel(system, demand, uncertainty), 50_000);
  const variance = 0.2 ** 2 + 0.2 ** 2 + 0.1 ** 2;
  const analytic = analyticUncertainty(
    studyDemand(solveIntensities(system), demand),
    uncertainty,
    0,
  );
  assert.ok(relativeGap(analytic.logVariance, variance) < 1e-14);
  assert.ok(relativeGap(analytic.high, 12 * Math.exp(1.96 * 0.3)) < 1e-14);
  const [first, second] = summaries;
  assert.ok(first && second);
  assert.ok(relativeGap(first.p50, 12) < 0.008);
  assert.ok(relativeGap(second.p50, 4) < 0.008);
  assert.ok(disagreement(analytic, first) < 0.03);
});

/** The same draws, one system per iteration, solved without lanes. */
function sampleSlowly(input: SystemInput, sigma: number, seed: number, iteration: number) {
  const { first, second } = streamOf(seed, iteration);
  const factor = (key: number) => exp(sigma * normalOfBits(drawBits(first, second, key)));
  const width = input.indicatorCount;
  const system = compileSystem({
    ...input,
    amounts: input.amounts.map((amount, edge) => amount * factor(edge)),
    direct: input.direct.map((value, at) => value * factor(-1 - Math.floor(at / width))),
  });
  return impactOf(solveDemand(system, [{ node: 0, amount: 2 }]));
}

test('solves eight draws at once to what each of them gives alone, loops and all', () => {
  fc.assert(
    fc.property(productiveSystem(40), fc.nat(), (input, seed) => {
      const spread = () => lognormal(1, 0.05);
      const model = createSystemModel(compileSystem(input), [{ node: 0, amount: 2 }], {
        ofEdge: (_, amount) => lognormal(amount, 0.05),
        ofNode: spread,
      });
      const samples = model.sample(seed, 0, 11);
      for (const iteration of [0, 3, 10]) {
        sampleSlowly(input, 0.05, seed, iteration).forEach((value, k) => {
          const sampled = samples[iteration * input.indicatorCount + k] ?? 0;
          assert.ok(relativeGap(sampled, value) < 1e-8);
        });
      }
    }),
    { numRuns: 40 },
  );
});

test('counts draws without a solution and leaves them out of the statistics', () => {
  const system = compileSystem(
    systemOf(
      2,
      [
        [0, 1, 0.9],
        [1, 0, 1],
      ],
      [[1], [1]],
    ),
  );
  const model = createSystemModel(system, [{ node: 0, amount: 1 }], {
    ofEdge: (edge, amount) => (edge === 0 ? lognormal(amount, 0.1) : undefined),
  });
  const { unsolved, iterations, summaries } = run(model, 4096);
  // The draw exceeds 1/0.9 with probability 1 − Φ(ln(1/0.9)/0.1) = 14.6 %.
  assert.ok(Math.abs(unsolved / iterations - 0.146) < 0.02);
  assert.ok(summaries.every(({ mean, p97_5 }) => Number.isFinite(mean) && Number.isFinite(p97_5)));
});

test('solves draws that the sweeps cannot: credits in a loop', () => {
  // y0 = 1 − 1.5·y1, y1 = 1 + y0: sweeps diverge (gain 1.5), the solution is y0 = −0.2.
  const system = compileSystem(
    systemOf(
      2,
      [
        [0, 1, -1.5],
        [1, 0, 1],
      ],
      [[1], [1]],
    ),
  );
  const model = createSystemModel(system, [{ node: 0, amount: 1 }], { ofEdge: () => undefined });
  assert.ok(relativeGap(model.sample(1, 0, 8)[3] ?? 0, -0.2) < 1e-12);
});

test('warns through disagreement where the first order fails', () => {
  const system = compileSystem(
    systemOf(
      2,
      [
        [0, 1, 0.8],
        [1, 0, 0.8],
      ],
      [[1], [1]],
    ),
  );
  const uncertainty: SystemUncertainty = { ofEdge: (_, median) => lognormal(median, 0.12) };
  const demand = [{ node: 0, amount: 1 }];
  const study = studyDemand(solveIntensities(system), demand);
  const [sampled] = run(createSystemModel(system, demand, uncertainty)).summaries;
  assert.ok(sampled);
  assert.ok(disagreement(analyticUncertainty(study, uncertainty, 0), sampled) > 0.2);
});

test('adds direct contributions, and their elasticities, up to the whole', () => {
  fc.assert(
    fc.property(productiveSystem(), fc.nat(), (input, pick) => {
      const studied = study(input, pick % input.nodeCount);
      assert.ok(relativeGap(sum(directContributions(studied, 0)), studied.totals[0] ?? 0) < 1e-12);
      assert.ok(relativeGap(sum(directElasticities(studied, 0)), 1) < 1e-12);
    }),
    { numRuns: 60 },
  );
});

test('predicts what a small change of one amount does to the total', () => {
  const input = systemOf(
    3,
    [
      [0, 1, 0.6],
      [1, 2, 0.3],
      [2, 1, 0.5],
    ],
    [[1], [2], [3]],
  );
  const studied = study(input, 0);
  const before = studied.totals[0] ?? 0;
  edgeElasticities(studied, 0).forEach((elasticity, edge) => {
    const amounts = input.amounts.map((amount, at) => (at === edge ? amount * (1 + 1e-6) : amount));
    const after = study({ ...input, amounts }, 0).totals[0] ?? 0;
    assert.ok(Math.abs((after - before) / before / 1e-6 - elasticity) < 1e-5);
  });
});
