import { describedEnum } from '../../graphql/enums.ts';
import { type DeliveryState, type DisabledReason, FAILURES, type Failure } from './model.ts';
import { REDELIVERED, type Redelivered } from './redelivery.ts';

export const DeliveryStateEnum = describedEnum<DeliveryState>(
  'WebhookDeliveryState',
  'State of a webhook delivery.',
  {
    PENDING: 'An attempt is due, at once or after a failure.',
    SUCCEEDED: 'The receiver answered with 2xx.',
    FAILED: 'All ten attempts failed, or the endpoint was deleted before one succeeded.',
  },
);

export const EndpointStateEnum = describedEnum(
  'WebhookEndpointState',
  'State of a webhook endpoint.',
  {
    ENABLED: 'Events are sent.',
    DISABLED: 'New events are not queued, and those that wait stay.',
  },
);

export const FailureEnum = describedEnum<Failure>(
  'WebhookFailure',
  'Reason why an attempt failed.',
  FAILURES,
);

export const RedeliveredEnum = describedEnum<Redelivered>(
  'WebhookRedelivered',
  'Kinds of deliveries that a redelivery sends.',
  REDELIVERED,
);

export const DisabledReasonEnum = describedEnum<DisabledReason>(
  'WebhookEndpointDisabledReason',
  'Reason why a webhook endpoint is disabled.',
  {
    MANUAL: 'Disabled by `updateWebhookEndpoint`.',
    GONE: 'The receiver answered 410 Gone.',
    FAILING: 'Every attempt of 5 days failed.',
  },
);
