import type { Lifetime } from '@trackway/engine';
import { builder } from '../../../graphql/builder.ts';
import { LifetimeUnitEnum } from '../enums.ts';

/** What the fields mean, said once for what is read and what is written. */
const LIFETIME = { value: 'How long it lasts.', unit: 'What that is counted in.' };

export const LifetimeRef = builder.objectRef<Lifetime>('Lifetime').implement({
  description: 'How long a product lasts.',
  fields: (t) => ({
    value: t.exposeFloat('value', { description: LIFETIME.value }),
    unit: t.expose('unit', { type: LifetimeUnitEnum, description: LIFETIME.unit }),
  }),
});

export const LifetimeInput = builder.inputType('LifetimeInput', {
  description: 'How long a product lasts.',
  fields: (t) => ({
    value: t.float({ required: true, description: LIFETIME.value }),
    unit: t.field({ type: LifetimeUnitEnum, required: true, description: LIFETIME.unit }),
  }),
});
