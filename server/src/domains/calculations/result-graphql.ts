import type { Assumption, GwpMix, PhaseShare, UsedSet, Warning } from '@trackway/engine';
import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { LifecyclePhaseEnum, WarningCodeEnum } from './enums.ts';
import type { CalculationResult } from './model.ts';

/** The parts of a result, as the engine gave them. */

export const PhaseRef = builder.objectRef<PhaseShare>('PhaseFootprint').implement({
  description: 'Contribution of one life-cycle phase to the result.',
  fields: (t) =>
    exposed(t, {
      phase: field(LifecyclePhaseEnum, 'Life-cycle phase.'),
      co2eKg: field('Float', 'Greenhouse gases of the stage in kg CO2e.'),
      share: field(
        'Float',
        'Share of the total, where 1 is all of it. Negative for a credit; credits can raise other shares above 1.',
      ),
    }),
});

export const WarningRef = builder.objectRef<Warning>('CalculationWarning').implement({
  description: 'An implausible input or result. It does not change the result.',
  fields: (t) =>
    exposed(t, {
      code: field(WarningCodeEnum, 'Kind of the warning.'),
      message: field('String', 'The implausible value, and the expected one.'),
      path: field(
        'JSON',
        'Path into the declaration, such as ["netMassKg"]; empty for the result itself.',
      ),
    }),
});

export const AssumptionRef = builder.objectRef<Assumption>('Assumption').implement({
  description: 'Something that was not declared, what was taken for it, and how much hangs on it.',
  fields: (t) => ({
    ...exposed(t, {
      path: field('JSON', 'Path into the declaration, such as ["components", 0].'),
      reason: field('String', 'Reason for the assumption.'),
      source: field('String', 'Source of the assumed value.'),
      contributionShare: field(
        'Float',
        'Share of the result that hangs on it, where 1 is all of it. Credits can raise it above 1.',
      ),
    }),
    value: t.string({
      description: 'Value that was assumed.',
      resolve: (assumption) => String(assumption.value),
    }),
  }),
});

export const GapRef = builder
  .objectRef<CalculationResult['notCovered'][number]>('NotCovered')
  .implement({
    description: 'Something of the life cycle that the result does not contain.',
    fields: (t) =>
      exposed(t, {
        path: field('JSON', 'Path into the declaration, such as ["components", 0].'),
        phase: nullable(LifecyclePhaseEnum, 'The stage it belongs to.'),
        reason: field('String', 'Reason why the part is not covered.'),
      }),
  });

export const GwpShareRef = builder.objectRef<GwpMix['sets'][number]>('GwpSetShare').implement({
  description: 'Share of a result that uses one set of global warming potentials.',
  fields: (t) =>
    exposed(t, {
      gwpSet: field('String', 'The set, such as AR5.'),
      share: field(
        'Float',
        'Share of the total, where 1 is all of it. Negative for a credit; credits can raise other shares above 1.',
      ),
    }),
});

export const UsedSetRef = builder.objectRef<UsedSet>('UsedFactorSet').implement({
  description: 'A factor set used by a result; its attribution must be shown with the result.',
  fields: (t) => ({
    ...exposed(t, {
      id: field('ID', 'Id of the factor set.'),
      slug: field('String', 'Name and version of the set: `desnz-2025`.'),
      licence: field('String', 'SPDX identifier of its licence, or the name of one that has none.'),
      attribution: field('String', 'The words to show.'),
      attributionUrls: field(['String'], 'Links to show with them.'),
    }),
    name: t.exposeString('title', { description: 'Title of the set.' }),
  }),
});
