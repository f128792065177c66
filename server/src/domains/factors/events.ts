import { integer, text } from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';

const declare = eventsOf({
  name: 'factor_set',
  idKind: 'factorSet',
  idProperty: 'factorSetId',
  permission: 'FACTORS_READ',
});

export const factorSetDeleted = declare('deleted', {
  meaning:
    'A factor set of the organization was deleted, with its factors. Calculations keep the factors that they used.',
  properties: {
    slug: text('Name and version of the set.', 'our-mill-2026'),
    factorCount: integer('Number of its factors.', 240),
  },
});
