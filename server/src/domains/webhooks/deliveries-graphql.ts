import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, pageArgs } from '../../graphql/connection.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { idField } from '../../graphql/id-field.ts';
import { creationFilters } from '../../graphql/input-fields.ts';
import { filterArg, listOf, uuidInFilter } from '../../graphql/list.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { NEWEST_FIRST } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import { orNotFound } from '../../rules/errors/api-error.ts';
import { requiredUuid } from '../../rules/inputs/named-object.ts';
import { bodyOf } from './body.ts';
import {
  attemptsOf,
  findSentEvents,
  type StoredAttempt,
  webhookDeliveries,
} from './delivery-store.ts';
import { webhookEndpoints } from './endpoint-store.ts';
import { EndpointRef } from './endpoints-graphql.ts';
import { DeliveryStateEnum, FailureEnum } from './enums.ts';
import { EventRef } from './events-graphql.ts';
import type { WebhookDelivery } from './model.ts';

const eventOfDelivery = defineLoaderById(findSentEvents);

const AttemptRef = builder.objectRef<StoredAttempt>('WebhookAttempt').implement({
  description: 'An attempt to deliver an event, with what was sent and what came back.',
  extensions: access({ permission: 'WEBHOOKS_READ' }),
  fields: (t) => ({
    ...exposed(t, {
      number: field('Int', 'Number of the attempt, from 1.'),
      startedAt: field('DateTime', 'Start of the attempt.'),
    }),
    requestHeaders: t.field({
      type: 'JSON',
      description: 'Headers that were sent; the values of your own headers are left out.',
      resolve: ({ report }) => report.request.headers,
    }),
    requestBody: t.string({
      description:
        'Body that was sent, made of its event again; data that were erased since then are left out.',
      resolve: async ({ deliveryId, report }, _args, context) => {
        const event = await eventOfDelivery(context, deliveryId);
        const { environment } = context.scope;
        return event === undefined ? '' : bodyOf(event, { ...report.request, environment });
      },
    }),
    status: t.int({
      nullable: true,
      description: 'HTTP status of the answer; null if none began.',
      resolve: ({ report }) => report.response?.status ?? null,
    }),
    responseHeaders: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Headers of the answer; null if none began.',
      resolve: ({ report }) => report.response?.headers ?? null,
    }),
    responseBody: t.string({
      nullable: true,
      description: 'First 4 kB of the answer, as far as it came; null if none began.',
      resolve: ({ report }) => report.response?.body ?? null,
    }),
    failure: t.field({
      type: FailureEnum,
      nullable: true,
      description: 'Reason of the failure; null if the attempt succeeded.',
      resolve: ({ report }) => report.failure,
    }),
    message: t.string({
      nullable: true,
      description: 'The failure in a sentence; null if the attempt succeeded.',
      resolve: ({ report }) => report.message,
    }),
    dnsMs: t.float({
      nullable: true,
      description: 'Time to resolve the name, in ms; null if a connection was reused.',
      resolve: ({ report }) => report.dnsMs,
    }),
    connectMs: t.float({
      nullable: true,
      description: 'Time to connect, in ms; null if a connection was reused.',
      resolve: ({ report }) => report.connectMs,
    }),
    tlsMs: t.float({
      nullable: true,
      description: 'Time of the TLS handshake, in ms; null without one.',
      resolve: ({ report }) => report.tlsMs,
    }),
    firstByteMs: t.float({
      nullable: true,
      description: 'Time from the start to the first byte of the answer, in ms; null without one.',
      resolve: ({ report }) => report.firstByteMs,
    }),
    totalMs: t.float({
      description: 'Time from the start to the end of the attempt, in ms.',
      resolve: ({ report }) => report.totalMs,
    }),
  }),
});

export const DeliveryRef = builder.objectRef<WebhookDelivery>('WebhookDelivery').implement({
  description: 'One event on its way to one endpoint. Deliveries are kept for 30 days.',
  interfaces: [Node],
  extensions: access({ tier: 'ENTERPRISE', permission: 'WEBHOOKS_READ' }),
  fields: (t) => ({
    id: idField(t, 'delivery'),
    endpoint: t.field({
      type: EndpointRef,
      nullable: true,
      description: 'The endpoint; null if it was deleted.',
      resolve: async ({ endpointId }, _args, context) => endpointById(context, endpointId),
    }),
    eventId: t.id({
      description: 'Id of the event, which is the header `webhook-id`.',
      resolve: ({ eventId }) => encodeId('event', eventId),
    }),
    ...exposed(t, {
      eventType: field('String', 'Type of the event.'),
      state: field(DeliveryStateEnum, 'Current state of the delivery.'),
      attemptCount: field('Int', 'Number of attempts so far.'),
      finishedAt: nullable(
        'DateTime',
        'Time at which the delivery succeeded or failed for good; null while PENDING.',
      ),
      createdAt: field('DateTime', 'Time of the event.'),
    }),
    nextAttemptAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the next attempt; null when the delivery has ended.',
      resolve: ({ state, dueAt }) => (state === 'PENDING' ? dueAt : null),
    }),
    attempts: t.field({
      type: [AttemptRef],
      description: 'Attempts, the first one first.',
      resolve: async ({ id }, _args, context) => attemptsOf(context, [id]),
    }),
  }),
});

const endpointById = defineLoaderById(webhookEndpoints.find);
const deliveryById = defineLoaderById(webhookDeliveries.find);

registerNode('delivery', { typename: 'WebhookDelivery', load: deliveryById });

const DeliveryConnection = connectionType(
  DeliveryRef,
  'WebhookDelivery',
  'webhook deliveries',
  'WEBHOOKS_READ',
);

const DeliveryFilterInput = builder.inputType('WebhookDeliveryFilter', {
  description: 'Filter of webhook deliveries; all given conditions must hold.',
  fields: (t) => ({
    endpointId: t.id({ description: 'Only deliveries to this endpoint.' }),
    eventId: t.id({ description: 'Only deliveries of this event.' }),
    eventType: t.string({ description: 'Only deliveries of events of this type.' }),
    state: t.field({
      type: [DeliveryStateEnum],
      description: 'Only deliveries in one of these states.',
    }),
    ...creationFilters(t),
  }),
});

builder.queryFields((t) => ({
  webhookDeliveries: t.field({
    type: DeliveryConnection,
    description:
      'Webhook deliveries of this organization and environment, newest first. `totalCount` is exact up to 10,000.',
    extensions: access({ tier: 'ENTERPRISE', permission: 'WEBHOOKS_READ' }),
    args: { ...pageArgs(), ...filterArg(DeliveryFilterInput) },
    resolve: (_root, { filter, ...args }, context) => {
      const endpointId = uuidInFilter(
        'webhookEndpoint',
        ['filter', 'endpointId'],
        filter?.endpointId,
      );
      const eventId = uuidInFilter('event', ['filter', 'eventId'], filter?.eventId);
      const wanted = { ...filter, endpointId, eventId };
      return listOf(context, args, webhookDeliveries, wanted, NEWEST_FIRST);
    },
  }),
  webhookDelivery: t.field({
    type: DeliveryRef,
    description: 'One webhook delivery.',
    extensions: access({ tier: 'ENTERPRISE', permission: 'WEBHOOKS_READ' }),
    args: { id: t.arg.id({ required: true, description: 'Id of the webhook delivery.' }) },
    resolve: async (_root, { id }, context) => {
      const uuid = requiredUuid('delivery', 'The webhook delivery', id);
      const [found] = await webhookDeliveries.find(context, [uuid]);
      return orNotFound('The webhook delivery', found);
    },
  }),
}));

builder.objectField(EventRef, 'deliveries', (t) =>
  t.field({
    type: DeliveryConnection,
    nullable: true,
    description: 'Deliveries of the event to webhook endpoints, newest first.',
    extensions: access({ tier: 'ENTERPRISE', permission: 'WEBHOOKS_READ' }),
    args: pageArgs(10),
    resolve: ({ id }, args, context) =>
      listOf(context, args, webhookDeliveries, { eventId: id }, NEWEST_FIRST),
  }),
);
