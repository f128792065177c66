import type { RecyclingParameters } from '@trackway/engine';
import { optional, partTypes } from './part-fields.ts';

export const [RecyclingParametersRef, RecyclingParametersInput] = partTypes<RecyclingParameters>(
  'RecyclingParameters',
  'Parameters of the Circular Footprint Formula that replace those of the material.',
  {
    allocationFactor: optional(
      'Float',
      "Allocation factor A: share of the burdens of recycling that the user of recycled material bears, 0 to 1; the material's own (PEF, Annex C) when absent.",
    ),
    inputQualityRatio: optional(
      'Float',
      "Quality of recycled input against virgin material (Qsin/Qp), 0 to 1; the material's own when absent.",
    ),
    outputQualityRatio: optional(
      'Float',
      "Quality of recycled output against virgin material (Qsout/Qp), 0 to 1; the material's own when absent.",
    ),
    heatingValueMjPerKg: optional(
      'Float',
      "Lower heating value in MJ per kg, for energy recovery; the material's own when absent.",
    ),
  },
);

export const recycledShare = optional(
  'Float',
  'Share of recycled content, 0 to 1. Null if it is not known: the market average of the material counts, if the library has one (steel), else virgin material, which is too high for most glass, cans and board: declare their share. 0 states virgin material.',
);
