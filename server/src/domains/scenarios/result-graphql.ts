import type { LeverEffect, PairedComparison } from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { CalculationRef, calculationById, sampleFields } from '../calculations/index.ts';
import { equivalenciesField, equivalenciesFor } from '../equivalencies/index.ts';
import { type InCurrency, moneyOf } from './cost.ts';
import { OverrideOpEnum } from './enums.ts';
import { SweepRef, TargetRef, TornadoBarRef } from './exploration-graphql.ts';
import type { ScenarioSummary, StoredScenario } from './model.ts';
import { IndicatorShiftRef, LineShiftRef, PhaseShiftRef, ShiftRef } from './shift-graphql.ts';

const LeverRef = builder.objectRef<LeverEffect & InCurrency>('ScenarioLever').implement({
  description: 'Effect of one override, in kg CO2e per declared unit.',
  fields: (t) => ({
    ...exposed(t, {
      name: field('String', 'Name of the override.'),
      op: field(OverrideOpEnum, 'Operation of the override.'),
      aloneCo2eKg: nullable(
        'Float',
        'Difference to the baseline with this override alone; null if it needs an earlier one.',
      ),
      stepCo2eKg: field(
        'Float',
        'Difference to the result of all overrides before it; the steps add up.',
      ),
      cumulatedCo2eKg: field('Float', 'Result after this override and all before it.'),
      interactionCo2eKg: nullable(
        'Float',
        'Step − alone: effect of the combination with the overrides before it.',
      ),
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
    ...exposed(t, {
      probabilityBelow: field(
        'Float',
        'Probability that the first is lower. The three probabilities add up to 1.',
      ),
      probabilityAbove: field('Float', 'Probability that the first is higher.'),
      probabilityEqual: field(
        'Float',
        'Probability that both are the same but for rounding: 1 for identical products.',
      ),
    }),
    ...sampleFields(t, 'first − second'),
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
        calculationById(context, baselineId),
    }),
    outcome: t.field({
      type: CalculationRef,
      nullable: true,
      description:
        'Calculation with the overrides; they are in its snapshot. Null for a catalogue.',
      resolve: ({ scenario: { outcomeId } }, _args, context) => calculationById(context, outcomeId),
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
