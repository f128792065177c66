import type { CatalogueTable } from '../catalogue/calculate-catalogue.ts';
import { INDICATOR_COUNT } from '../catalogue/flow-sums.ts';
import { CATEGORIES } from '../evaluate/indicators.ts';
import { burdenOf } from '../scenarios/run-scenario.ts';
import type { ScenarioResult } from '../scenarios/scenario-result.ts';
import { shiftOf } from '../scenarios/shift.ts';
import { IMPACT_CATEGORIES, LIFECYCLE_PHASES } from '../vocabulary.ts';

/** Sums over products, one declared unit of each. */
export interface CatalogueSums {
  /** By phase, in the order of LIFECYCLE_PHASES. */
  readonly phases: readonly number[];
  /** By indicator, in the order of IMPACT_CATEGORIES. */
  readonly indicators: readonly number[];
  /** kg CO2e of factors that lack the indicator. */
  readonly lackingCo2eKg: readonly number[];
}

interface Sums extends CatalogueSums {
  readonly phases: number[];
  readonly indicators: number[];
  readonly lackingCo2eKg: number[];
}

export function noSums(): Sums {
  const zeros = (length: number) => new Array<number>(length).fill(0);
  return {
    phases: zeros(LIFECYCLE_PHASES.length),
    indicators: zeros(INDICATOR_COUNT),
    lackingCo2eKg: zeros(INDICATOR_COUNT),
  };
}

/** Position of a product in the tables of a result. */
export interface Row {
  readonly result: Readonly<Record<Table, ArrayLike<number>>>;
  readonly at: number;
}

type Table = 'co2eKg' | 'phaseCo2eKg' | 'indicators' | 'lackingCo2eKg';

/** A row that does not keep the tables of the others. */
export function rowCopy({ result, at }: Row): Row {
  const copied = (table: ArrayLike<number>, width: number) =>
    Array.from({ length: width }, (_, lane) => table[at * width + lane] ?? 0);
  const { co2eKg, phaseCo2eKg, indicators, lackingCo2eKg } = result;
  return {
    result: {
      co2eKg: copied(co2eKg, 1),
      phaseCo2eKg: copied(phaseCo2eKg, LIFECYCLE_PHASES.length),
      indicators: copied(indicators, INDICATOR_COUNT),
      lackingCo2eKg: copied(lackingCo2eKg, INDICATOR_COUNT),
    },
    at: 0,
  };
}

export function rowsOf(results: readonly CatalogueTable[]): Map<string, Row> {
  return new Map(
    results.flatMap((result) => result.productIds.map((id, at) => [id, { result, at }] as const)),
  );
}

export function addRow(sums: Sums, { result, at }: Row): void {
  addTo(sums.phases, result.phaseCo2eKg, at);
  addTo(sums.indicators, result.indicators, at);
  addTo(sums.lackingCo2eKg, result.lackingCo2eKg, at);
}

/** Adds row `at` of a row-major table to sums of its width. */
function addTo(sums: number[], table: ArrayLike<number>, at: number): void {
  for (let lane = 0; lane < sums.length; lane++) {
    sums[lane] = (sums[lane] ?? 0) + (table[at * sums.length + lane] ?? 0);
  }
}

/** Sums of two pieces of a catalogue together. */
export function addSums(a: CatalogueSums, b: CatalogueSums): CatalogueSums {
  const plus = (one: readonly number[], other: readonly number[]) =>
    one.map((value, at) => value + (other[at] ?? 0));
  return {
    phases: plus(a.phases, b.phases),
    indicators: plus(a.indicators, b.indicators),
    lackingCo2eKg: plus(a.lackingCo2eKg, b.lackingCo2eKg),
  };
}

/** Differences of a catalogue; an indicator that no factor has is left out, as for one product. */
export function shiftsOfSums(
  baseline: CatalogueSums,
  outcome: CatalogueSums,
): Pick<ScenarioResult, 'total' | 'phases' | 'indicators' | 'burdenShifts'> {
  const phases = LIFECYCLE_PHASES.flatMap((phase, at) => {
    const [before = 0, after = 0] = [baseline.phases[at], outcome.phases[at]];
    return before === 0 && after === 0 ? [] : [{ phase, ...shiftOf(before, after) }];
  });
  const indicators = IMPACT_CATEGORIES.flatMap((code, at) => {
    const [before = 0, after = 0] = [baseline.indicators[at], outcome.indicators[at]];
    const isComparable = baseline.lackingCo2eKg[at] === 0 && outcome.lackingCo2eKg[at] === 0;
    if (before === 0 && after === 0 && !isComparable) return [];
    const [name, unit] = CATEGORIES[code];
    return [{ code, name, unit, ...burdenOf(shiftOf(before, after)), isComparable }];
  });
  const burdenShifts = indicators.filter(({ isBurdenShift }) => isBurdenShift);
  return {
    total: shiftOf(sum(baseline.phases), sum(outcome.phases)),
    phases,
    indicators,
    burdenShifts,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}
