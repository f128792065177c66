import { auditedActionsOf } from '../../rules/events/audit.ts';
import { text } from '../../rules/events/event-payload.ts';

const declare = auditedActionsOf({ name: 'footprint_partner', idKind: 'footprintPartner' });

const details = {
  name: text('Name of the partner.', 'Mill'),
  host: text('Host of its address.', 'pact.mill.example'),
};

export const partnerCreation = declare('created', {
  meaning: 'A partner for the exchange of footprints was created, with its credentials.',
  details,
});

export const partnerChange = declare('updated', {
  meaning: 'The address, credentials or key of a partner were changed.',
  details,
});

export const partnerDeletion = declare('deleted', {
  meaning: 'A partner was deleted, with the requests to and from it.',
  details,
});
