import {
  FACTOR_YEARS,
  GWP_SETS,
  gwpSetOf,
  isFactorYear,
  monteCarloProblems,
  PASSAGES,
  type Passage,
} from '@trackway/engine';
import { builder } from '../../graphql/builder.ts';
import { checkedBy } from '../../graphql/further-problems.ts';
import { type InputFields, idempotencyField } from '../../graphql/input-fields.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { didYouMean, likelyNames } from '../../rules/inputs/likely-names.ts';
import { type Path, problem, rangeProblems } from '../../rules/inputs/problems.ts';
import { withoutNulls } from '../../rules/inputs/without-nulls.ts';
import {
  BoundaryEnum,
  CalculationDetailEnum,
  ElectricityAccountingEnum,
  RecyclingMethodEnum,
} from './enums.ts';
import type { CalculationMethod, Choices } from './footprint-tasks.ts';
import type { CalculationDetail } from './model.ts';

/** Method of a calculation: fields that the inputs of all `calculate…` mutations share. */

const YEARS = `${FACTOR_YEARS.first} to ${FACTOR_YEARS.last}`;
const YEAR = `The year that factors should be of, ${YEARS}; the newest by default.`;
const GWP_SET = `Set of global warming potentials: ${GWP_SETS.join(', ')}, or one that your own factors state. A factor of another set is converted gas by gas if its source splits the gases, and refused otherwise. As published by default.`;

const SeaPassageEnum = builder.enumType('SeaPassage', {
  description: 'Straits, canals and passages that sea routes may take.',
  values: Object.fromEntries(
    PASSAGES.map((passage) => [
      passage.toUpperCase(),
      {
        value: passage,
        description: `The passage "${passage.replace('_', ' ')}" of the sea network.`,
      },
    ]),
  ),
});

/** Level of detail, and all options that need FULL. */
export function detailFields(t: InputFields, defaultDetail: string) {
  return {
    detail: t.field({
      type: CalculationDetailEnum,
      description: `Level of detail; ${defaultDetail} by default.`,
    }),
    ...methodFields(t),
    monteCarlo: t.field({
      type: MonteCarloInput,
      description: 'FULL only: Monte Carlo uncertainty in addition to the analytic uncertainty.',
    }),
  };
}

/** Method of a FULL result, shared by all inputs that have it. */
export function methodFields(t: InputFields) {
  return {
    boundary: t.field({
      type: BoundaryEnum,
      description: 'FULL only: how far it reaches; CRADLE_TO_GRAVE by default.',
    }),
    recyclingMethod: t.field({
      type: RecyclingMethodEnum,
      description: 'FULL only: how recycling is counted; CUT_OFF by default.',
    }),
    electricityAccounting: t.field({
      type: ElectricityAccountingEnum,
      description:
        'FULL only: which electricity the total has; LOCATION by default. Both are reported.',
    }),
  };
}

export function choiceFields(t: InputFields) {
  return {
    year: t.int({ description: YEAR, extensions: checkedBy(yearProblems) }),
    gwpSet: t.string({ description: GWP_SET, extensions: checkedBy(gwpSetProblems) }),
    closedPassages: t.field({
      type: [SeaPassageEnum],
      description: 'Straits and canals that calculated sea routes must avoid.',
    }),
    strict: t.boolean({
      description:
        'True refuses a result with warnings: each is a problem with the code IMPLAUSIBLE. False by default.',
    }),
    ...idempotencyField(t),
  };
}

const MonteCarloInput = builder.inputType('MonteCarloInput', {
  extensions: checkedBy((given: MonteCarloGiven, path) =>
    samplingProblems(withoutNulls(given), path),
  ),
  description: 'Options of the Monte Carlo uncertainty.',
  fields: (t) => ({
    iterations: t.int({
      description:
        'Iterations, 2 to 100,000; 1,000 by default. It ends early when the median has settled.',
    }),
    seed: t.int({
      description: 'Seed of the generator; equal seeds give equal bits. 1 by default.',
    }),
  }),
});

type MethodGiven = {
  readonly detail?: CalculationDetail | null | undefined;
  readonly boundary?: typeof BoundaryEnum.$inferInput | null | undefined;
  readonly recyclingMethod?: typeof RecyclingMethodEnum.$inferInput | null | undefined;
  readonly electricityAccounting?: typeof ElectricityAccountingEnum.$inferInput | null | undefined;
  readonly monteCarlo?: typeof MonteCarloInput.$inferInput | null | undefined;
};

/**
 * Method of a result, without what is wrong in it, and its problems; options that need FULL are refused for BASIC rather
 * than ignored.
 */
export function readMethod(
  input: MethodGiven,
  defaultDetail: CalculationDetail,
  problems: Problem[],
): CalculationMethod {
  const { boundary, recyclingMethod, electricityAccounting, monteCarlo } = input;
  if ((input.detail ?? defaultDetail) === 'FULL') {
    const sampled = monteCarlo ? withoutNulls(monteCarlo) : undefined;
    const ofSampling = samplingProblems(sampled ?? {}, ['monteCarlo']);
    problems.push(...ofSampling);
    return {
      detail: 'FULL',
      full: {
        boundary: boundary ?? undefined,
        recycling: recyclingMethod ?? undefined,
        electricity: electricityAccounting ?? undefined,
        monteCarlo: ofSampling.length > 0 ? undefined : sampled,
      },
    };
  }
  const ofFull = { boundary, recyclingMethod, electricityAccounting, monteCarlo };
  for (const [name, value] of Object.entries(ofFull)) {
    if (value === null || value === undefined) continue;
    problems.push(problem([name], 'NOT_FOR_BASIC', 'Is for calculations with detail FULL.'));
  }
  return { detail: 'BASIC' };
}

type MonteCarloGiven = {
  readonly iterations?: number | null | undefined;
  readonly seed?: number | null | undefined;
};

/** Problems of the options of a Monte Carlo uncertainty; the engine's paths begin with their name. */
function samplingProblems(
  sampled: Parameters<typeof monteCarloProblems>[0],
  path: Path,
): Problem[] {
  return monteCarloProblems(sampled).map(({ path: [, ...place], message }) =>
    problem([...path, ...place], 'OUT_OF_RANGE', message),
  );
}

export function yearProblems(year: number | null | undefined, path: Path): Problem[] {
  return rangeProblems(year, path, isFactorYear, `A year runs from ${YEARS}.`);
}

/** No factor can be of a set that is not read from the words of any source. */
function gwpSetProblems(gwpSet: string | null | undefined, path: Path): Problem[] {
  if (gwpSet == null || gwpSetOf(gwpSet) === gwpSet) return [];
  const suggestions = likelyNames(gwpSet, GWP_SETS);
  const message = `No factor has the global warming potentials "${gwpSet}": the sets are ${GWP_SETS.join(', ')}, and later reports that factors of your own state.${didYouMean(suggestions)}`;
  return [{ ...problem(path, 'UNKNOWN', message), suggestions }];
}

/** The choices of an input, without what is wrong in them, and their problems. */
export function readChoices(input: MethodInput, problems: Problem[]): Choices {
  const ofYear = yearProblems(input.year, ['year']);
  const ofGwpSet = gwpSetProblems(input.gwpSet, ['gwpSet']);
  problems.push(...ofYear, ...ofGwpSet);
  return {
    year: ofYear.length > 0 ? undefined : (input.year ?? undefined),
    gwpSet: ofGwpSet.length > 0 ? undefined : (input.gwpSet ?? undefined),
    closedPassages: input.closedPassages ? [...new Set(input.closedPassages)] : undefined,
    strict: input.strict ?? undefined,
  };
}

/** The fields of an input that describe what is calculated: all but the method and the key of the request. */
export function subjectOf<Input extends MethodInput>(input: Input) {
  const {
    year: _year,
    gwpSet: _gwpSet,
    closedPassages: _closed,
    strict: _strict,
    idempotencyKey: _key,
    ...subject
  } = input;
  return subject;
}

type MethodInput = {
  readonly year?: number | null | undefined;
  readonly gwpSet?: string | null | undefined;
  readonly closedPassages?: readonly Passage[] | null | undefined;
  readonly strict?: boolean | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
};
