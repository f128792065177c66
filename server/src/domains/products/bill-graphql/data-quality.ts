import type { Pedigree } from '@trackway/engine';
import { DistributionEnum } from '../enums.ts';
import type { GivenUncertainty } from '../uncertainty.ts';
import { optional, partTypes, required } from './part-fields.ts';

export const [PedigreeRef, PedigreeInput] = partTypes<Pedigree>(
  'Pedigree',
  "Data quality by the scores of ecoinvent's pedigree matrix, 1 (best) to 5.",
  {
    reliability: required('Float', 'Reliability, 1 (measured) to 5 (guessed).'),
    completeness: required('Float', 'Completeness of the sample, 1 (best) to 5.'),
    temporal: required('Float', 'Temporal correlation, 1 (best) to 5.'),
    geographical: required('Float', 'Geographical correlation, 1 (best) to 5.'),
    technological: required('Float', 'Technological correlation, 1 (best) to 5.'),
  },
);

export const [UncertaintyRef, UncertaintyInput] = partTypes<GivenUncertainty>(
  'DeclaredUncertainty',
  'The spread of a declared amount, relative to it: 1 is the amount itself.',
  {
    kind: required(DistributionEnum, 'The distribution.'),
    sigma: optional(
      'Float',
      'LOGNORMAL: standard deviation of the natural logarithm, at most 10; 0.1 is about 10 %.',
    ),
    deviation: optional(
      'Float',
      'NORMAL: standard deviation, relative to the amount, at most 10; 0.1 is 10 %.',
    ),
    least: optional('Float', 'TRIANGULAR and UNIFORM: smallest value, relative to the amount.'),
    most: optional(
      'Float',
      'TRIANGULAR and UNIFORM: largest value, relative to the amount, at most 1,000,000.',
    ),
  },
);
