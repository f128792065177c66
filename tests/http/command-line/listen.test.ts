import assert from 'node:assert/strict';
import { createServer as createHttpServer, type IncomingHttpHeaders } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { verifyWebhook } from '@trackway/sdk';
import { TRIGGERED_TYPES, triggerCommands } from '../../../server/src/cli/trigger.ts';
import { portOf, until } from '../../../server/src/platform/testing.ts';
import { eventTypes } from '../../../server/src/rules/events/events.ts';
import { runHere } from '../../run-here.ts';
import { spawnNode } from '../../server-process.ts';
import { service, world } from '../world.ts';

/** `trackway listen` and `trackway trigger` against a running service. */

type Received = { readonly body: string; readonly headers: IncomingHttpHeaders };

const received: Received[] = [];
const receiver = createHttpServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  received.push({ body: Buffer.concat(chunks).toString(), headers: request.headers });
  response.writeHead(received.length === 1 ? 500 : 204).end();
});
const receiverPort = await portOf(receiver);
after(() => receiver.close());

/** A line to the service that a test can cut. */
const open = new Set<Socket>();
const target = new URL(service.url);
const line = createServer((socket) => {
  const behind = connect(Number(target.port), target.hostname);
  for (const end of [socket, behind]) {
    open.add(end);
    end.on('error', () => {}).on('close', () => open.delete(end));
  }
  socket.pipe(behind).pipe(socket);
});
const linePort = await portOf(line);
after(() => cut());

function cut(): void {
  line.close();
  for (const socket of open) socket.destroy();
}

const { key, send } = await world({ environment: 'SANDBOX', tier: 'ENTERPRISE' });
const env = { TRACKWAY_API_KEY: key, TRACKWAY_BASE_URL: service.url };

test('listen forwards each event once, signed, and misses none when the line breaks', async () => {
  const forwardTo = `http://127.0.0.1:${receiverPort}/hooks`;
  const words = ['listen', '--forward-to', forwardTo, '--types', 'product.*'];
  const child = spawnNode(['server/src/cli/main.ts', ...words], {
    env: { ...env, TRACKWAY_BASE_URL: `http://127.0.0.1:${linePort}` },
  });
  after(() => child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const create = (name: string) =>
    send(`mutation { createProduct(input: { name: "${name}" }) { product { id } }
      createCustomer(input: { name: "Not forwarded" }) { customer { id } } }`);
  await until(async () => output.includes('Signing secret: '));
  const secret = /Signing secret: (whsec_\S+)/.exec(output)?.[1] ?? '';
  await create('before');
  await until(async () => received.length === 1);
  cut();
  await until(async () => output.includes('Connection lost: '));
  await create('meanwhile');
  await portOf(line, linePort);
  await until(async () => received.length === 2);
  assert.match(output, /Connected again\. Nothing was missed/);
  assert.match(output, /^\d\d:\d\d:\d\d {2}product\.created +evt_\w+ {2}500 {2}\d+ ms$/m);
  for (const { body, headers } of received) {
    const event = await verifyWebhook(body, headers, secret);
    assert.deepEqual([event.type, event.environment], ['product.created', 'SANDBOX']);
    assert.equal(headers['webhook-id'], event.id);
  }
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 2);
  child.kill();
});

test('every trigger causes its event', async () => {
  const undeclared = TRIGGERED_TYPES.filter((type) => !eventTypes().has(type));
  assert.deepEqual(undeclared, []);
  for (const type of TRIGGERED_TYPES) {
    const values = { key, url: service.url };
    const result = await triggerCommands['trigger']?.run({ values, positionals: [type] });
    assert.match(result?.text ?? '', /^[a-z_.]+: [a-z]+_\w+$/, type);
    await until(async () => {
      const { data } = await send(`{ events(filter: { types: ["${type}"] }) { totalCount } }`);
      return JSON.stringify(data) !== '{"events":{"totalCount":0}}';
    });
  }
});

test('trigger refuses a live key, and names the types that it can cause', async () => {
  const live = await world({ tier: 'ENTERPRISE' });
  const refused = await runHere(['trigger', 'order.confirmed'], {
    ...env,
    TRACKWAY_API_KEY: live.key,
  });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /sk_sandbox_/);
  const unknown = await runHere(['trigger', 'order.eaten'], env);
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /order\.confirmed/);
});

test('listen refuses an address that is none, and patterns that are none', async () => {
  for (const words of [
    ['--forward-to', 'ftp://x'],
    ['--forward-to', 'http://localhost:1', '--types', 'Order'],
  ]) {
    const { code, stderr } = await runHere(['listen', ...words], env);
    assert.equal(code, 2, stderr);
  }
});
