import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType, pageArgs } from '../../graphql/connection.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { idField } from '../../graphql/id-field.ts';
import { listOf } from '../../graphql/list.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { OLDEST_FIRST } from '../../platform/database/index.ts';
import { orNotFound } from '../../rules/errors/api-error.ts';
import { requiredUuid } from '../../rules/inputs/named-object.ts';
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
    ...exposed(t, {
      url: field('URL', 'Address to which events are posted.'),
      description: nullable('String', 'Free text of the owner; null if none was given.'),
      isEnabled: field(
        'Boolean',
        'True while events are sent. While disabled, new events are not queued; `redeliverWebhook` sends them later.',
      ),
      disabledReason: nullable(DisabledReasonEnum, 'Reason of the disabling; null while enabled.'),
      disabledAt: nullable('DateTime', 'Time of the disabling; null while enabled.'),
      headerNames: field(
        ['String'],
        'Names of your own headers that are sent; their values are never shown again.',
      ),
      maxPerSecond: field('Int', 'Maximum number of deliveries per second.'),
      apiVersion: field(
        'String',
        'Version of the payloads, that of the time when the endpoint was made.',
      ),
      version: field('Int', 'Version of the object, from 1.'),
      createdAt: field('DateTime', 'Time of the creation.'),
      updatedAt: field('DateTime', 'Time of the last change.'),
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
    resolve: async (_root, { id }, context) => {
      const uuid = requiredUuid('webhookEndpoint', 'The webhook endpoint', id);
      const [found] = await webhookEndpoints.find(context, [uuid]);
      return orNotFound('The webhook endpoint', found);
    },
  }),
}));
