import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { defineLoaderBy } from '../../graphql/loader.ts';
import { DeliveryRef } from './deliveries-graphql.ts';
import { EndpointRef } from './endpoints-graphql.ts';
import { type EndpointHealth, healthOf } from './health-store.ts';

const HealthRef = builder.objectRef<EndpointHealth>('WebhookEndpointHealth').implement({
  description: 'Attempts of the last 24 hours to an endpoint, and the delivery that waits longest.',
  extensions: access({ permission: 'WEBHOOKS_READ' }),
  fields: (t) =>
    exposed(t, {
      attemptCount: field(
        'Int',
        'Attempts of the last 24 hours; they appear here within a second or two.',
      ),
      successShare: nullable(
        'Float',
        'Share of these attempts that succeeded, 0 to 1; null if there were none.',
      ),
      p95AnswerMs: nullable(
        'Float',
        '95 % of the answers took no longer, in ms; at most 10 % too high. Null if no answer came.',
      ),
      failingSince: nullable(
        'DateTime',
        'Time of the first attempt after which all failed, a few seconds late; null if the last attempt succeeded or there was none. When the endpoint is enabled again, it is null until an attempt fails.',
      ),
      oldestUndelivered: nullable(
        DeliveryRef,
        'The oldest delivery that is PENDING; null if none is.',
      ),
    }),
});

const healthById = defineLoaderBy(healthOf, ({ endpointId }) => endpointId);

builder.objectField(EndpointRef, 'health', (t) =>
  t.field({
    type: HealthRef,
    description: 'Attempts of the last 24 hours and the delivery that waits longest.',
    nullable: true,
    resolve: ({ id }, _args, context) => healthById(context, id),
  }),
);
