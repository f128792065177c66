import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { idempotencyField, inputArg } from '../../graphql/input-fields.ts';
import { defineJobType, JobInterface } from '../../graphql/job.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { mutation } from '../../graphql/mutation.ts';
import { Node } from '../../graphql/node.ts';
import { payloadWith } from '../../graphql/payload.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { requiredUuid } from '../../rules/inputs/named-object.ts';
import { problem } from '../../rules/inputs/problems.ts';
import type { Work } from '../../rules/mutations/work.ts';
import { assertMayOpenJob } from '../limits/index.ts';
import { DeliveryRef } from './deliveries-graphql.ts';
import { webhookEndpoints } from './endpoint-store.ts';
import { EndpointRef } from './endpoints-graphql.ts';
import { RedeliveredEnum } from './enums.ts';
import type { WebhookDelivery } from './model.ts';
import { REDELIVERY_JOB, type Redelivery, redeliveryOf, requestRedelivery } from './redelivery.ts';
import { redeliverOne } from './service.ts';

const endpointById = defineLoaderById(webhookEndpoints.find);

const RedeliveryRef = builder.objectRef<Redelivery>('WebhookRedelivery').implement({
  description:
    'A job that makes the deliveries of an endpoint in a period due again; the endpoint gets them at its own pace.',
  interfaces: [Node, JobInterface],
  extensions: access({ tier: 'ENTERPRISE', permission: 'WEBHOOKS_READ' }),
  fields: (t) => ({
    endpoint: t.field({
      type: EndpointRef,
      nullable: true,
      description: 'The endpoint; null if it was deleted.',
      resolve: async ({ endpointId }, _args, context) => endpointById(context, endpointId),
    }),
    ...exposed(t, {
      since: field('DateTime', 'Begin of the period.'),
      until: field('DateTime', 'End of the period, exclusive.'),
      include: field(RedeliveredEnum, 'Kinds of deliveries that are sent.'),
    }),
  }),
});

defineJobType({
  type: RedeliveryRef,
  names: {
    type: 'WebhookRedelivery',
    one: 'webhookRedelivery',
    many: 'webhookRedeliveries',
    payload: 'redelivery',
    what: 'webhook redelivery',
    whats: 'webhook redeliveries',
  },
  kinds: [REDELIVERY_JOB],
  of: redeliveryOf,
  tier: 'ENTERPRISE',
  read: 'WEBHOOKS_READ',
  write: 'WEBHOOKS_WRITE',
});

const PeriodInput = builder.inputType('WebhookRedeliveryPeriod', {
  description: 'The deliveries of an endpoint in a period.',
  fields: (t) => ({
    endpointId: t.id({ required: true, description: 'Id of the endpoint.' }),
    since: t.field({
      type: 'DateTime',
      required: true,
      description: 'Begin of the period, at most 30 days ago.',
    }),
    until: t.field({
      type: 'DateTime',
      description: 'End of the period, exclusive; now if absent.',
    }),
    include: t.field({
      type: RedeliveredEnum,
      description: 'Kinds of deliveries that are sent; FAILED if absent.',
    }),
  }),
});

const RedeliverInput = builder.inputType('RedeliverWebhookInput', {
  description: 'The deliveries to send again: either one, or those of a period.',
  fields: (t) => ({
    deliveryId: t.id({ description: 'Id of the delivery, to send one.' }),
    period: t.field({ type: PeriodInput, description: 'Endpoint and period, to send many.' }),
    ...idempotencyField(t),
  }),
});

type Redelivering = { readonly delivery?: WebhookDelivery; readonly redelivery?: Redelivery };

const RedeliverPayload = payloadWith<Redelivering>('redeliverWebhook', (t) =>
  exposed(t, {
    delivery: nullable(DeliveryRef, 'The delivery, PENDING again; null for a period.'),
    redelivery: nullable(
      RedeliveryRef,
      'The job that sends the deliveries of a period; null for one delivery.',
    ),
  }),
);

builder.mutationField('redeliverWebhook', (t) =>
  t.field({
    type: RedeliverPayload,
    description:
      'Sends a delivery once more, or those of an endpoint in a period. `webhook-id` and body stay the same.',
    extensions: access({ tier: 'ENTERPRISE', permission: 'WEBHOOKS_WRITE' }),
    args: inputArg(RedeliverInput, 'The delivery or the period.'),
    resolve: mutation(async (work, input, context) => {
      const isPeriod = input.period !== null && input.period !== undefined;
      if (isPeriod) await assertMayOpenJob(work, context.caller.organization.tier);
      return redeliver(work, input);
    }),
  }),
);

async function redeliver(
  work: Work,
  { deliveryId, period }: typeof RedeliverInput.$inferInput,
): Promise<Redelivering> {
  const isOne = deliveryId !== null && deliveryId !== undefined;
  const isPeriod = period !== null && period !== undefined;
  if (isOne && !isPeriod) {
    const id = requiredUuid('delivery', 'The webhook delivery', deliveryId);
    return { delivery: await redeliverOne(work, id) };
  }
  if (!isPeriod || isOne)
    throw badInput([problem([], 'EXACTLY_ONE', 'Give either `deliveryId` or `period`.')]);
  const { endpointId, since, until, include } = period;
  const redelivery = await requestRedelivery(work, {
    endpointId: requiredUuid('webhookEndpoint', 'The webhook endpoint', endpointId),
    since,
    until: until ?? new Date(),
    include: include ?? 'FAILED',
  });
  return { redelivery };
}
