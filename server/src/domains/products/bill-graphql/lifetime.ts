import type { Lifetime } from '@trackway/engine';
import { builder } from '../../../graphql/builder.ts';
import { LifetimeUnitEnum } from '../enums.ts';

/** Descriptions shared by the output type and the input type. */
const LIFETIME = { value: 'Length of the lifetime.', unit: 'Unit of the lifetime.' };

export const LifetimeRef = builder.objectRef<Lifetime>('Lifetime').implement({
  description: 'Lifetime of a product.',
  fields: (t) => ({
    value: t.exposeFloat('value', { description: LIFETIME.value }),
    unit: t.expose('unit', { type: LifetimeUnitEnum, description: LIFETIME.unit }),
  }),
});

export const LifetimeInput = builder.inputType('LifetimeInput', {
  description: 'Lifetime of a product.',
  fields: (t) => ({
    value: t.float({ required: true, description: LIFETIME.value }),
    unit: t.field({ type: LifetimeUnitEnum, required: true, description: LIFETIME.unit }),
  }),
});
