import type {
  IndicatorShift,
  LeverEffect,
  LineShift,
  PairedComparison,
  PhaseShift,
  Shift,
  SweepParameter,
  SweepResult,
  TargetResult,
  TornadoBar,
} from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { type ApiTypes, builder } from '../../graphql/builder.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { decodeId } from '../../platform/ids.ts';
import type { ExactMoney } from '../../platform/money.ts';
import {
  barFields,
  CalculationRef,
  calculationById,
  LifecyclePhaseEnum,
  sampleFields,
} from '../calculations/index.ts';
import { equivalenciesField, equivalenciesFor } from '../equivalencies/index.ts';
import { ImpactCategoryEnum } from '../factors/index.ts';
import { ProductRef, productById } from '../products/index.ts';
import { LevelMethodEnum, OverrideOpEnum, TargetOutcomeEnum } from './enums.ts';
import type { ScenarioSummary, StoredScenario } from './model.ts';

/** The four numbers of a shift. */
function shiftFields<Row extends Shift>(t: PothosSchemaTypes.ObjectFieldBuilder<ApiTypes, Row>) {
  return {
    baseline: t.float({
      description: 'Value without the overrides.',
      resolve: ({ baseline }) => baseline,
    }),
    outcome: t.float({
      description: 'Value with the overrides.',
      resolve: ({ outcome }) => outcome,
    }),
    difference: t.float({
      description: 'outcome − baseline: negative is less.',
      resolve: ({ difference }) => difference,
    }),
    share: t.float({
      nullable: true,
      description: 'difference / |baseline|; null for a baseline of 0.',
      resolve: ({ share }) => share,
    }),
  };
}

export const ShiftRef = builder.objectRef<Shift>('ScenarioShift').implement({
  description:
    'Greenhouse gases before and after the overrides, in kg CO2e per declared unit, or of the whole order.',
  fields: (t) => ({
    ...shiftFields(t),
  }),
});

const LineShiftRef = builder.objectRef<LineShift>('ScenarioLine').implement({
  description: 'One line of an order before and after the overrides, in kg CO2e for its quantity.',
  fields: (t) => ({
    number: t.int({
      description: 'Number of the line in the order, from 1.',
      resolve: ({ id }) => Number(id),
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'Product of the line, as it is now.',
      resolve: ({ productId }, _args, context) => {
        const id = decodeId('product', productId);
        return id === undefined ? null : productById(context, id);
      },
    }),
    ...shiftFields(t),
  }),
});

const PhaseShiftRef = builder.objectRef<PhaseShift>('ScenarioPhaseShift').implement({
  description: 'Greenhouse gases of one life-cycle phase before and after the overrides.',
  fields: (t) => ({
    phase: t.expose('phase', { type: LifecyclePhaseEnum, description: 'Life-cycle phase.' }),
    ...shiftFields(t),
  }),
});

const IndicatorShiftRef = builder.objectRef<IndicatorShift>('ScenarioIndicatorShift').implement({
  description: 'One impact category before and after the overrides.',
  fields: (t) => ({
    category: t.expose('code', { type: ImpactCategoryEnum, description: 'Impact category.' }),
    unit: t.exposeString('unit', { description: 'Unit of the values.' }),
    ...shiftFields(t),
    isComparable: t.exposeBoolean('isComparable', {
      description:
        'False if some factors lack the indicator: a part of the difference may be what is known.',
    }),
    isBurdenShift: t.exposeBoolean('isBurdenShift', {
      description: 'True if the indicator grows by more than 5 %.',
    }),
  }),
});

type InCurrency = { readonly currency: string | null };

/** A cost in the currency of the scenario; null without a cost. */
export function moneyOf(amount: number | null, { currency }: InCurrency): ExactMoney | null {
  return amount === null || currency === null ? null : { amount, currency };
}

const LeverRef = builder.objectRef<LeverEffect & InCurrency>('ScenarioLever').implement({
  description: 'Effect of one override, in kg CO2e per declared unit.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the override.' }),
    op: t.expose('op', { type: OverrideOpEnum, description: 'Operation of the override.' }),
    aloneCo2eKg: t.exposeFloat('aloneCo2eKg', {
      nullable: true,
      description:
        'Difference to the baseline with this override alone; null if it needs an earlier one.',
    }),
    stepCo2eKg: t.exposeFloat('stepCo2eKg', {
      description: 'Difference to the result of all overrides before it; the steps add up.',
    }),
    cumulatedCo2eKg: t.exposeFloat('cumulatedCo2eKg', {
      description: 'Result after this override and all before it.',
    }),
    interactionCo2eKg: t.exposeFloat('interactionCo2eKg', {
      nullable: true,
      description: 'Step − alone: effect of the combination with the overrides before it.',
    }),
    cost: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Cost per declared unit, or of the whole order.',
      resolve: (lever) => moneyOf(lever.cost, lever),
    }),
    costPerTonne: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Cost per 1,000 kg CO2e that it avoids alone; null if it avoids nothing.',
      resolve: (lever) => moneyOf(lever.costPerTonne, lever),
    }),
  }),
});

export const ComparisonRef = builder.objectRef<PairedComparison>('PairedComparison').implement({
  description:
    'Two results under uncertainty. Both draw the same errors for the same factors, so that what they share cancels out.',
  fields: (t) => ({
    probabilityBelow: t.exposeFloat('probabilityBelow', {
      description: 'Probability that the first is lower. The three probabilities add up to 1.',
    }),
    probabilityAbove: t.exposeFloat('probabilityAbove', {
      description: 'Probability that the first is higher.',
    }),
    probabilityEqual: t.exposeFloat('probabilityEqual', {
      description: 'Probability that both are the same.',
    }),
    ...sampleFields(t, 'first − second'),
  }),
});

const TornadoBarRef = builder.objectRef<TornadoBar>('ScenarioTornadoBar').implement({
  description: 'The outcome with one flow at its 95 % bounds, calculated exactly.',
  fields: (t) => ({
    ...barFields(t),
  }),
});

const SweepParameterRef = builder.objectRef<SweepParameter>('SweepParameter').implement({
  description: 'Values that the number of one override took.',
  fields: (t) => ({
    override: t.exposeInt('override', { description: 'Position of the override, from 0.' }),
    values: t.exposeFloatList('values', { description: 'Values of the number.' }),
  }),
});

const SweepRef = builder.objectRef<SweepResult>('ScenarioSweep').implement({
  description: 'Results over a grid of values.',
  fields: (t) => ({
    parameters: t.expose('parameters', {
      type: [SweepParameterRef],
      extensions: access({ size: 3 }),
      description: 'Parameters of the sweep.',
    }),
    co2eKg: t.exposeFloatList('co2eKg', {
      description: 'Results in kg CO2e by point; the last parameter varies fastest.',
    }),
  }),
});

type Level = TargetResult['levels'][number] & InCurrency;

const TargetLevelRef = builder.objectRef<Level>('ScenarioTargetLevel').implement({
  description: 'Level of one lever of a target.',
  fields: (t) => ({
    override: t.exposeInt('override', { description: 'Position of the override, from 0.' }),
    name: t.exposeString('name', { description: 'Name of the override.' }),
    from: t.exposeFloat('from', { description: 'Level of today.' }),
    level: t.exposeFloat('level', { description: 'Level that was found.' }),
    cost: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Cost of the way from today; null without a cost per unit.',
      resolve: (level) => moneyOf(level.cost, level),
    }),
  }),
});

const TargetRef = builder.objectRef<TargetResult>('ScenarioTarget').implement({
  description: 'Levels of levers that reach a target, or the best that they allow.',
  fields: (t) => ({
    outcome: t.expose('outcome', {
      type: TargetOutcomeEnum,
      description: 'Outcome of the search.',
    }),
    targetCo2eKg: t.exposeFloat('targetCo2eKg', { description: 'Target in kg CO2e.' }),
    co2eKg: t.exposeFloat('co2eKg', { description: 'Result with the levels found, in kg CO2e.' }),
    levels: t.field({
      type: [TargetLevelRef],
      extensions: access({ size: 3 }),
      description: 'Levels of the levers.',
      resolve: ({ levels, currency }) => levels.map((level) => ({ ...level, currency })),
    }),
    method: t.expose('method', {
      type: LevelMethodEnum,
      nullable: true,
      description: 'Method that solved the last lever; null if none was solved.',
    }),
    cost: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Cost of all levers.',
      resolve: (target) => moneyOf(target.cost, target),
    }),
  }),
});

export type ScenarioOutcome = {
  readonly scenario: StoredScenario;
  readonly summary: ScenarioSummary;
};

export const ScenarioResultRef = builder.objectRef<ScenarioOutcome>('ScenarioResult').implement({
  description: 'Baseline, outcome and difference of a scenario.',
  fields: (t) => ({
    baseline: t.field({
      type: CalculationRef,
      nullable: true,
      description: 'Calculation without the overrides; null for a catalogue.',
      resolve: ({ scenario: { baselineId } }, _args, context) =>
        baselineId === null ? null : calculationById(context, baselineId),
    }),
    outcome: t.field({
      type: CalculationRef,
      nullable: true,
      description:
        'Calculation with the overrides; they are in its snapshot. Null for a catalogue.',
      resolve: ({ scenario: { outcomeId } }, _args, context) =>
        outcomeId === null ? null : calculationById(context, outcomeId),
    }),
    total: t.field({
      type: ShiftRef,
      description:
        'Total in kg CO2e per declared unit; of an order, of all of it; of a catalogue, of one unit of each product.',
      resolve: ({ summary }) => summary.total,
    }),
    lines: t.field({
      type: [LineShiftRef],
      extensions: access({ size: 20 }),
      description:
        'Lines of an order in their order, at most 250; empty for any other subject. With `transport` they add up to the total.',
      resolve: ({ summary }) => summary.lines,
    }),
    transport: t.field({
      type: ShiftRef,
      nullable: true,
      description: 'The common way of an order to the customer; null for any other subject.',
      resolve: ({ summary }) => summary.transport,
    }),
    phases: t.field({
      type: [PhaseShiftRef],
      description: 'Total by life-cycle phase; the differences add up.',
      resolve: ({ summary }) => summary.phases,
    }),
    indicators: t.field({
      type: [IndicatorShiftRef],
      description: 'Impact categories that both results have; empty for BASIC.',
      resolve: ({ summary }) => summary.indicators,
    }),
    burdenShifts: t.field({
      type: [IndicatorShiftRef],
      extensions: access({ size: 3 }),
      description: 'Impact categories that grow by more than 5 %.',
      resolve: ({ summary }) => summary.burdenShifts,
    }),
    levers: t.field({
      type: [LeverRef],
      extensions: access({ size: 5 }),
      description: 'Each override alone and cumulated, in their order.',
      resolve: ({ summary: { levers, currency } }) =>
        levers.map((lever) => ({ ...lever, currency })),
    }),
    interactionCo2eKg: t.float({
      nullable: true,
      description: 'Difference − the sum of all overrides alone.',
      resolve: ({ summary }) => summary.interactionCo2eKg,
    }),
    comparison: t.field({
      type: ComparisonRef,
      nullable: true,
      description: 'Outcome against baseline under uncertainty; null for BASIC.',
      resolve: ({ summary }) => summary.comparison,
    }),
    cost: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Sum of the costs that are given.',
      resolve: ({ summary }) => moneyOf(summary.cost, summary),
    }),
    costPerTonne: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Cost per 1,000 kg CO2e avoided; null if nothing is avoided.',
      resolve: ({ summary }) => moneyOf(summary.costPerTonne, summary),
    }),
    tornado: t.field({
      type: [TornadoBarRef],
      extensions: access({ size: 20 }),
      description: 'The 20 flows whose uncertainty moves the outcome most; empty for BASIC.',
      resolve: ({ summary }) => summary.tornado,
    }),
    sweep: t.field({
      type: SweepRef,
      nullable: true,
      description: 'Results over the grid of the sweep; null without a sweep.',
      resolve: ({ summary }) => summary.sweep,
    }),
    target: t.field({
      type: TargetRef,
      nullable: true,
      description: 'Answer to the target; null without a target.',
      resolve: ({ summary }) => summary.target,
    }),
    equivalencies: t.field({
      ...equivalenciesField(),
      description:
        'The avoided greenhouse gases expressed by things that people know. Empty if nothing is avoided.',
      resolve: ({ summary }, args, context) =>
        equivalenciesFor(context, { CLIMATE: -summary.total.difference }, args),
    }),
  }),
});
