import type { SweepParameter, SweepResult, TargetResult, TornadoBar } from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
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
  fields: (t) => ({
    override: t.exposeInt('override', { description: 'Position of the override, from 0.' }),
    values: t.exposeFloatList('values', { description: 'Values of the number.' }),
  }),
});

export const SweepRef = builder.objectRef<SweepResult>('ScenarioSweep').implement({
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

export const TargetRef = builder.objectRef<TargetResult>('ScenarioTarget').implement({
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
