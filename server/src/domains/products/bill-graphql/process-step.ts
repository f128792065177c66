import type { ProcessStep } from '@trackway/engine';
import { MaterialGroupEnum, ProcessNameEnum } from '../enums.ts';
import { EnergyUseInput, EnergyUseRef } from './energy-use.ts';
import { optional, parts, partTypes } from './part-fields.ts';

type Step = Omit<ProcessStep, 'pedigree'>;

export const [ProcessStepRef, ProcessStepInput] = partTypes<Step>(
  'ProcessStep',
  'A step of making a product.',
  {
    name: optional('String', 'Name of the step.'),
    process: optional(ProcessNameEnum, 'A textile process whose energy is known.'),
    factorId: optional(
      'ID',
      'Emission factor per kg, m² or piece of the output, without the input material.',
    ),
    components: optional(
      ['String'],
      'Names or materials of the components that the step processes. When absent, and `materialGroups` too, a textile process takes fibres and cloth, any other step all components.',
    ),
    materialGroups: optional([MaterialGroupEnum], 'Groups of materials that the step processes.'),
    massKg: optional(
      'Float',
      'Output mass of the step in kg; the mass of the components that it processes when absent.',
    ),
    areaM2: optional('Float', 'Output area in m², for processes that are measured by area.'),
    country: optional('CountryCode', 'Country where the step happens.'),
    energy: parts(
      EnergyUseRef,
      EnergyUseInput,
      'Energy of the step, when it is not a named process.',
      3,
    ),
    lossRate: optional('Float', 'Share of the mass that the step loses, 0 to below 1.', 0),
  },
  { description: 'A step of making a product: a named process, a factor, or its energy.' },
);
