import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** A new secret, of 32 random bytes. */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(32).toString('base64')}`;
}

/** The value of `webhook-signature` (Standard Webhooks): one signature per secret. */
export function signatureOf(
  secrets: readonly string[],
  id: string,
  timestampSeconds: number,
  body: string,
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
      const digest = createHmac('sha256', key).update(`${id}.${timestampSeconds}.${body}`);
      return `v1,${digest.digest('base64')}`;
    })
    .join(' ');
}
