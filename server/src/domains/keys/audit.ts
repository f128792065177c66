import { auditedActionsOf } from '../../rules/events/audit.ts';
import { id, integer, list, nullable, text } from '../../rules/events/event-payload.ts';

const declare = auditedActionsOf({ name: 'api_key', idKind: 'apiKey' });

const name = text('Name of the key.', 'Warehouse');

export const keyCreation = declare('created', {
  meaning: 'An API key was created.',
  details: {
    name,
    permissions: list('Permissions of the key.', text('A permission.', 'PRODUCTS_READ')),
    tier: nullable(text('Tier of the key, if it is not that of its organization.', 'GROWTH')),
  },
});

export const keyRotation = declare('rotated', {
  meaning: 'An API key was replaced by a new one like it. The object is the new key.',
  details: {
    name,
    previousApiKeyId: id('apiKey', 'Key that was replaced.'),
    gracePeriodSeconds: integer('Seconds for which the previous key still works.', 86_400),
  },
});

export const keyRevocation = declare('revoked', {
  meaning: 'An API key was revoked.',
  details: { name },
});
