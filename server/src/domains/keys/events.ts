import { id, integer, time } from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';

const declare = eventsOf({
  name: 'api_key',
  idKind: 'apiKey',
  idProperty: 'apiKeyId',
  permission: 'API_KEYS_MANAGE',
});

export const apiKeyCreated = declare('created', {
  meaning: 'An API key was created.',
  properties: {},
});

export const apiKeyRotated = declare('rotated', {
  meaning: 'An API key was replaced by a new one; the previous one works until its grace ends.',
  properties: {
    previousApiKeyId: id('apiKey', 'Key that was replaced.'),
    previousExpiresAt: time('End of the grace period of the previous key.'),
  },
});

export const apiKeyRevoked = declare('revoked', {
  meaning: 'An API key was revoked.',
  properties: {},
});

export const apiKeyExpiring = declare('expiring', {
  meaning: 'An API key expires in 7 days, or in 1 day.',
  properties: {
    expiresAt: time('Time at which the key stops working.'),
    daysLeft: integer('Notice that this is: 7 or 1.', 7),
  },
});
