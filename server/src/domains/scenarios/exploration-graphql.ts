import type { SweepParameter, SweepResult, TargetResult, TornadoBar } from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { barFields } from '../calculations/index.ts';
import { type InCurrency, moneyOf } from './cost.ts';
import { LevelMethodEnum, TargetOutcomeEnum } from './enums.ts';

/** Answers to how far a lever goes: the tornado, sweeps and targets. */

export const TornadoBarRef = builder.objectRef<TornadoBar>('ScenarioTornadoBar').implement({
  description: 'The outcome with one flow at its 95 % bounds, calculated exactly.',
  fields: (t) => ({
    ...barFields(t),
  }),
});

const SweepParameterRef = builder.objectRef<SweepParameter>('SweepParameter').implement({
  description: 'Values that the number of one override took.',
  fields: (t) =>
    exposed(t, {
      override: field('Int', 'Position of the override, from 0.'),
      values: field(['Float'], 'Values of the number.'),
    }),
});

export const SweepRef = builder.objectRef<SweepResult>('ScenarioSweep').implement({
  description: 'Results over a grid of values.',
  fields: (t) =>
    exposed(t, {
      parameters: field([SweepParameterRef], 'Parameters of the sweep.', { size: 3 }),
      co2eKg: field(['Float'], 'Results in kg CO2e by point; the last parameter varies fastest.'),
    }),
});

type Level = TargetResult['levels'][number] & InCurrency;

const TargetLevelRef = builder.objectRef<Level>('ScenarioTargetLevel').implement({
  description: 'Level of one lever of a target.',
  fields: (t) => ({
    ...exposed(t, {
      override: field('Int', 'Position of the override, from 0.'),
      name: field('String', 'Name of the override.'),
      from: field('Float', 'Level of today.'),
      level: field('Float', 'Level that was found.'),
    }),
    cost: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Cost of the way from today; null without a cost per unit.',
      resolve: (level) => moneyOf(level.cost, level),
    }),
  }),
});

export const TargetRef = builder.objectRef<TargetResult>('ScenarioTarget').implement({
  description: 'Levels of levers that reach a target, or the best that they allow.',
  fields: (t) => ({
    ...exposed(t, {
      outcome: field(TargetOutcomeEnum, 'Outcome of the search.'),
      targetCo2eKg: field('Float', 'Target in kg CO2e.'),
      co2eKg: field('Float', 'Result with the levels found, in kg CO2e.'),
      method: nullable(
        LevelMethodEnum,
        'Method that solved the last lever; null if none was solved.',
      ),
    }),
    levels: t.field({
      type: [TargetLevelRef],
      extensions: access({ size: 3 }),
      description: 'Levels of the levers.',
      resolve: ({ levels, currency }) => levels.map((level) => ({ ...level, currency })),
    }),
    cost: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Cost of all levers.',
      resolve: (target) => moneyOf(target.cost, target),
    }),
  }),
});
