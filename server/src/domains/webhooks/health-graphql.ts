import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { defineLoaderBy } from '../../graphql/loader.ts';
import { DeliveryRef } from './deliveries-graphql.ts';
import { EndpointRef } from './endpoints-graphql.ts';
import { type EndpointHealth, healthOf } from './health-store.ts';

const HealthRef = builder.objectRef<EndpointHealth>('WebhookEndpointHealth').implement({
  description: 'Attempts of the last 24 hours to an endpoint, and the delivery that waits longest.',
  extensions: access({ permission: 'WEBHOOKS_READ' }),
  fields: (t) => ({
    attemptCount: t.exposeInt('attemptCount', {
      description: 'Attempts of the last 24 hours; they appear here within a second or two.',
    }),
    successShare: t.exposeFloat('successShare', {
      nullable: true,
      description: 'Share of these attempts that succeeded, 0 to 1; null if there were none.',
    }),
    p95AnswerMs: t.exposeFloat('p95AnswerMs', {
      nullable: true,
      description:
        '95 % of the answers took no longer, in ms; at most 10 % too high. Null if no answer came.',
    }),
    oldestUndelivered: t.expose('oldestUndelivered', {
      type: DeliveryRef,
      nullable: true,
      description: 'The oldest delivery that is PENDING; null if none is.',
    }),
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
