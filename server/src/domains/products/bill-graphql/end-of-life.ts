import type { EndOfLife } from '@trackway/engine';
import { optional, partTypes } from './part-fields.ts';

type Treatment = Omit<EndOfLife, 'pedigree' | 'transportLegs'>;

export const [EndOfLifeRef, EndOfLifeInput] = partTypes<Treatment>(
  'EndOfLife',
  'End-of-life treatment of the product, as shares of its mass. A treatment without a share follows the statistics of country and material.',
  {
    country: optional('CountryCode', 'Country where the product is disposed of.'),
    recycledShare: optional('Float', 'Share of the mass that is recycled, 0 to 1.'),
    incineratedShare: optional('Float', 'Share of the mass that is incinerated, 0 to 1.'),
    landfilledShare: optional('Float', 'Share of the mass that is landfilled, 0 to 1.'),
  },
);
