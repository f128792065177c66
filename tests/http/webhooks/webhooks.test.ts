import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { untilFound } from '../../../server/src/platform/testing.ts';
import {
  at,
  codesOf,
  dataOf,
  type JsonObject,
  mutationText,
  problemsOf,
  sendForId,
  textAt,
} from '../client.ts';
import { service, type World, world } from '../world.ts';
import { type Received, startReceiver } from './receiver.ts';
import { createCustomer, deliveriesWhen, ENDPOINT, enterprise, register } from './subscriber.ts';

function verifies(secret: string, { headers, body }: Pick<Received, 'headers' | 'body'>): boolean {
  try {
    const plain = Object.entries(headers).map(([name, value]) => [name, String(value)] as const);
    new Webhook(secret).verify(body, Object.fromEntries(plain));
    return true;
  } catch {
    return false;
  }
}

/** The header of ours, checked by hand as a receiver without a library does. */
function verifiesByHand(
  secret: string,
  { headers, body }: Pick<Received, 'headers' | 'body'>,
): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['x-service-signature']).split(' ').includes(expected);
}

test('an event reaches its endpoint signed, and both verifiers accept it and no tampered one', async () => {
  const receiver = await startReceiver();
  const caller = await enterprise();
  const headers = [{ name: 'Authorization', value: 'Bearer receiver' }];
  const { secret } = await register(caller, receiver.url, { headers });
  const customerId = await createCustomer(caller);
  const [delivery] = await receiver.take(1);
  assert.ok(delivery);
  const body: JsonObject = JSON.parse(delivery.body);
  assert.deepEqual(Object.keys(body), [
    'id',
    'type',
    'timestamp',
    'apiVersion',
    'environment',
    'data',
  ]);
  assert.deepEqual([body['type'], body['environment']], ['customer.created', 'SANDBOX']);
  assert.deepEqual(body['data'], { customerId, version: 1 });
  assert.equal(body['id'], delivery.headers['webhook-id']);
  assert.equal(delivery.headers['authorization'], 'Bearer receiver');

  for (const isAccepted of [verifies, verifiesByHand]) {
    assert.ok(isAccepted(secret, delivery));
    assert.ok(
      !isAccepted(secret, { ...delivery, body: delivery.body.replace('LIVE', 'live').concat(' ') }),
    );
    for (const name of ['webhook-id', 'webhook-timestamp'] as const) {
      const tampered: Received['headers'] = {
        ...delivery.headers,
        [name]: `${delivery.headers[name]}0`,
      };
      assert.ok(!isAccepted(secret, { ...delivery, headers: tampered }), name);
    }
    assert.ok(!isAccepted(`whsec_${Buffer.alloc(32).toString('base64')}`, delivery));
  }
});

test('after a rotation both secrets verify, and with no grace period only the new one', async () => {
  const receiver = await startReceiver();
  const caller = await enterprise();
  const { id, secret: first } = await register(caller, receiver.url);
  const rotate = async (input: JsonObject) => {
    const answer = await caller.send(mutationText('rotateWebhookSecret', ENDPOINT), {
      input: { id, ...input },
    });
    return textAt(answer, 'rotateWebhookSecret', 'webhookEndpoint', 'secret');
  };
  const second = await rotate({});
  await createCustomer(caller);
  const [during] = await receiver.take(1);
  assert.ok(during && verifies(first, during) && verifies(second, during));
  assert.ok(verifiesByHand(first, during) && verifiesByHand(second, during));
  const third = await rotate({ gracePeriodSeconds: 0 });
  await createCustomer(caller);
  const after = (await receiver.take(2))[1];
  assert.ok(after && verifies(third, after) && !verifies(second, after));
});

test('an endpoint gets the types that it names, and test deliveries', async () => {
  const receiver = await startReceiver();
  const caller = await enterprise();
  const { id } = await register(caller, receiver.url, { eventTypes: ['customer.deleted'] });
  const customer = await createCustomer(caller);
  await sendForId(caller, 'deleteCustomer', 'customer', { id: customer });
  await receiver.take(1);
  const test = mutationText('sendTestWebhook', 'delivery { id eventType }');
  dataOf(await caller.send(test, { input: { endpointId: id } }));
  dataOf(await caller.send(test, { input: { endpointId: id, eventType: 'order.confirmed' } }));
  const all = await receiver.take(3);
  const types = all.map(({ body }) => String(JSON.parse(body).type)).sort();
  assert.deepEqual(types, ['customer.deleted', 'order.confirmed', 'ping']);
  const list = await caller.send('{ webhookDeliveries { totalCount totalCountIsExact } }');
  assert.deepEqual(at(dataOf(list), 'webhookDeliveries'), {
    totalCount: 3,
    totalCountIsExact: true,
  });
  const unknown = await caller.send(test, {
    input: { endpointId: id, eventType: 'transaction.*' },
  });
  assert.deepEqual(codesOf(unknown), ['BAD_USER_INPUT']);
  const message =
    'There are no events of type "transaction.*"; there are transaction.failed, transaction.succeeded.';
  assert.equal(at(unknown.errors[0]?.extensions, 'problems', 0, 'message'), message);
});

test('no types mean all types, in what is read and in what is written', async () => {
  const caller = await enterprise();
  const { id } = await register(caller, 'https://example.com/hooks');
  const update = mutationText('updateWebhookEndpoint', 'webhookEndpoint { eventTypes }');
  for (const [eventTypes = null, shown = []] of [[['ping'], ['ping']], [[]], [null]]) {
    const data = dataOf(await caller.send(update, { input: { id, eventTypes } }));
    assert.deepEqual(data, { updateWebhookEndpoint: { webhookEndpoint: { eventTypes: shown } } });
  }
  const all = await caller.send(update, { input: { id, eventTypes: ['*'] } });
  const message = String(at(all.errors[0]?.extensions, 'problems', 0, 'message'));
  assert.match(message, /An empty list, or none for a new endpoint, means all types\.$/);
});

test('an update without a difference makes no version, and what cannot be empty refuses null', async () => {
  const caller = await enterprise();
  const url = 'https://example.com/hooks';
  const headers = [{ name: 'X-Own', value: 'own' }];
  const { id } = await register(caller, url, { eventTypes: ['ping'], headers });
  const update = (input: JsonObject) =>
    caller.send(mutationText('updateWebhookEndpoint', ENDPOINT), { input: { id, ...input } });
  const versionAfter = async (input: JsonObject) =>
    at(dataOf(await update(input)), 'updateWebhookEndpoint', 'webhookEndpoint', 'version');
  for (const same of [{}, { url, eventTypes: ['ping'], isEnabled: true }, { description: null }])
    assert.equal(await versionAfter(same), 1, JSON.stringify(same));
  assert.equal(await versionAfter({ isEnabled: false }), 2);
  assert.equal(await versionAfter({ isEnabled: false }), 2);
  assert.equal(await versionAfter({ headers: null }), 3);
  assert.deepEqual(problemsOf(await update({ url: null, maxPerSecond: null, isEnabled: null })), [
    ['input.url', 'NOT_NULLABLE'],
    ['input.maxPerSecond', 'NOT_NULLABLE'],
    ['input.isEnabled', 'NOT_NULLABLE'],
  ]);
});

test('a failed attempt is shown with its answer and tried again after 5 seconds, with the same id and body', async () => {
  let answers = 0;
  const receiver = await startReceiver(() => {
    answers += 1;
    return answers === 1 ? 500 : 200;
  });
  const caller = await enterprise();
  const { id: endpointId } = await register(caller, receiver.url, {
    headers: [{ name: 'X-Secret', value: 'hidden' }],
  });
  await createCustomer(caller);
  const [failed] = await deliveriesWhen(
    caller,
    { endpointId },
    ([first]) => at(first, 'attemptCount') === 1,
  );
  assert.equal(at(failed, 'state'), 'PENDING');
  assert.equal(at(failed, 'attempts', 0, 'failure'), 'STATUS');
  assert.deepEqual(
    [at(failed, 'attempts', 0, 'status'), at(failed, 'attempts', 0, 'responseBody')],
    [500, 'thanks'],
  );
  assert.equal(at(failed, 'attempts', 0, 'requestHeaders', 'X-Secret'), '…');
  const [again] = await deliveriesWhen(
    caller,
    { endpointId },
    ([first]) => at(first, 'state') === 'SUCCEEDED',
  );
  assert.equal(at(again, 'attemptCount'), 2);
  const [one, two] = receiver.received;
  assert.ok(one && two);
  assert.equal(one.body, two.body);
  const bodies = [0, 1].map((attempt) => at(again, 'attempts', attempt, 'requestBody'));
  assert.deepEqual(bodies, [one.body, one.body], 'made of the event again');
  assert.equal(one.headers['webhook-id'], two.headers['webhook-id']);
  assert.ok(two.atMs - one.atMs >= 3_900, 'not before 5 s less 20 %');

  dataOf(
    await caller.send(mutationText('redeliverWebhook', 'delivery { state }'), {
      input: { deliveryId: String(at(again, 'id')) },
    }),
  );
  const third = (await receiver.take(3))[2];
  assert.equal(third?.headers['webhook-id'], one.headers['webhook-id']);
});

test('410 disables an endpoint and records an event; redirects are not followed', async () => {
  const gone = await startReceiver(() => 410);
  const moved = await startReceiver(() => 302);
  const caller = await enterprise();
  const { id } = await register(caller, gone.url, { eventTypes: ['customer.created'] });
  await register(caller, moved.url, { eventTypes: ['customer.created'] });
  await createCustomer(caller);
  await gone.take(1);
  await moved.take(1);
  const query = `query ($id: ID!) { webhookEndpoint(id: $id) { state isEnabled disabledReason }
    events(filter: { types: ["webhook_endpoint.disabled"] }) { edges { node { data object { id } } } } }`;
  const data = await untilFound(async () => {
    const read = dataOf(await caller.send(query, { id }));
    // An event is shown once all earlier transactions have ended, those of other tests too.
    const isShown = at(read, 'events', 'edges', 0) !== undefined;
    return isShown && at(read, 'webhookEndpoint', 'isEnabled') === false ? read : undefined;
  });
  assert.equal(at(data, 'webhookEndpoint', 'disabledReason'), 'GONE');
  assert.equal(at(data, 'webhookEndpoint', 'state'), 'DISABLED');
  assert.deepEqual(at(data, 'events', 'edges', 0, 'node', 'data'), {
    webhookEndpointId: id,
    reason: 'GONE',
  });
  assert.equal(at(data, 'events', 'edges', 0, 'node', 'object', 'id'), id);
  assert.deepEqual(
    moved.received.map(({ path }) => path),
    ['/hooks'],
  );
});

test('what waits while an endpoint is disabled is sent when it is enabled again', async () => {
  const receiver = await startReceiver(() => (receiver.received.length === 1 ? 503 : 200));
  const caller = await enterprise();
  const { id } = await register(caller, receiver.url);
  await createCustomer(caller);
  await receiver.take(1);
  const update = mutationText('updateWebhookEndpoint', ENDPOINT);
  dataOf(await caller.send(update, { input: { id, isEnabled: false } }));
  await createCustomer(caller);
  dataOf(await caller.send(update, { input: { id, isEnabled: true } }));
  const second = (await receiver.take(2))[1];
  assert.equal(second?.headers['webhook-id'], receiver.received[0]?.headers['webhook-id']);
  assert.equal(receiver.received.length, 2, 'nothing is kept for a disabled endpoint');
});

test('the address of the service itself is refused, and its http port too', async () => {
  const caller = await enterprise();
  for (const url of [`https://127.0.0.1:${new URL(service.url).port}/`, 'https://[::1]:9/'])
    assert.deepEqual(await codesOfRegistering(caller, url), ['BAD_USER_INPUT'], url);
});

test('of the ports below 1024 only 80 and 443 are accepted', async () => {
  const caller = await enterprise();
  for (const port of [1, 22, 25, 53, 79, 81, 442, 444, 1023])
    assert.deepEqual(
      await codesOfRegistering(caller, `https://example.com:${port}/`),
      ['BAD_USER_INPUT'],
      String(port),
    );
  for (const port of [80, 443, 1024, 8443])
    assert.deepEqual(await codesOfRegistering(caller, `https://example.com:${port}/`), []);
});

test('the sandbox may use http to hosts of WEBHOOK_ALLOWED_HOSTS only, live endpoints never', async () => {
  const [caller, live] = [await enterprise(), await world({ tier: 'ENTERPRISE' })];
  assert.deepEqual(await codesOfRegistering(caller, 'http://localhost:9999/'), []);
  assert.deepEqual(await codesOfRegistering(caller, 'http://example.com/'), ['BAD_USER_INPUT']);
  assert.deepEqual(await codesOfRegistering(live, 'http://localhost:9999/'), ['BAD_USER_INPUT']);
  assert.deepEqual(await codesOfRegistering(live, 'https://localhost:9999/'), []);
});

test('an environment has at most 25 endpoints, and a ceiling is 1 to 1,000', async () => {
  const caller = await enterprise();
  for (const maxPerSecond of [0, 1_001])
    assert.deepEqual(await codesOfRegistering(caller, 'https://example.com/', { maxPerSecond }), [
      'BAD_USER_INPUT',
    ]);
  // All at once: each of them must count the others.
  const codes = await Promise.all(
    Array.from({ length: 30 }, (_, at) => codesOfRegistering(caller, `https://example.com/${at}`)),
  );
  assert.equal(codes.filter((each) => each.length === 0).length, 25);
  assert.deepEqual(new Set(codes.flat()), new Set(['CONFLICT']));
});

async function codesOfRegistering(
  { send }: World,
  url: string,
  more: JsonObject = {},
): Promise<unknown[]> {
  return codesOf(
    await send(mutationText('createWebhookEndpoint', ENDPOINT), { input: { url, ...more } }),
  );
}

const REFUSED_URLS = [
  'http://example.com/',
  'https://user:secret@example.com/',
  'https://example.com:25/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://10.1.2.3/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'https://[fd00:ec2::254]/',
  'https://[fe80::1]/',
];

test('addresses that are not public are refused when an endpoint is registered', async () => {
  const caller = await enterprise();
  for (const url of REFUSED_URLS) {
    const answer = await caller.send(mutationText('createWebhookEndpoint', ENDPOINT), {
      input: { url },
    });
    assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT'], url);
  }
});

test('headers of the service cannot be overridden', async () => {
  const caller = await enterprise();
  for (const name of [
    'Webhook-Signature',
    'X-Service-Signature',
    'Host',
    'content-length',
    'bad name',
  ]) {
    const answer = await caller.send(mutationText('createWebhookEndpoint', ENDPOINT), {
      input: { url: 'https://example.com/', headers: [{ name, value: 'x' }] },
    });
    assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT'], name);
  }
});
