import { auditedActionsOf } from '../../rules/events/audit.ts';
import { text } from '../../rules/events/event-payload.ts';

const declare = auditedActionsOf({ name: 'scenario', idKind: 'scenario' });

export const scenarioDeletion = declare('deleted', {
  meaning: 'A scenario was deleted.',
  details: { name: text('Name of the scenario.', 'Recycled cotton') },
});
