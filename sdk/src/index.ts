export type { Extensions } from './answer.ts';
export { type Client, type ClientOptions, createClient, type RequestOptions } from './client.ts';
export type { TypedDocument } from './document.ts';
export { type Problem, TrackwayError } from './error.ts';
export type { WebhookEvent, WebhookEventOf, WebhookEventType } from './events.ts';
export type { Connection } from './paginate.ts';
export {
  type Delivery,
  signWebhook,
  type VerifyOptions,
  verifyWebhook,
  WebhookVerificationError,
  type WebhookVerificationFailure,
} from './webhook.ts';
