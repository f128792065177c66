import { badInput, CalculationError } from '../errors.ts';
import type { FactorLibrary } from '../library/library.ts';
import { ScenarioTotals } from '../totals/scenario-totals.ts';
import { levelProblems, withLevels } from './level.ts';
import type { Scenario } from './run-scenario.ts';

/** Values that the number of one override takes. */
export interface SweepParameter {
  /** Position of the override in the scenario. */
  readonly override: number;
  readonly values: readonly number[];
}

export const MAX_SWEEP_PARAMETERS = 3;
export const MAX_SWEEP_POINTS = 10_000;

export interface SweepResult {
  readonly parameters: readonly SweepParameter[];
  /** kg CO2e, row-major: the last parameter varies fastest. */
  readonly co2eKg: readonly number[];
}

/** The result at every combination of the values: each point has the bits of a run of its own. */
export function sweep(
  scenario: Scenario,
  parameters: readonly SweepParameter[],
  library: FactorLibrary,
): SweepResult {
  requireBounded(parameters);
  const wanted = parameters.map(({ override, values }) => ({ override, levels: values }));
  const wrong = levelProblems(scenario.overrides, wanted, ['sweep']);
  if (wrong.length > 0) throw new CalculationError(wrong);
  const co2eKg: number[] = [];
  const totals = new ScenarioTotals(scenario, library);
  const levels = new Map<number, number>();
  const visit = (depth: number): void => {
    const parameter = parameters[depth];
    if (parameter === undefined) {
      const overrides = withLevels(scenario.overrides, levels);
      co2eKg.push(totals.co2eKgWith(overrides));
      return;
    }
    for (const value of parameter.values) {
      levels.set(parameter.override, value);
      visit(depth + 1);
    }
  };
  visit(0);
  return { parameters, co2eKg };
}

function requireBounded(parameters: readonly SweepParameter[]): void {
  const points = parameters.reduce((product, { values }) => product * values.length, 1);
  const isSound =
    parameters.length >= 1 &&
    parameters.length <= MAX_SWEEP_PARAMETERS &&
    points >= 1 &&
    points <= MAX_SWEEP_POINTS &&
    new Set(parameters.map(({ override }) => override)).size === parameters.length;
  if (isSound) return;
  const message = `A sweep varies 1 to ${MAX_SWEEP_PARAMETERS} different overrides over at most ${MAX_SWEEP_POINTS} points; this has ${parameters.length} parameters and ${points} points.`;
  throw new CalculationError([badInput(['sweep'], message)]);
}
