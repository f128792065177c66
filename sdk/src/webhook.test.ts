import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { signWebhook, verifyWebhook, WebhookVerificationError } from './webhook.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 9);
const OLD = `whsec_${randomBytes(24).toString('base64')}`;
const NEW = `whsec_${randomBytes(24).toString('base64')}`;
const BODY = JSON.stringify({ id: 'evt_1', type: 'ping', data: { note: 'ä' } });

function signature(secret: string, body: string, timestamp: number): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64')}`;
}

function headersOf(...secrets: readonly string[]): Record<string, string> {
  const timestamp = NOW_MS / 1_000;
  const signatures = secrets.map((secret) => signature(secret, BODY, timestamp)).join(' ');
  return {
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': `${timestamp}`,
    'Webhook-Signature': signatures,
  };
}

async function reasonOf(delivery: Promise<unknown>): Promise<string> {
  const error = await delivery.then(
    () => assert.fail('the delivery was accepted'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof WebhookVerificationError);
  return error.reason;
}

const AT_NOW = { nowMs: NOW_MS };

test('accepts a signed body as text, bytes or buffer, with headers of any form', async () => {
  const bytes = new TextEncoder().encode(BODY);
  for (const body of [BODY, bytes, bytes.buffer]) {
    for (const headers of [headersOf(NEW), new Headers(headersOf(NEW))]) {
      const event = await verifyWebhook(body, headers, NEW, AT_NOW);
      assert.equal(event.id, 'evt_1');
    }
  }
});

test('accepts either secret during a rotation', async () => {
  const both = headersOf(OLD, NEW);
  for (const secrets of [OLD, NEW, [NEW, OLD]])
    assert.equal((await verifyWebhook(BODY, both, secrets, AT_NOW)).id, 'evt_1');
  assert.equal((await verifyWebhook(BODY, headersOf(OLD), [NEW, OLD], AT_NOW)).id, 'evt_1');
});

test('reads X-Service-Signature where webhook-signature is absent', async () => {
  const { 'Webhook-Signature': value = '', ...others } = headersOf(NEW);
  const headers = { ...others, 'X-Service-Signature': value };
  assert.equal((await verifyWebhook(BODY, headers, NEW, AT_NOW)).id, 'evt_1');
});

test('refuses a changed body, id, timestamp or signature, and another secret', async () => {
  const headers = headersOf(NEW);
  const later = `${NOW_MS / 1_000 + 1}`;
  const attempts = [
    () => verifyWebhook(`${BODY} `, headers, NEW, AT_NOW),
    () => verifyWebhook(BODY, { ...headers, 'Webhook-Id': 'evt_2' }, NEW, AT_NOW),
    () => verifyWebhook(BODY, { ...headers, 'Webhook-Timestamp': later }, NEW, AT_NOW),
    () => verifyWebhook(BODY, { ...headers, 'Webhook-Signature': 'v1,AAAA' }, NEW, AT_NOW),
    () => verifyWebhook(BODY, { ...headers, 'Webhook-Signature': 'v1,%%' }, NEW, AT_NOW),
    () => verifyWebhook(BODY, { ...headers, 'Webhook-Signature': '' }, NEW, AT_NOW),
    () => verifyWebhook(BODY, headers, OLD, AT_NOW),
  ];
  for (const attempt of attempts) assert.equal(await reasonOf(attempt()), 'NO_MATCHING_SIGNATURE');
});

test('refuses a signature of another scheme version', async () => {
  const headers = headersOf(NEW);
  const value = (headers['Webhook-Signature'] ?? '').replace('v1,', 'v2,');
  const attempt = verifyWebhook(BODY, { ...headers, 'Webhook-Signature': value }, NEW, AT_NOW);
  assert.equal(await reasonOf(attempt), 'NO_MATCHING_SIGNATURE');
});

test('refuses deliveries older or newer than the tolerance', async () => {
  for (const offsetMs of [-301_000, 301_000]) {
    const attempt = verifyWebhook(BODY, headersOf(NEW), NEW, { nowMs: NOW_MS + offsetMs });
    assert.equal(await reasonOf(attempt), 'TIMESTAMP_OUT_OF_TOLERANCE');
  }
  const wider = { nowMs: NOW_MS + 301_000, toleranceSeconds: 600 };
  assert.equal((await verifyWebhook(BODY, headersOf(NEW), NEW, wider)).id, 'evt_1');
  const words = { ...headersOf(NEW), 'Webhook-Timestamp': 'yesterday' };
  assert.equal(
    await reasonOf(verifyWebhook(BODY, words, NEW, AT_NOW)),
    'TIMESTAMP_OUT_OF_TOLERANCE',
  );
});

test('names the missing header', async () => {
  for (const name of ['Webhook-Id', 'Webhook-Timestamp', 'Webhook-Signature']) {
    const headers = { ...headersOf(NEW) };
    delete headers[name];
    assert.equal(await reasonOf(verifyWebhook(BODY, headers, NEW, AT_NOW)), 'MISSING_HEADER');
  }
});

test('refuses a secret that is none before it looks at the delivery', async () => {
  await assert.rejects(verifyWebhook(BODY, headersOf(NEW), 'whsec_', AT_NOW), TypeError);
});

test('signs as the hand-written HMAC does, once per secret', async () => {
  const delivery = { id: 'evt_1', body: BODY, timestampSeconds: NOW_MS / 1_000 };
  const headers = await signWebhook(delivery, [OLD, NEW]);
  assert.equal(headers['webhook-signature'], headersOf(OLD, NEW)['Webhook-Signature']);
  assert.equal((await verifyWebhook(BODY, headers, NEW, AT_NOW)).id, 'evt_1');
});
