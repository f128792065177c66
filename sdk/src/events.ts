export type WebhookEventType = 'ping';
export type WebhookEventOf<T extends WebhookEventType> = { readonly id: string; readonly type: T };
export type WebhookEvent = WebhookEventOf<'ping'>;
