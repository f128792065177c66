import type { EnergyUse } from '@trackway/engine';
import { EnergySourceEnum } from '../enums.ts';
import { optional, partTypes, required } from './part-fields.ts';

export const [EnergyUseRef, EnergyUseInput] = partTypes<EnergyUse>(
  'EnergyUse',
  'Energy that something takes.',
  {
    source: required(EnergySourceEnum, 'Carrier or source of the energy.'),
    energyKwh: required('Float', 'Amount of energy in kWh.'),
    country: optional('CountryCode', 'Country where it is used, for grid electricity.'),
    factorId: optional(
      'ID',
      'Emission factor per unit of energy, for a source that the library does not have.',
    ),
  },
);
