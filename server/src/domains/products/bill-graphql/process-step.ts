import type { ProcessStep } from '@trackway/engine';
import { access } from '../../../graphql/access.ts';
import { builder } from '../../../graphql/builder.ts';
import { MaterialGroupEnum, ProcessNameEnum } from '../enums.ts';
import { EnergyUseInput, EnergyUseRef } from './energy-use.ts';

/** Descriptions shared by the output type and the input type. */
const STEP = {
  name: 'Name of the step.',
  process: 'A textile process whose energy is known.',
  factorId: 'Emission factor per kg, m² or piece of the output, without the input material.',
  components:
    'Names or materials of the components that the step processes. When absent, and `materialGroups` too, a textile process takes fibres and cloth, any other step all components.',
  materialGroups: 'Groups of materials that the step processes.',
  massKg:
    'Output mass of the step in kg; the mass of the components that it processes when absent.',
  areaM2: 'Output area in m², for processes that are measured by area.',
  country: 'Country where the step happens.',
  energy: 'Energy of the step, when it is not a named process.',
  lossRate: 'Share of the mass that the step loses, 0 to below 1.',
};

export const ProcessStepRef = builder.objectRef<ProcessStep>('ProcessStep').implement({
  description: 'A step of making a product.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: true, description: STEP.name }),
    process: t.expose('process', {
      type: ProcessNameEnum,
      nullable: true,
      description: STEP.process,
    }),
    factorId: t.exposeID('factorId', { nullable: true, description: STEP.factorId }),
    components: t.stringList({
      description: STEP.components,
      resolve: (step) => step.components ?? [],
    }),
    materialGroups: t.field({
      type: [MaterialGroupEnum],
      description: STEP.materialGroups,
      resolve: (step) => step.materialGroups ?? [],
    }),
    massKg: t.exposeFloat('massKg', { nullable: true, description: STEP.massKg }),
    areaM2: t.exposeFloat('areaM2', { nullable: true, description: STEP.areaM2 }),
    country: t.expose('country', {
      type: 'CountryCode',
      nullable: true,
      description: STEP.country,
    }),
    energy: t.field({
      type: [EnergyUseRef],
      extensions: access({ size: 3 }),
      description: STEP.energy,
      resolve: (step) => step.energy ?? [],
    }),
    lossRate: t.float({ description: STEP.lossRate, resolve: (step) => step.lossRate ?? 0 }),
  }),
});

export const ProcessStepInput = builder.inputType('ProcessStepInput', {
  description: 'A step of making a product: a named process, a factor, or its energy.',
  fields: (t) => ({
    name: t.string({ description: STEP.name }),
    process: t.field({ type: ProcessNameEnum, description: STEP.process }),
    factorId: t.id({ description: STEP.factorId }),
    components: t.stringList({ description: STEP.components }),
    materialGroups: t.field({ type: [MaterialGroupEnum], description: STEP.materialGroups }),
    massKg: t.float({ description: STEP.massKg }),
    areaM2: t.float({ description: STEP.areaM2 }),
    country: t.field({ type: 'CountryCode', description: STEP.country }),
    energy: t.field({ type: [EnergyUseInput], description: STEP.energy }),
    lossRate: t.float({ description: STEP.lossRate }),
  }),
});
