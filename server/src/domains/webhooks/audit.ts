import { auditedActionsOf } from '../../rules/events/audit.ts';
import { text, time } from '../../rules/events/event-payload.ts';

const declare = auditedActionsOf({ name: 'webhook_endpoint', idKind: 'webhookEndpoint' });
const declareOfEvents = auditedActionsOf({ name: 'events', idKind: 'organization' });

/** The path of an address may hold a secret, so only its host is recorded. */
const details = { host: text('Host of the address.', 'example.com') };

export const endpointCreation = declare('created', {
  meaning: 'A webhook endpoint was created, with a secret.',
  details,
});

export const endpointChange = declare('updated', {
  meaning: 'The settings of a webhook endpoint were changed.',
  details,
});

export const endpointDeletion = declare('deleted', {
  meaning: 'A webhook endpoint was deleted.',
  details,
});

export const secretRotation = declare('secret_rotated', {
  meaning: 'A webhook endpoint was given a new secret.',
  details,
});

export const eventDeletion = declareOfEvents('deleted', {
  meaning: 'The deletion of old events was requested.',
  details: { createdUntil: time('Events that were recorded before are deleted.') },
});
