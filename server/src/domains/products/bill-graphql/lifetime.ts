import type { Lifetime } from '@trackway/engine';
import { LifetimeUnitEnum } from '../enums.ts';
import { partTypes, required } from './part-fields.ts';

export const [LifetimeRef, LifetimeInput] = partTypes<Lifetime>(
  'Lifetime',
  'Lifetime of a product.',
  {
    value: required('Float', 'Length of the lifetime.'),
    unit: required(LifetimeUnitEnum, 'Unit of the lifetime.'),
  },
);
