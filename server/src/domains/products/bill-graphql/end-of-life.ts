import type { EndOfLife } from '@trackway/engine';
import { builder } from '../../../graphql/builder.ts';

/** Descriptions shared by the output type and the input type. */
const END = {
  country: 'Country where the product is disposed of.',
  recycledShare: 'Share of the mass that is recycled, 0 to 1.',
  incineratedShare: 'Share of the mass that is incinerated, 0 to 1.',
  landfilledShare: 'Share of the mass that is landfilled, 0 to 1.',
};

export const EndOfLifeRef = builder.objectRef<EndOfLife>('EndOfLife').implement({
  description:
    'End-of-life treatment of the product, as shares of its mass. A treatment without a share follows the statistics of country and material.',
  fields: (t) => ({
    country: t.expose('country', { type: 'CountryCode', nullable: true, description: END.country }),
    recycledShare: t.exposeFloat('recycledShare', {
      nullable: true,
      description: END.recycledShare,
    }),
    incineratedShare: t.exposeFloat('incineratedShare', {
      nullable: true,
      description: END.incineratedShare,
    }),
    landfilledShare: t.exposeFloat('landfilledShare', {
      nullable: true,
      description: END.landfilledShare,
    }),
  }),
});

export const EndOfLifeInput = builder.inputType('EndOfLifeInput', {
  description:
    'End-of-life treatment of the product, as shares of its mass. A treatment without a share follows the statistics of country and material.',
  fields: (t) => ({
    country: t.field({ type: 'CountryCode', description: END.country }),
    recycledShare: t.float({ description: END.recycledShare }),
    incineratedShare: t.float({ description: END.incineratedShare }),
    landfilledShare: t.float({ description: END.landfilledShare }),
  }),
});
