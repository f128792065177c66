import type { EnergyUse } from '@trackway/engine';
import { builder } from '../../../graphql/builder.ts';
import { EnergySourceEnum } from '../enums.ts';

/** Descriptions shared by the output type and the input type. */
const USE = {
  source: 'Carrier or source of the energy.',
  energyKwh: 'Amount of energy in kWh.',
  country: 'Country where it is used, for grid electricity.',
  factorId: 'Emission factor per unit of energy, for a source that the library does not have.',
};

export const EnergyUseRef = builder.objectRef<EnergyUse>('EnergyUse').implement({
  description: 'Energy that something takes.',
  fields: (t) => ({
    source: t.expose('source', { type: EnergySourceEnum, description: USE.source }),
    energyKwh: t.exposeFloat('energyKwh', { description: USE.energyKwh }),
    country: t.expose('country', { type: 'CountryCode', nullable: true, description: USE.country }),
    factorId: t.exposeID('factorId', { nullable: true, description: USE.factorId }),
  }),
});

export const EnergyUseInput = builder.inputType('EnergyUseInput', {
  description: 'Energy that something takes.',
  fields: (t) => ({
    source: t.field({ type: EnergySourceEnum, required: true, description: USE.source }),
    energyKwh: t.float({ required: true, description: USE.energyKwh }),
    country: t.field({ type: 'CountryCode', description: USE.country }),
    factorId: t.id({ description: USE.factorId }),
  }),
});
