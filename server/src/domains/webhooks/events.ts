import { oneOf } from '../../rules/events/event-payload.ts';
import { eventsOf } from '../../rules/events/events.ts';

const ENDPOINT = {
  idKind: 'webhookEndpoint',
  idProperty: 'webhookEndpointId',
  permission: 'WEBHOOKS_READ',
} as const;

export const webhookEndpointDisabled = eventsOf({ name: 'webhook_endpoint', ...ENDPOINT })(
  'disabled',
  {
    meaning: 'A webhook endpoint was disabled by the service.',
    properties: {
      reason: oneOf('GONE: it answered 410. FAILING: every attempt of 5 days failed.', [
        'GONE',
        'FAILING',
      ]),
    },
  },
);

export const ping = eventsOf({ name: 'ping', ...ENDPOINT })('', {
  meaning: 'A test, sent by `sendTestWebhook` only.',
  properties: {},
});
