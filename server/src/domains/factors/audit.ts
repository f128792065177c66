import { auditedActionsOf } from '../../rules/events/audit.ts';
import { integer, text } from '../../rules/events/event-payload.ts';

const declare = auditedActionsOf({ name: 'factor_set', idKind: 'factorSet' });

export const factorSetDeletion = declare('deleted', {
  meaning: 'A factor set of the organization was deleted, with its factors.',
  details: {
    slug: text('Name and version of the set.', 'our-mill-2026'),
    factorCount: integer('Number of its factors.', 240),
  },
});
