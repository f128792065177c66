import { CalculationError } from '../errors.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import type { FactorLibrary } from '../library/library.ts';
import type { Footprint } from '../result.ts';
import { unlessImplausible } from '../strict.ts';
import { ScenarioTotals } from '../totals/scenario-totals.ts';
import { LIFECYCLE_PHASES } from '../vocabulary.ts';
import { applyOverrides } from './apply-overrides.ts';
import { bundleShifts } from './bundle-shifts.ts';
import { unusedYears } from './grid-year.ts';
import { type Override, overrideName } from './override.ts';
import { costCurrency, overrideProblems } from './override-problems.ts';
import { comparePaired, type PairedOptions } from './paired-comparison.ts';
import type {
  IndicatorShift,
  LeverEffect,
  PhaseShift,
  ScenarioResult,
  Shift,
} from './scenario-result.ts';
import { type ScenarioOptions, type ScenarioSubject, snapshotOf } from './scenario-subject.ts';
import { shiftOf } from './shift.ts';

export interface Scenario {
  readonly subject: ScenarioSubject;
  readonly overrides: readonly Override[];
  readonly options?: ScenarioOptions | undefined;
  /** Paired Monte Carlo: 1,000 iterations and seed 1 by default. */
  readonly uncertainty?: PairedOptions | undefined;
}

/** An indicator that grows by more is a burden shift. */
const BURDEN_SHIFT = 0.05;

/**
 * Baseline, outcome and what each override does. Every result is calculated as any inventory is;
 * the outcome carries its overrides in its snapshot.
 */
export function runScenario(scenario: Scenario, library: FactorLibrary): ScenarioResult {
  const { overrides, uncertainty = {} } = scenario;
  const baseline = footprintOf(scenario, library, []);
  const outcome = overrides.length === 0 ? baseline : footprintOf(scenario, library, overrides);
  const unused = [
    ...overrideProblems(overrides, outcome.detail),
    ...unusedYears(overrides, library, outcome.snapshot.factors),
  ];
  if (unused.length > 0) throw new CalculationError(unused);
  const total = shiftOf(baseline.co2eKg, outcome.co2eKg);
  const totals = new ScenarioTotals(scenario, library);
  const levers = leversOf(scenario, totals, baseline.co2eKg, outcome.co2eKg);
  const indicators = indicatorShifts(baseline, outcome);
  const cost = sumOf(overrides.flatMap((override) => override.cost ?? []));
  return {
    baseline,
    outcome,
    total,
    ...bundleShifts(scenario, library),
    phases: phaseShifts(baseline, outcome),
    indicators,
    burdenShifts: indicators.filter(({ isBurdenShift }) => isBurdenShift),
    levers,
    interactionCo2eKg: interactionOf(total, levers),
    comparison: baseline.full && comparePaired(outcome.snapshot, baseline.snapshot, uncertainty),
    cost,
    costPerTonne: costPerTonne(cost, total.difference),
    currency: costCurrency(overrides),
  };
}

/** The result with some overrides: an ordinary calculation. */
export function footprintOf(
  { subject, options = {} }: Scenario,
  library: FactorLibrary,
  overrides: readonly Override[],
): Footprint {
  const snapshot = snapshotOf(applyOverrides(subject, library, overrides), options);
  return unlessImplausible(evaluate(snapshot), options.strict);
}

function leversOf(
  { overrides }: Scenario,
  totals: ScenarioTotals,
  baselineKg: number,
  outcomeKg: number,
): LeverEffect[] {
  let beforeKg = baselineKg;
  return overrides.map((override, at): LeverEffect => {
    const isLast = at === overrides.length - 1;
    const cumulatedCo2eKg = isLast ? outcomeKg : totals.co2eKgWith(overrides.slice(0, at + 1));
    const stepCo2eKg = cumulatedCo2eKg - beforeKg;
    const aloneKg = at === 0 ? cumulatedCo2eKg : aloneOf(totals, override);
    const aloneCo2eKg = aloneKg === null ? null : aloneKg - baselineKg;
    beforeKg = cumulatedCo2eKg;
    return {
      name: overrideName(override, at),
      op: override.op,
      aloneCo2eKg,
      stepCo2eKg,
      cumulatedCo2eKg,
      interactionCo2eKg: aloneCo2eKg === null ? null : stepCo2eKg - aloneCo2eKg,
      cost: override.cost ?? null,
      costPerTonne: costPerTonne(override.cost ?? null, aloneCo2eKg ?? 0),
    };
  });
}

/** The result with one override alone; null if it changes what an earlier one adds. */
function aloneOf(totals: ScenarioTotals, override: Override): number | null {
  try {
    return totals.co2eKgWith([override]);
  } catch (error) {
    if (error instanceof CalculationError) return null;
    throw error;
  }
}

function interactionOf(total: Shift, levers: readonly LeverEffect[]): number | null {
  let alone = 0;
  for (const { aloneCo2eKg } of levers) {
    if (aloneCo2eKg === null) return null;
    alone += aloneCo2eKg;
  }
  return total.difference - alone;
}

function costPerTonne(cost: number | null, difference: number): number | null {
  return cost === null || !(difference < 0) ? null : cost / (-difference / 1000);
}

function phaseShifts(baseline: Footprint, outcome: Footprint): PhaseShift[] {
  const kgOf = ({ phases }: Footprint) => new Map(phases.map((each) => [each.phase, each.co2eKg]));
  const [before, after] = [kgOf(baseline), kgOf(outcome)];
  return LIFECYCLE_PHASES.flatMap((phase) =>
    before.has(phase) || after.has(phase)
      ? [{ phase, ...shiftOf(before.get(phase) ?? 0, after.get(phase) ?? 0) }]
      : [],
  );
}

function indicatorShifts(baseline: Footprint, outcome: Footprint): IndicatorShift[] {
  const after = new Map(outcome.full?.indicators.map((each) => [each.code, each]));
  return (baseline.full?.indicators ?? []).flatMap((before): IndicatorShift[] => {
    const { code, name, unit, value } = before;
    const now = after.get(code);
    if (value === null || now === undefined || now.value === null) return [];
    const isComparable = before.isComplete && now.isComplete;
    return [{ code, name, unit, ...burdenOf(shiftOf(value, now.value)), isComparable }];
  });
}

/** A shift of an indicator; growth by more than 5 % is a burden shift. */
export function burdenOf(shift: Shift): Shift & Pick<IndicatorShift, 'isBurdenShift'> {
  const isBurdenShift = shift.share === null ? shift.difference > 0 : shift.share > BURDEN_SHIFT;
  return { ...shift, isBurdenShift };
}

function sumOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}
