import { badInput, CalculationError } from '../errors.ts';
import type { FactorLibrary } from '../library/library.ts';
import { levelProblems, type WantedLevels, withLevels } from '../scenarios/level.ts';
import { type Override, overrideName } from '../scenarios/override.ts';
import { type Cost, costCurrency } from '../scenarios/override-problems.ts';
import type { Scenario } from '../scenarios/run-scenario.ts';
import { ScenarioTotals } from '../totals/scenario-totals.ts';
import { type LevelMethod, solveLevel } from './solve-level.ts';

/** An override whose number may go from `from` to anywhere between `least` and `most`. */
export interface TargetLever {
  /** Position of the override in the scenario. */
  readonly override: number;
  readonly least: number;
  readonly most: number;
  /** Level of today. */
  readonly from: number;
  /** Cost of one unit of level away from `from`; levers without cost come first. */
  readonly costPerUnit?: number | undefined;
  /** ISO 4217 code of the currency of the cost: that of all costs of the scenario. */
  readonly currency?: string | undefined;
}

/** Exactly one of `atMostCo2eKg` and `reductionShare`, of the baseline without overrides. */
export interface Target {
  readonly atMostCo2eKg?: number | undefined;
  readonly reductionShare?: number | undefined;
  readonly levers: readonly TargetLever[];
}

export const MAX_TARGET_LEVERS = 10;

export type TargetOutcome = 'REACHED' | 'UNREACHABLE';

export interface TargetResult {
  readonly outcome: TargetOutcome;
  readonly targetCo2eKg: number;
  readonly baselineCo2eKg: number;
  /** Result with the levels found: the target, or the best that the levers allow. */
  readonly co2eKg: number;
  readonly levels: readonly {
    readonly override: number;
    readonly name: string;
    readonly from: number;
    readonly level: number;
    readonly cost: number | null;
  }[];
  /** Method that solved the last lever; null if the target was not reached, or without moving one. */
  readonly method: LevelMethod | null;
  /** Σ of the costs of the levers that have one; null if none has. */
  readonly cost: number | null;
  /** ISO 4217 code of the currency of the costs; null if none is stated. */
  readonly currency: string | null;
}

/**
 * Levels of the levers that reach a target. With one target and bounds on each lever, the linear
 * programme min Σ cost · |x − from| is a continuous knapsack: its optimum takes the levers by cost per
 * kg avoided, each to its best bound, and the last one as far as needed (Dantzig 1957). Every step is
 * calculated exactly, so that interactions count; the order is worked out again after each lever.
 */
export function reachTarget(
  scenario: Scenario,
  target: Target,
  library: FactorLibrary,
): TargetResult {
  requireSound(target, scenario.overrides);
  const totals = new ScenarioTotals(scenario, library);
  const baselineCo2eKg = totals.co2eKgWith([]);
  const targetCo2eKg = target.atMostCo2eKg ?? baselineCo2eKg * (1 - (target.reductionShare ?? 0));
  const levels = new Map(target.levers.map(({ override, from }) => [override, from]));
  const at = (trial: ReadonlyMap<number, number>) =>
    totals.co2eKgWith(withLevels(scenario.overrides, trial));
  let co2eKg = at(levels);
  let method: LevelMethod | null = null;
  const waiting = new Set(target.levers);
  while (co2eKg > targetCo2eKg && waiting.size > 0) {
    const best = cheapest([...waiting], levels, co2eKg, at);
    if (best === undefined) break;
    const { lever, bound } = best;
    waiting.delete(lever);
    const along = (level: number) => at(new Map(levels).set(lever.override, level));
    const range = { least: lever.least, most: lever.most, from: lever.from };
    const solved = solveLevel(along, targetCo2eKg, range);
    const level = solved.isReached ? solved.level : betterOf(along, solved.level, bound);
    levels.set(lever.override, level);
    co2eKg = along(level);
    if (solved.isReached) {
      method = solved.method;
      break;
    }
  }
  const isReached = method !== null || co2eKg <= targetCo2eKg;
  const outcome = isReached ? 'REACHED' : 'UNREACHABLE';
  const found = target.levers.map((lever) => levelFound(scenario, lever, levels));
  const costs = found.flatMap(({ cost }) => cost ?? []);
  const cost = costs.length === 0 ? null : costs.reduce((sum, each) => sum + each, 0);
  const currency = costCurrency([...scenario.overrides, ...target.levers.map(costOf)]);
  return { outcome, targetCo2eKg, baselineCo2eKg, co2eKg, levels: found, method, cost, currency };
}

function levelFound(
  { overrides }: Scenario,
  { override: at, from, costPerUnit }: TargetLever,
  levels: ReadonlyMap<number, number>,
) {
  const level = levels.get(at) ?? from;
  const override = overrides[at];
  const name = override === undefined ? '' : overrideName(override, at);
  const cost = costPerUnit === undefined ? null : costPerUnit * Math.abs(level - from);
  return { override: at, name, from, level, cost };
}

/** The lever with the least cost per kg that its better bound avoids; undefined if none avoids any. */
function cheapest(
  levers: readonly TargetLever[],
  levels: ReadonlyMap<number, number>,
  co2eKg: number,
  at: (trial: ReadonlyMap<number, number>) => number,
): { readonly lever: TargetLever; readonly bound: number } | undefined {
  const offers = levers.flatMap((lever) => {
    const along = (level: number) => at(new Map(levels).set(lever.override, level));
    const bound = betterOf(along, lever.least, lever.most);
    const avoidedKg = co2eKg - along(bound);
    if (!(avoidedKg > 0)) return [];
    const cost = (lever.costPerUnit ?? 0) * Math.abs(bound - lever.from);
    return [{ lever, bound, costPerKg: cost / avoidedKg }];
  });
  return offers.sort((a, b) => a.costPerKg - b.costPerKg)[0];
}

function betterOf(along: (level: number) => number, a: number, b: number): number {
  return along(a) <= along(b) ? a : b;
}

/** Complaint about a lever whose cost is in another currency than the costs before it; undefined if all agree. */
export function currencyComplaint(
  overrides: readonly Cost[],
  levers: readonly TargetLever[],
): string | undefined {
  const costs = [...overrides, ...levers.map(costOf)].filter(({ cost }) => cost !== undefined);
  const [first] = costs;
  const other = costs.find(({ currency }) => currency !== first?.currency);
  if (other === undefined) return undefined;
  const [one, two] = [first?.currency, other.currency].map((own) => own ?? 'no currency');
  return `The costs of the target and of the overrides are in ${one} and in ${two}: all costs must be in one currency.`;
}

/** The levels between which levers move. */
export function levelsOf(levers: readonly TargetLever[]): WantedLevels[] {
  return levers.map(({ override, least, most, from }) => ({
    override,
    levels: [least, most, from],
  }));
}

function costOf({ costPerUnit: cost, currency }: TargetLever): Cost {
  return { cost, currency };
}

function requireSound(
  { atMostCo2eKg, reductionShare, levers }: Target,
  overrides: readonly Override[],
): void {
  const otherCurrency = currencyComplaint(overrides, levers);
  const complaints = [
    ...(otherCurrency === undefined ? [] : [otherCurrency]),
    ...((atMostCo2eKg === undefined) === (reductionShare === undefined)
      ? ['A target is exactly one of atMostCo2eKg and reductionShare.']
      : []),
    ...(levers.length < 1 || levers.length > MAX_TARGET_LEVERS
      ? [`A target has 1 to ${MAX_TARGET_LEVERS} levers, not ${levers.length}.`]
      : []),
    ...(new Set(levers.map(({ override }) => override)).size < levers.length
      ? ['Two levers of the target vary the same override.']
      : []),
    ...levers.flatMap(({ override, least, most, from }) =>
      least <= from && from <= most
        ? []
        : [`The lever of override ${override + 1} needs least ≤ from ≤ most.`],
    ),
  ];
  const problems = complaints.map((message) => badInput(['target'], message));
  problems.push(...levelProblems(overrides, levelsOf(levers), ['target', 'levers']));
  if (problems.length > 0) throw new CalculationError(problems);
}
