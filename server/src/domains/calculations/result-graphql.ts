import type {
  Assumption,
  Contribution,
  GwpMix,
  LifecyclePhase,
  PhaseShare,
  UsedSet,
} from '@trackway/engine';
import { builder, wordEnum } from '../../graphql/builder.ts';
import { connectionType } from '../../graphql/connection.ts';
import { decodeId } from '../../platform/ids.ts';
import { EmissionFactor, factorOf } from '../factors/index.ts';
import type { CalculationResult } from './model.ts';

/** The parts of a result, as the engine gave them. */

const LifecyclePhaseEnum = wordEnum<LifecyclePhase>(
  'LifecyclePhase',
  'Stages of a life cycle, in order, with their modules of EN 15804.',
  {
    RAW_MATERIALS: 'Acquisition and pre-processing of materials (A1).',
    INBOUND_TRANSPORT: 'Transport to the factory (A2).',
    MANUFACTURING: 'Making the product (A3).',
    PACKAGING: 'Packaging (A3, shown apart).',
    DISTRIBUTION: 'Transport to the shelf (A4).',
    RETAIL: 'Storage and sale (A4, shown apart).',
    INSTALLATION: 'Installation (A5).',
    USE: 'Use, with its energy and water (B1, B6, B7).',
    MAINTENANCE_REPAIR: 'Maintenance, repair, replacement (B2 to B5).',
    END_OF_LIFE: 'End of life (C1 to C4).',
    BEYOND_SYSTEM: 'Benefits beyond the system (D): reported apart, never summed.',
  },
);

export const PhaseRef = builder.objectRef<PhaseShare>('PhaseFootprint').implement({
  description: 'What one stage of the life cycle adds to the result.',
  fields: (t) => ({
    phase: t.expose('phase', { type: LifecyclePhaseEnum, description: 'The stage.' }),
    co2eKg: t.exposeFloat('co2eKg', { description: 'Greenhouse gases of the stage in kg CO2e.' }),
    share: t.exposeFloat('share', { description: 'Its share of the total, 0 to 1.' }),
  }),
});

const FlowRoleEnum = wordEnum<Contribution['role']>(
  'FlowRole',
  'Which part of an activity a contribution is.',
  {
    DIRECT: 'Made or burnt in the activity itself.',
    LOSSES: 'Lost on the way, such as electricity in the wires.',
    UPSTREAM: 'Caused before: extraction, refining and delivery (well to tank).',
  },
);

const ContributionRef = builder.objectRef<Contribution>('Contribution').implement({
  description:
    'What one flow of the life cycle adds: amount × factor. Contributions add up to the total.',
  fields: (t) => ({
    path: t.field({
      type: 'JSON',
      description: 'Where in the declaration it stands, such as ["components", 0].',
      resolve: (contribution) => contribution.path,
    }),
    label: t.exposeString('label', { description: 'What it is, for people.' }),
    phase: t.expose('phase', { type: LifecyclePhaseEnum, description: 'The stage it counts in.' }),
    role: t.expose('role', {
      type: FlowRoleEnum,
      description: 'Which part of the activity it is.',
    }),
    amount: t.exposeFloat('amount', { description: 'How much of the factor, in `unit`.' }),
    unit: t.exposeString('unit', { description: 'Unit of the factor.' }),
    kgCo2ePerUnit: t.float({
      description: 'Value of the factor in kg CO2e per unit, as used.',
      resolve: (contribution) => contribution.co2eKgPerUnit,
    }),
    co2eKg: t.exposeFloat('co2eKg', { description: 'Greenhouse gases in kg CO2e.' }),
    share: t.exposeFloat('share', { description: 'Share of the total, 0 to 1.' }),
    factorId: t.exposeID('factorId', { description: 'Id of the factor.' }),
    factorName: t.exposeString('factorName', {
      description: "The source's own name of the factor.",
    }),
    geography: t.exposeString('geography', { description: 'Where the factor holds.' }),
    year: t.exposeInt('year', { nullable: true, description: 'The year the factor is of.' }),
    factor: t.field({
      type: EmissionFactor,
      nullable: true,
      description:
        "The factor itself; null when it came with the input, as a supplier's own footprint does.",
      resolve: ({ factorId }, _args, context) => {
        const uuid = decodeId('factor', factorId);
        return uuid === undefined ? undefined : factorOf(context, uuid);
      },
    }),
  }),
});

export const ContributionConnection = connectionType(
  ContributionRef,
  'Contribution',
  'contributions',
);

export const AssumptionRef = builder.objectRef<Assumption>('Assumption').implement({
  description: 'Something that was not declared, what was taken for it, and how much hangs on it.',
  fields: (t) => ({
    path: t.field({
      type: 'JSON',
      description: 'Where in the declaration it stands.',
      resolve: (assumption) => assumption.path,
    }),
    value: t.string({
      description: 'What was taken.',
      resolve: (assumption) => String(assumption.value),
    }),
    reason: t.exposeString('reason', { description: 'Why.' }),
    source: t.exposeString('source', { description: 'From where.' }),
    contributionShare: t.exposeFloat('contributionShare', {
      description: 'Share of the result that hangs on it, 0 to 1.',
    }),
  }),
});

export const GapRef = builder
  .objectRef<CalculationResult['notCovered'][number]>('NotCovered')
  .implement({
    description: 'Something of the life cycle that the result does not contain.',
    fields: (t) => ({
      path: t.field({
        type: 'JSON',
        description: 'Where in the declaration it stands.',
        resolve: (gap) => gap.path,
      }),
      phase: t.expose('phase', {
        type: LifecyclePhaseEnum,
        nullable: true,
        description: 'The stage it belongs to.',
      }),
      reason: t.exposeString('reason', { description: 'What is missing, and why.' }),
    }),
  });

export const GwpShareRef = builder.objectRef<GwpMix['sets'][number]>('GwpSetShare').implement({
  description: 'How much of a result was made with one set of global warming potentials.',
  fields: (t) => ({
    gwpSet: t.exposeString('gwpSet', { description: 'The set, such as AR5.' }),
    share: t.exposeFloat('share', { description: 'Its share of the total, 0 to 1.' }),
  }),
});

export const UsedSetRef = builder.objectRef<UsedSet>('UsedFactorSet').implement({
  description:
    'A factor set that a result stands on; its attribution is to be shown with the result.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the set.' }),
    name: t.exposeString('title', { description: 'Title of the set.' }),
    licence: t.exposeString('licence', {
      description: 'SPDX identifier of its licence, or the name of one that has none.',
    }),
    attribution: t.exposeString('attribution', { description: 'The words to show.' }),
    attributionUrls: t.exposeStringList('attributionUrls', {
      description: 'Links to show with them.',
    }),
  }),
});
