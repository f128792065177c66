import { builder } from '../../graphql/builder.ts';
import { equivalenciesField, equivalenciesFor } from '../equivalencies/index.ts';
import { OrderRef } from './graphql.ts';
import { estimatedCo2eKg } from './parts-graphql.ts';

builder.objectField(OrderRef, 'equivalencies', (t) =>
  t.field({
    ...equivalenciesField(),
    description:
      'The footprint of the order, or its estimate before confirmation, expressed by things that people know. Empty if it is zero, below, or unknown.',
    resolve: async (order, args, context) => {
      const co2eKg = order.co2eKg ?? (await estimatedCo2eKg(context, order));
      return co2eKg === null ? [] : equivalenciesFor(context, { CLIMATE: co2eKg }, args);
    },
  }),
);
