export type { LevelMethod } from '../targets/solve-level.ts';
export {
  currencyComplaint,
  levelsOf,
  MAX_TARGET_LEVERS,
  reachTarget,
  type Target,
  type TargetLever,
  type TargetOutcome,
  type TargetResult,
} from '../targets/target.ts';
export { ScenarioTotals } from '../totals/scenario-totals.ts';
export { applyOverrides, noMatchProblem } from './apply-overrides.ts';
export { calculateScenario, type ScenarioAnswer } from './calculate-scenario.ts';
export { levelProblems } from './level.ts';
export {
  type Change,
  OVERRIDE_OPS,
  type Override,
  type OverrideOp,
  type Selector,
} from './override.ts';
export { costCurrency, MAX_OVERRIDES, overrideProblems } from './override-problems.ts';
export {
  comparePaired,
  compareSamples,
  type PairedComparison,
  type PairedOptions,
  samplesOf,
} from './paired-comparison.ts';
export { readScenario, type ScenarioFile } from './read-scenario.ts';
export { runScenario, type Scenario } from './run-scenario.ts';
export type {
  IndicatorShift,
  LeverEffect,
  LineShift,
  PhaseShift,
  ScenarioResult,
  Shift,
} from './scenario-result.ts';
export { SCENARIO_SHAPE } from './scenario-shape.ts';
export type { ScenarioOptions, ScenarioSubject } from './scenario-subject.ts';
export { shiftOf } from './shift.ts';
export {
  MAX_SWEEP_PARAMETERS,
  MAX_SWEEP_POINTS,
  type SweepParameter,
  type SweepResult,
  sweep,
} from './sweep.ts';
export { type TornadoBar, tornadoOf } from './tornado.ts';
