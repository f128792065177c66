import { graphql } from '../../api/graphql.ts';

export const TEST = graphql(`
  mutation TestWebhook($input: SendTestWebhookInput!) {
    sendTestWebhook(input: $input) { delivery { id } }
  }
`);
export const ROTATE = graphql(`
  mutation RotateSecret($input: RotateWebhookSecretInput!) {
    rotateWebhookSecret(input: $input) { webhookEndpoint { id secret } }
  }
`);
export const UPDATE = graphql(`
  mutation UpdateEndpoint($input: UpdateWebhookEndpointInput!) {
    updateWebhookEndpoint(input: $input) { webhookEndpoint { id } }
  }
`);
export const DELETE = graphql(`
  mutation DeleteEndpoint($input: DeleteWebhookEndpointInput!) {
    deleteWebhookEndpoint(input: $input) { webhookEndpoint { id } }
  }
`);
export const REDELIVER = graphql(`
  mutation Redeliver($input: RedeliverWebhookInput!) {
    redeliverWebhook(input: $input) { delivery { id } redelivery { id } }
  }
`);
