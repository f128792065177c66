import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { checkedBy } from '../../graphql/further-problems.ts';
import { changeFields, idempotencyField, inputArg } from '../../graphql/input-fields.ts';
import { mutate, mutation } from '../../graphql/mutation.ts';
import { payloadOf } from '../../graphql/payload.ts';
import { requiredUuid } from '../../rules/inputs/named-object.ts';
import { graceProblems } from '../../rules/inputs/problems.ts';
import { DeliveryRef } from './deliveries-graphql.ts';
import { EndpointRef } from './endpoints-graphql.ts';
import {
  createEndpoint,
  DEFAULT_GRACE_SECONDS,
  DEFAULT_MAX_PER_SECOND,
  deleteEndpoint,
  endpointProblems,
  rotateSecret,
  sendTest,
  typeProblems,
  updateEndpoint,
  urlProblems,
} from './service.ts';

const WRITE = access({ tier: 'ENTERPRISE', permission: 'WEBHOOKS_WRITE' });

const HeaderInput = builder.inputType('WebhookHeaderInput', {
  description: 'A header of your own, sent with every delivery.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name; headers of the service are refused.' }),
    value: t.string({ required: true, description: 'Value, stored encrypted and never shown.' }),
  }),
});

const EVENT_TYPES =
  'Types of events to send; empty or null for all types, also those that come later.';
const RATE = `Maximum number of deliveries per second, 1 to 1,000; ${DEFAULT_MAX_PER_SECOND} by default.`;
const URL_DESCRIPTION =
  'Address to post to: https, at a public address. In the sandbox http is accepted for hosts that the operator allows.';

const CHECKED = checkedBy(endpointProblems);

const CreateInput = builder.inputType('CreateWebhookEndpointInput', {
  extensions: CHECKED,
  description: 'A new webhook endpoint.',
  fields: (t) => ({
    url: t.field({ type: 'URL', required: true, description: URL_DESCRIPTION }),
    description: t.string({ description: 'Free text, at most 1,000 characters.' }),
    eventTypes: t.stringList({ description: EVENT_TYPES }),
    headers: t.field({ type: [HeaderInput], description: 'Headers of your own, at most 20.' }),
    maxPerSecond: t.int({ description: RATE }),
    ...idempotencyField(t),
  }),
});

const UpdateInput = builder.inputType('UpdateWebhookEndpointInput', {
  extensions: CHECKED,
  description: 'Changes of a webhook endpoint; an absent field keeps its value.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the webhook endpoint.' }),
    ...changeFields(t),
    url: t.field({ type: 'URL', description: URL_DESCRIPTION }),
    description: t.string({ description: 'Free text, at most 1,000 characters; null clears it.' }),
    eventTypes: t.stringList({ description: EVENT_TYPES }),
    headers: t.field({
      type: [HeaderInput],
      description: 'Headers of your own in place of all earlier ones; null clears them.',
    }),
    maxPerSecond: t.int({ description: RATE }),
    isEnabled: t.boolean({
      description: 'True sends events, and what waited when the endpoint was disabled.',
    }),
  }),
});

const DeleteInput = builder.inputType('DeleteWebhookEndpointInput', {
  description: 'The webhook endpoint to delete.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the webhook endpoint.' }),
    ...changeFields(t),
  }),
});

const RotateInput = builder.inputType('RotateWebhookSecretInput', {
  description: 'The webhook endpoint whose secret is replaced.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the webhook endpoint.' }),
    gracePeriodSeconds: t.int({
      description: `Time in which both secrets sign, 0 to 2,592,000 seconds; ${DEFAULT_GRACE_SECONDS} by default.`,
      extensions: checkedBy(graceProblems),
    }),
    ...idempotencyField(t),
  }),
});

const SendTestInput = builder.inputType('SendTestWebhookInput', {
  description: 'A test delivery.',
  fields: (t) => ({
    endpointId: t.id({ required: true, description: 'Id of the webhook endpoint.' }),
    eventType: t.string({
      description: 'Type of the example to send; `ping` by default.',
      extensions: checkedBy(typeProblems),
    }),
    ...idempotencyField(t),
  }),
});

const endpointPayload = (mutation: string, description: string) =>
  payloadOf(mutation, 'webhookEndpoint', EndpointRef, description);

builder.mutationFields((t) => ({
  createWebhookEndpoint: t.field({
    type: endpointPayload('createWebhookEndpoint', 'The new endpoint; read its `secret` here.'),
    description: 'Registers an address to which events are posted. At most 25 per environment.',
    extensions: WRITE,
    args: inputArg(CreateInput, 'The new endpoint.'),
    resolve: async (_root, { input }, context, info) => {
      const { scope, services } = context;
      const problems = await urlProblems(scope, services.webhooks, input.url);
      return mutate(context, info, input, async (work) => ({
        webhookEndpoint: await createEndpoint(work, services.webhooks, input, problems),
      }));
    },
  }),
  updateWebhookEndpoint: t.field({
    type: endpointPayload('updateWebhookEndpoint', 'The endpoint after the change.'),
    description: 'Changes, enables or disables a webhook endpoint.',
    extensions: WRITE,
    args: inputArg(UpdateInput, 'The endpoint and its changes.'),
    resolve: async (_root, { input }, context, info) => {
      const { scope, services } = context;
      const problems = await urlProblems(scope, services.webhooks, input.url);
      const id = uuidOf(input.id);
      return mutate(context, info, input, async (work) => ({
        webhookEndpoint: await updateEndpoint(work, services.webhooks, id, input, problems),
      }));
    },
  }),
  deleteWebhookEndpoint: t.field({
    type: endpointPayload('deleteWebhookEndpoint', 'The endpoint as it was.'),
    description:
      'Deletes a webhook endpoint. Deliveries that wait are not sent any more; they become FAILED within an hour.',
    extensions: access({ tier: 'ENTERPRISE', permission: 'WEBHOOKS_WRITE', freesRoom: true }),
    args: inputArg(DeleteInput, 'The endpoint to delete.'),
    resolve: mutation(async (work, input) => ({
      webhookEndpoint: await deleteEndpoint(work, uuidOf(input.id), input.expectedVersion),
    })),
  }),
  rotateWebhookSecret: t.field({
    type: endpointPayload('rotateWebhookSecret', 'The endpoint; read its new `secret` here.'),
    description:
      'Replaces the secret of an endpoint. Until the grace period ends, deliveries have a signature of each secret.',
    extensions: access({ tier: 'ENTERPRISE', permission: 'WEBHOOKS_WRITE', secures: true }),
    args: inputArg(RotateInput, 'Endpoint and grace period.'),
    resolve: (_root, { input }, context, info) => {
      const { services } = context;
      const grace = input.gracePeriodSeconds ?? DEFAULT_GRACE_SECONDS;
      return mutate(context, info, input, async (work) => ({
        webhookEndpoint: await rotateSecret(work, services.webhooks, uuidOf(input.id), grace),
      }));
    },
  }),
  sendTestWebhook: t.field({
    type: payloadOf('sendTestWebhook', 'delivery', DeliveryRef, 'The delivery of the example.'),
    description:
      'Sends an example of an event type to one endpoint, signed like every delivery. It is no event of the log.',
    extensions: WRITE,
    args: inputArg(SendTestInput, 'Endpoint and type.'),
    resolve: mutation(async (work, input) => ({
      delivery: await sendTest(work, uuidOf(input.endpointId), input.eventType ?? 'ping'),
    })),
  }),
}));

function uuidOf(id: string): string {
  return requiredUuid('webhookEndpoint', 'The webhook endpoint', id);
}
