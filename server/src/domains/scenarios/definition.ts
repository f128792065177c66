import {
  currencyComplaint,
  levelProblems,
  levelsOf,
  MAX_OVERRIDES,
  MAX_SWEEP_PARAMETERS,
  MAX_SWEEP_POINTS,
  MAX_TARGET_LEVERS,
  type Override,
  overrideProblems,
  type Selector,
  type SweepParameter,
  type Target,
} from '@trackway/engine';
import type { Problem } from '../../rules/errors/api-error.ts';
import { problem, shareProblems, sizeProblems } from '../../rules/inputs/problems.ts';
import { type WithoutNulls, withoutNulls } from '../../rules/inputs/without-nulls.ts';
import { componentOf } from '../products/index.ts';
import { elementProblems } from './element-problems.ts';
import type { ScenarioDefinition } from './model.ts';
import {
  OP_FIELDS,
  type OverrideInput,
  type SweepParameterInput,
  type TargetInput,
} from './override-inputs-graphql.ts';

type GivenOverride = Omit<WithoutNulls<typeof OverrideInput.$inferInput>, 'keep'>;

/** Overrides as the engine reads them, with everything that is wrong with their form; `current` are those to keep. */
export function readOverrides(
  given: readonly (typeof OverrideInput.$inferInput)[],
  current: readonly Override[],
  detail: 'BASIC' | 'FULL',
): {
  readonly overrides: readonly Override[];
  readonly problems: readonly Problem[];
} {
  const tooMany = sizeProblems(given, ['overrides'], MAX_OVERRIDES);
  if (tooMany.length > 0) return { overrides: [], problems: tooMany };
  const problems: Problem[] = [];
  const ofElements: Problem[] = [];
  const overrides = given.flatMap((input, at): Override[] => {
    const { keep, ...others } = withoutNulls(input);
    if (keep !== undefined && Object.keys(others).length === 0) {
      const kept = current[keep];
      if (kept !== undefined) return [kept];
      const message = `The scenario has ${current.length} overrides; position ${keep} is not one of them.`;
      problems.push(problem(['overrides', at, 'keep'], 'OUT_OF_RANGE', message));
      return [];
    }
    const override = keep === undefined ? overrideOf(others) : undefined;
    if (override !== undefined) {
      ofElements.push(...elementProblems(others, ['overrides', at]));
      return [override];
    }
    const message = `Exactly one operation is expected, or keep alone: ${Object.keys(OP_FIELDS).join(', ')}.`;
    problems.push(problem(['overrides', at], 'EXACTLY_ONE', message));
    return [];
  });
  // Positions of the engine's problems are those of the input only if every override was read.
  const ofForm = problems.length > 0 ? problems : formProblems(overrides, detail);
  return { overrides, problems: [...ofForm, ...ofElements] };
}

/** Everything that is wrong with the form of overrides. */
export function formProblems(overrides: readonly Override[], detail: 'BASIC' | 'FULL'): Problem[] {
  return overrideProblems(overrides, detail).map(({ path: [list = '', at = 0, field], message }) =>
    field === 'currency'
      ? problem([list, at, 'cost'], 'OTHER_CURRENCY', message)
      : problem([list, at], 'BAD_INPUT', message),
  );
}

function overrideOf(input: GivenOverride): Override | undefined {
  const given = Object.keys(OP_FIELDS).filter(
    (field) => field in input && !(field === 'remove' && input.remove === false),
  );
  if (given.length !== 1) return undefined;
  const { name } = input;
  const select = selectorOf(input.select);
  const common = { name, ...costOf(input.cost), ...(select && { select }) };
  if (input.swapMaterial) return { ...common, op: 'SWAP_MATERIAL', ...input.swapMaterial };
  if (input.swapSupplier) return { ...common, op: 'SWAP_SUPPLIER', ...input.swapSupplier };
  if (input.setCountry !== undefined)
    return { ...common, op: 'SET_COUNTRY', country: input.setCountry };
  if (input.setEnergyMix) return { ...common, op: 'SET_ENERGY_MIX', energyMix: input.setEnergyMix };
  if (input.setTransportMethod)
    return { ...common, op: 'SET_TRANSPORT_METHOD', ...input.setTransportMethod };
  if (input.setDistance !== undefined)
    return { ...common, op: 'SET_DISTANCE', distanceKm: input.setDistance };
  if (input.setRecycledShare !== undefined)
    return { ...common, op: 'SET_RECYCLED_SHARE', recycledShare: input.setRecycledShare };
  if (input.setQuantity) return { ...common, op: 'SET_QUANTITY', ...input.setQuantity };
  if (input.scale !== undefined) return { ...common, op: 'SCALE', factor: input.scale };
  if (input.setLossRate !== undefined)
    return { ...common, op: 'SET_LOSS_RATE', lossRate: input.setLossRate };
  if (input.setLifetime) return { ...common, op: 'SET_LIFETIME', lifetime: input.setLifetime };
  if (input.setEndOfLife) return { ...common, op: 'SET_EOL', endOfLife: input.setEndOfLife };
  if (input.setGridYear) return { ...common, op: 'SET_GRID_YEAR', ...input.setGridYear };
  if (input.add) {
    const { component, ...others } = input.add;
    const added = component && { component: componentOf(component) };
    return { ...common, op: 'ADD', ...others, ...added };
  }
  return { ...common, op: 'REMOVE' };
}

function costOf(money: GivenOverride['cost']): Pick<Override, 'cost' | 'currency'> {
  return money === undefined ? {} : { cost: Number(money.amount), currency: money.currencyCode };
}

function selectorOf(select: GivenOverride['select']): Selector | undefined {
  if (select === undefined) return undefined;
  const { facility, sectorTag, ...same } = select;
  return {
    ...same,
    ...(facility !== undefined && { nodeId: facility }),
    ...(sectorTag !== undefined && { tag: sectorTag }),
  };
}

/** A sweep with its problems. */
export function readSweep(given: readonly (typeof SweepParameterInput.$inferInput)[]): {
  readonly sweep: readonly SweepParameter[];
  readonly problems: readonly Problem[];
} {
  const points = given.reduce((product, { values }) => product * values.length, 1);
  const message = `A sweep has 1 to ${MAX_SWEEP_PARAMETERS} parameters and at most ${MAX_SWEEP_POINTS} points; this has ${given.length} and ${points}.`;
  const isSound =
    given.length >= 1 &&
    given.length <= MAX_SWEEP_PARAMETERS &&
    points >= 1 &&
    points <= MAX_SWEEP_POINTS;
  return {
    sweep: given.map(({ override, values }) => ({ override, values: [...values] })),
    problems: isSound ? [] : [problem(['sweep'], 'OUT_OF_RANGE', message)],
  };
}

type Exploration = Pick<ScenarioDefinition, 'sweep' | 'target'>;

/** Levels of a sweep and a target that the overrides cannot take. */
export function explorationProblems(
  overrides: readonly Override[],
  { sweep, target }: Exploration,
): Problem[] {
  const swept = (sweep ?? []).map(({ override, values }) => ({ override, levels: values }));
  return [
    ...levelProblems(overrides, swept, ['sweep']),
    ...levelProblems(overrides, levelsOf(target?.levers ?? []), ['target', 'levers']),
  ].map(({ path, message }) => problem(path, 'OUT_OF_RANGE', message));
}

/** A sweep and a target follow their overrides to new positions; what varies an override that is gone goes too. */
export function movedExploration(
  { sweep, target }: Exploration,
  given: readonly Pick<typeof OverrideInput.$inferInput, 'keep'>[],
): Exploration {
  const positions = new Map(given.map(({ keep }, at) => [keep, at]));
  const moved = <Part extends { readonly override: number }>(parts: readonly Part[]): Part[] =>
    parts.flatMap((part) => {
      const override = positions.get(part.override);
      return override === undefined ? [] : [{ ...part, override }];
    });
  const parameters = moved(sweep ?? []);
  const levers = moved(target?.levers ?? []);
  return {
    sweep: parameters.length === 0 ? null : parameters,
    target: target === null || levers.length === 0 ? null : { ...target, levers },
  };
}

/** A target with its problems. */
export function readTarget(given: typeof TargetInput.$inferInput): {
  readonly target: Target;
  readonly problems: readonly Problem[];
} {
  const { levers: wanted, ...goal } = withoutNulls(given);
  const levers = wanted.map(({ costPerUnit: money, ...lever }) => {
    const { cost: costPerUnit, currency } = costOf(money);
    return { ...lever, costPerUnit, currency };
  });
  const target = { ...goal, levers };
  const isOne = (target.atMostCo2eKg === undefined) !== (target.reductionShare === undefined);
  const one = 'A target is exactly one of atMostCo2eKg and reductionShare.';
  return {
    target,
    problems: [
      ...(isOne ? [] : [problem(['target'], 'EXACTLY_ONE', one)]),
      ...shareProblems(target.reductionShare, ['target', 'reductionShare']),
      ...sizeProblems(target.levers, ['target', 'levers'], MAX_TARGET_LEVERS),
    ],
  };
}

/** Costs of a target in another currency than those of the overrides. */
export function targetCostProblems(
  overrides: readonly Override[],
  target: Target | null,
): Problem[] {
  const complaint = target === null ? undefined : currencyComplaint(overrides, target.levers);
  return complaint === undefined
    ? []
    : [problem(['target', 'levers'], 'OTHER_CURRENCY', complaint)];
}
