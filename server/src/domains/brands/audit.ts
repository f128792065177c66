import { auditedActionsOf } from '../../rules/events/audit.ts';
import { nullable, text } from '../../rules/events/event-payload.ts';

const declare = auditedActionsOf({ name: 'brand', idKind: 'organization' });

export const brandUpdate = declare('updated', {
  meaning: 'The name, colour or logo of the brand was changed.',
  details: {
    name: nullable(text('Name from then on; null for that of the organization.', 'Halden')),
    color: nullable(text('Colour from then on, or null.', '#1a5276')),
    logoSha256: nullable(text('SHA-256 of the logo from then on, or null.', '9f2b…')),
  },
});
