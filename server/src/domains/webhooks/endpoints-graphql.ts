import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, pageArgs } from '../../graphql/connection.ts';
import { idField } from '../../graphql/id-field.ts';
import { listOf } from '../../graphql/list.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { OLDEST_FIRST } from '../../platform/database/index.ts';
import { decodeId } from '../../platform/ids.ts';
import { orNotFound } from '../../rules/api-error.ts';
import { webhookEndpoints } from './endpoint-store.ts';
import { DisabledReasonEnum, EndpointStateEnum } from './enums.ts';
import type { WebhookEndpoint } from './model.ts';
import type { WebhookTools } from './service.ts';

declare module '../../rules/context.ts' {
  interface Services {
    readonly webhooks: WebhookTools;
  }
}

export const EndpointRef = builder.objectRef<WebhookEndpoint>('WebhookEndpoint').implement({
  description: 'A receiver of events: an address to which they are posted, signed.',
  interfaces: [Node],
  extensions: access({ tier: 'ENTERPRISE', permission: 'WEBHOOKS_READ' }),
  fields: (t) => ({
    id: idField(t, 'webhookEndpoint'),
    url: t.expose('url', { type: 'URL', description: 'Address to which events are posted.' }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Free text of the owner; null if none was given.',
    }),
    eventTypes: t.stringList({
      description:
        'Types of events that are sent; empty for all types, also those that come later.',
      resolve: ({ eventTypes }) => eventTypes ?? [],
    }),
    state: t.field({
      type: EndpointStateEnum,
      description: 'Current state of the endpoint.',
      resolve: ({ isEnabled }) => (isEnabled ? 'ENABLED' : 'DISABLED'),
    }),
    isEnabled: t.exposeBoolean('isEnabled', {
      description:
        'True while events are sent. While disabled, new events are not queued; `redeliverWebhook` sends them later.',
    }),
    disabledReason: t.expose('disabledReason', {
      type: DisabledReasonEnum,
      nullable: true,
      description: 'Reason of the disabling; null while enabled.',
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the disabling; null while enabled.',
    }),
    headerNames: t.exposeStringList('headerNames', {
      description: 'Names of your own headers that are sent; their values are never shown again.',
    }),
    maxPerSecond: t.exposeInt('maxPerSecond', {
      description: 'Maximum number of deliveries per second.',
    }),
    apiVersion: t.exposeString('apiVersion', {
      description: 'Version of the payloads, that of the time when the endpoint was made.',
    }),
    secret: t.string({
      nullable: true,
      description: 'The secret that verifies signatures (`whsec_…`), for the receiver only.',
      extensions: access({ permission: 'WEBHOOKS_WRITE' }),
      resolve: ({ secret }, _args, { services }) => services.webhooks.box.open(secret),
    }),
    previousSecretExpiresAt: t.expose('previousSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description:
        'End of the time in which the secret before the last rotation signs too; null if it was never rotated.',
    }),
    version: t.exposeInt('version', { description: 'Version of the object, from 1.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the creation.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'Time of the last change.' }),
  }),
});

registerNode('webhookEndpoint', {
  typename: 'WebhookEndpoint',
  load: defineLoaderById(webhookEndpoints.find),
});

const EndpointConnection = connectionType(
  EndpointRef,
  'WebhookEndpoint',
  'webhook endpoints',
  'WEBHOOKS_READ',
);

builder.queryFields((t) => ({
  webhookEndpoints: t.field({
    type: EndpointConnection,
    description: 'Webhook endpoints of this organization and environment, oldest first.',
    extensions: access({ tier: 'ENTERPRISE', permission: 'WEBHOOKS_READ' }),
    args: pageArgs(),
    resolve: (_root, args, context) => listOf(context, args, webhookEndpoints, {}, OLDEST_FIRST),
  }),
  webhookEndpoint: t.field({
    type: EndpointRef,
    description: 'One webhook endpoint.',
    extensions: access({ tier: 'ENTERPRISE', permission: 'WEBHOOKS_READ' }),
    args: { id: t.arg.id({ required: true, description: 'Id of the webhook endpoint.' }) },
    resolve: async (_root, { id }, { db, scope }) => {
      const uuid = decodeId('webhookEndpoint', id);
      const [found] = uuid === undefined ? [] : await webhookEndpoints.find(db, scope, [uuid]);
      return orNotFound('The webhook endpoint', found);
    },
  }),
}));
