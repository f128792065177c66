import type { DistanceSource } from '@trackway/engine';
import { describedEnum } from '../../graphql/enums.ts';

export const DistanceSourceEnum = describedEnum<DistanceSource | 'DECLARED'>(
  'DistanceSource',
  'Origin of the distance of a leg.',
  {
    DECLARED: 'Declared by the caller.',
    COUNTRY_TABLE: 'The table of distances between countries.',
    SEA_NETWORK: 'The shortest way through the network of sea lanes.',
    GREAT_CIRCLE: 'The great circle between both ends.',
    DOMESTIC_HAUL: 'The mean haul of goods within the country.',
  },
);
