import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { createOrganization } from '../../../server/src/domains/accounts/index.ts';
import { createKey } from '../../../server/src/domains/keys/index.ts';
import { COMMAND_LINE } from '../../../server/src/rules/access/actor.ts';
import { PERMISSIONS } from '../../../server/src/rules/access/permissions.ts';
import { runHere } from '../../run-here.ts';
import { clientOf, mutationText, textAt } from '../client.ts';
import { COLD, startedDatabase, startTestService, type TestService } from '../service.ts';
import { startReceiver } from './receiver.ts';

const NEW_SECRET = 'the secret of the service after its rotation';
const ENDPOINT = 'query ($id: ID!) { webhookEndpoint(id: $id) { secret } }';

async function newKey({ db, keyPepper }: TestService): Promise<string> {
  const { id: organizationId } = await createOrganization(db, 'Rotating', 'ENTERPRISE');
  const scope = { organizationId, environment: 'SANDBOX' } as const;
  const { secret } = await db.transaction().execute((tx) =>
    createKey({ db: tx, scope, by: COMMAND_LINE }, keyPepper, undefined, {
      name: 'Key',
      tier: 'ENTERPRISE',
      permissions: PERMISSIONS,
      expiresAt: null,
    }),
  );
  return secret;
}

test('API keys and webhook secrets of an earlier secret of the service still work, and are taken over', async () => {
  const { DATABASE_URL, TRACKWAY_SECRET } = await startedDatabase();
  const first = await startTestService({ DATABASE_URL }, COLD);
  const key = await newKey(first);
  const receiver = await startReceiver();
  const created = await clientOf(`${first.url}/sandbox/graphql`, key).send(
    mutationText('createWebhookEndpoint', 'webhookEndpoint { id secret }'),
    { input: { url: receiver.url, headers: [{ name: 'X-Own', value: 'kept' }] } },
  );
  const id = textAt(created, 'createWebhookEndpoint', 'webhookEndpoint', 'id');
  const secret = textAt(created, 'createWebhookEndpoint', 'webhookEndpoint', 'secret');
  await first.stop();

  await assert.rejects(
    startTestService({ DATABASE_URL, TRACKWAY_SECRET: NEW_SECRET }, COLD),
    /made under another secret/,
  );

  const both = { TRACKWAY_SECRET: NEW_SECRET, TRACKWAY_EARLIER_SECRETS: TRACKWAY_SECRET };
  const second = await startTestService({ DATABASE_URL, ...both }, COLD);
  const client = clientOf(`${second.url}/sandbox/graphql`, key);
  await client.send(mutationText('createCustomer', 'customer { id }'), { input: { name: 'Ada' } });
  const [delivery] = await receiver.take(1);
  assert.ok(delivery);
  assert.equal(delivery.headers['x-own'], 'kept');
  const headers = Object.entries(delivery.headers).map(([name, value]) => [name, String(value)]);
  new Webhook(secret).verify(delivery.body, Object.fromEntries(headers));
  await second.stop();

  const third = await startTestService({ DATABASE_URL, TRACKWAY_SECRET: NEW_SECRET }, COLD);
  const answer = await clientOf(`${third.url}/sandbox/graphql`, key).send(ENDPOINT, { id });
  assert.equal(textAt(answer, 'webhookEndpoint', 'secret'), secret);
});

test('while processes are restarted one after the other, each serves the keys that another one has taken over', async () => {
  const { DATABASE_URL, TRACKWAY_SECRET } = await startedDatabase();
  const old = await startTestService({ DATABASE_URL, TRACKWAY_EARLIER_SECRETS: NEW_SECRET }, COLD);
  const rotated = { TRACKWAY_SECRET: NEW_SECRET, TRACKWAY_EARLIER_SECRETS: TRACKWAY_SECRET };
  const next = await startTestService({ DATABASE_URL, ...rotated }, COLD);
  const key = await newKey(old);
  for (const { url } of [next, old]) {
    const created = await clientOf(`${url}/sandbox/graphql`, key).send(
      mutationText('createWebhookEndpoint', 'webhookEndpoint { id secret }'),
      { input: { url: 'https://receiver.example/' } },
    );
    const id = textAt(created, 'createWebhookEndpoint', 'webhookEndpoint', 'id');
    for (const other of [next, old]) {
      const answer = await clientOf(`${other.url}/sandbox/graphql`, key).send(ENDPOINT, { id });
      assert.equal(
        textAt(answer, 'webhookEndpoint', 'secret'),
        textAt(created, 'createWebhookEndpoint', 'webhookEndpoint', 'secret'),
      );
    }
  }
});

test('when the secret is lost, the service starts with another one, and a rotated webhook is delivered again', async () => {
  const { DATABASE_URL } = await startedDatabase();
  const first = await startTestService({ DATABASE_URL }, COLD);
  const key = await newKey(first);
  const receiver = await startReceiver();
  const created = await clientOf(`${first.url}/sandbox/graphql`, key).send(
    mutationText('createWebhookEndpoint', 'webhookEndpoint { id }'),
    { input: { url: receiver.url } },
  );
  const id = textAt(created, 'createWebhookEndpoint', 'webhookEndpoint', 'id');
  await first.stop();

  const env = { DATABASE_URL, TRACKWAY_SECRET: NEW_SECRET };
  await assert.rejects(startTestService(env, COLD), /If it is lost, run `trackway secret forget`/);
  const forgotten = await runHere(['secret', 'forget'], env);
  assert.equal(forgotten.code, 0, forgotten.stderr);
  const second = await startTestService(env, COLD);
  const refused = await clientOf(`${second.url}/sandbox/graphql`, key).send('{ me { name } }');
  assert.equal(refused.errors?.[0]?.extensions.code, 'INVALID_API_KEY');
  const made = await runHere(
    ['keys', 'create', '--environment', 'sandbox', '--name', 'New', '--organization', 'Rotating'],
    env,
  );
  assert.equal(made.code, 0, made.stderr);
  const client = clientOf(`${second.url}/sandbox/graphql`, made.stdout.trim());
  const rotated = await client.send(
    mutationText('rotateWebhookSecret', 'webhookEndpoint { secret }'),
    { input: { id, gracePeriodSeconds: 0 } },
  );
  await client.send(mutationText('createCustomer', 'customer { id }'), { input: { name: 'Ada' } });
  const [delivery] = await receiver.take(1);
  assert.ok(delivery);
  const headers = Object.entries(delivery.headers).map(([name, value]) => [name, String(value)]);
  new Webhook(textAt(rotated, 'rotateWebhookSecret', 'webhookEndpoint', 'secret')).verify(
    delivery.body,
    Object.fromEntries(headers),
  );
});
