import type { RecyclingParameters } from '@trackway/engine';
import { builder } from '../../../graphql/builder.ts';

/** Descriptions shared by the output type and the input type. */
const RECYCLING = {
  allocationFactor:
    "Allocation factor A: share of the burdens of recycling that the user of recycled material bears, 0 to 1; the material's own (PEF, Annex C) when absent.",
  inputQualityRatio:
    "Quality of recycled input against virgin material (Qsin/Qp), 0 to 1; the material's own when absent.",
  outputQualityRatio:
    "Quality of recycled output against virgin material (Qsout/Qp), 0 to 1; the material's own when absent.",
  heatingValueMjPerKg:
    "Lower heating value in MJ per kg, for energy recovery; the material's own when absent.",
};

export const RecyclingParametersRef = builder
  .objectRef<RecyclingParameters>('RecyclingParameters')
  .implement({
    description: 'Parameters of the Circular Footprint Formula that replace those of the material.',
    fields: (t) => ({
      allocationFactor: t.exposeFloat('allocationFactor', {
        nullable: true,
        description: RECYCLING.allocationFactor,
      }),
      inputQualityRatio: t.exposeFloat('inputQualityRatio', {
        nullable: true,
        description: RECYCLING.inputQualityRatio,
      }),
      outputQualityRatio: t.exposeFloat('outputQualityRatio', {
        nullable: true,
        description: RECYCLING.outputQualityRatio,
      }),
      heatingValueMjPerKg: t.exposeFloat('heatingValueMjPerKg', {
        nullable: true,
        description: RECYCLING.heatingValueMjPerKg,
      }),
    }),
  });

export const RecyclingParametersInput = builder.inputType('RecyclingParametersInput', {
  description: 'Parameters of the Circular Footprint Formula that replace those of the material.',
  fields: (t) => ({
    allocationFactor: t.float({ description: RECYCLING.allocationFactor }),
    inputQualityRatio: t.float({ description: RECYCLING.inputQualityRatio }),
    outputQualityRatio: t.float({ description: RECYCLING.outputQualityRatio }),
    heatingValueMjPerKg: t.float({ description: RECYCLING.heatingValueMjPerKg }),
  }),
});
