import { auditedActionsOf } from '../../rules/events/audit.ts';
import { integer } from '../../rules/events/event-payload.ts';

const declare = auditedActionsOf({ name: 'dpp', idKind: 'dpp' });

export const registrationRequest = declare('registration_requested', {
  meaning: 'A client asked for the registration of the current version of a passport.',
  details: { version: integer('Number of the public version.', 1) },
});
