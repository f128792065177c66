import type { Assumption, GwpMix, PhaseShare, UsedSet, Warning } from '@trackway/engine';
import { builder } from '../../graphql/builder.ts';
import { LifecyclePhaseEnum, WarningCodeEnum } from './enums.ts';
import type { CalculationResult } from './model.ts';

/** The parts of a result, as the engine gave them. */

export const PhaseRef = builder.objectRef<PhaseShare>('PhaseFootprint').implement({
  description: 'Contribution of one life-cycle phase to the result.',
  fields: (t) => ({
    phase: t.expose('phase', { type: LifecyclePhaseEnum, description: 'Life-cycle phase.' }),
    co2eKg: t.exposeFloat('co2eKg', { description: 'Greenhouse gases of the stage in kg CO2e.' }),
    share: t.exposeFloat('share', {
      description:
        'Share of the total, where 1 is all of it. Negative for a credit; credits can raise other shares above 1.',
    }),
  }),
});

export const WarningRef = builder.objectRef<Warning>('CalculationWarning').implement({
  description: 'An implausible input or result. It does not change the result.',
  fields: (t) => ({
    code: t.expose('code', { type: WarningCodeEnum, description: 'Kind of the warning.' }),
    message: t.exposeString('message', {
      description: 'The implausible value, and the expected one.',
    }),
    path: t.expose('path', {
      type: 'JSON',
      description: 'Path into the declaration, such as ["netMassKg"]; empty for the result itself.',
    }),
  }),
});

export const AssumptionRef = builder.objectRef<Assumption>('Assumption').implement({
  description: 'Something that was not declared, what was taken for it, and how much hangs on it.',
  fields: (t) => ({
    path: t.expose('path', {
      type: 'JSON',
      description: 'Path into the declaration, such as ["components", 0].',
    }),
    value: t.string({
      description: 'Value that was assumed.',
      resolve: (assumption) => String(assumption.value),
    }),
    reason: t.exposeString('reason', { description: 'Reason for the assumption.' }),
    source: t.exposeString('source', { description: 'Source of the assumed value.' }),
    contributionShare: t.exposeFloat('contributionShare', {
      description:
        'Share of the result that hangs on it, where 1 is all of it. Credits can raise it above 1.',
    }),
  }),
});

export const GapRef = builder
  .objectRef<CalculationResult['notCovered'][number]>('NotCovered')
  .implement({
    description: 'Something of the life cycle that the result does not contain.',
    fields: (t) => ({
      path: t.expose('path', {
        type: 'JSON',
        description: 'Path into the declaration, such as ["components", 0].',
      }),
      phase: t.expose('phase', {
        type: LifecyclePhaseEnum,
        nullable: true,
        description: 'The stage it belongs to.',
      }),
      reason: t.exposeString('reason', { description: 'Reason why the part is not covered.' }),
    }),
  });

export const GwpShareRef = builder.objectRef<GwpMix['sets'][number]>('GwpSetShare').implement({
  description: 'Share of a result that uses one set of global warming potentials.',
  fields: (t) => ({
    gwpSet: t.exposeString('gwpSet', { description: 'The set, such as AR5.' }),
    share: t.exposeFloat('share', {
      description:
        'Share of the total, where 1 is all of it. Negative for a credit; credits can raise other shares above 1.',
    }),
  }),
});

export const UsedSetRef = builder.objectRef<UsedSet>('UsedFactorSet').implement({
  description: 'A factor set used by a result; its attribution must be shown with the result.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the factor set.' }),
    name: t.exposeString('title', { description: 'Title of the set.' }),
    slug: t.exposeString('slug', { description: 'Name and version of the set: `desnz-2025`.' }),
    licence: t.exposeString('licence', {
      description: 'SPDX identifier of its licence, or the name of one that has none.',
    }),
    attribution: t.exposeString('attribution', { description: 'The words to show.' }),
    attributionUrls: t.exposeStringList('attributionUrls', {
      description: 'Links to show with them.',
    }),
  }),
});
