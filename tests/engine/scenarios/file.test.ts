import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  CalculationError,
  calculateScenario,
  readScenario,
  SCENARIO_SHAPE,
} from '../../../engine/src/index.ts';
import { library, THING } from './bench-product.ts';

function jsonOf(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8'));
}

function problemsOf(value: unknown): string[] {
  try {
    readScenario(value);
    return [];
  } catch (error) {
    assert.ok(error instanceof CalculationError);
    return error.problems.map(({ path }) => path.join('.'));
  }
}

test('the printed schema is the one that the engine checks with', () => {
  assert.deepEqual(
    jsonOf('schemas/scenario.schema.json'),
    JSON.parse(JSON.stringify(SCENARIO_SHAPE)),
  );
});

test('calculates the documented example', () => {
  const { result, sweep, target } = calculateScenario(
    readScenario(jsonOf('examples/scenario.json')),
    library,
  );
  assert.ok(result.total.difference < 0);
  assert.equal(result.levers.length, 3);
  assert.equal(sweep?.co2eKg.length, 3);
  assert.equal(sweep?.co2eKg[1], result.total.outcome);
  assert.equal(target?.outcome, 'REACHED');
  assert.ok(target.levels.every(({ from, level }) => level < from));
});

test('errors of form are reported at their places', () => {
  assert.deepEqual(problemsOf({ ...THING }), ['overrides']);
  assert.deepEqual(problemsOf({ ...THING, overrides: [{ op: 'MAGIC' }] }), ['overrides.0.op']);
  const unfit = { op: 'SET_DISTANCE', factor: 2 };
  assert.deepEqual(problemsOf({ ...THING, overrides: [unfit] }), [
    'overrides.0.distanceKm',
    'overrides.0.factor',
  ]);
});

test('a process system has no scenarios', () => {
  const processSystem = { processes: [], characterisation: [], demand: [] };
  assert.throws(
    () => calculateScenario({ processSystem, overrides: [] }, library),
    /a product or a supply chain/,
  );
});
