import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { listening } from '../../platform/testing.ts';
import { resolverOf } from './resolve.ts';
import { createSender, type Sender } from './send.ts';
import { SendingThread } from './send-by-thread.ts';

const allowedHosts = new Set(['localhost']);

function senderByThread(onFault: (error: unknown) => void = assert.ifError) {
  const sender = new SendingThread({ allowedHosts, proxyUrl: undefined }, onFault);
  after(() => sender.close());
  return sender;
}

/** CPU time of this thread for a delivery. */
async function cpuUsOf(sender: Sender, url: string, deliveries: number): Promise<number> {
  const before = process.threadCpuUsage();
  for (let sent = 0; sent < deliveries; sent++) await sender.send({ url, headers: {}, body: '{}' });
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / deliveries;
}

/** A receiver in a thread of its own, which ends each connection after an answer. */
async function closingReceiver(): Promise<string> {
  const receiver = new Worker(
    `const { createServer } = require('node:http');
     const { parentPort } = require('node:worker_threads');
     const server = createServer((_request, response) => response.setHeader('connection', 'close').end());
     server.listen(0, () => parentPort.postMessage(server.address().port));`,
    { eval: true },
  );
  after(() => receiver.terminate());
  const [port] = await once(receiver, 'message');
  return `http://localhost:${port}/`;
}

test('connections to receivers take their CPU time from a thread of their own', async () => {
  const url = await closingReceiver();
  const here = createSender({ resolve: resolverOf(allowedHosts), allowedHosts });
  after(() => here.close());
  const senders = [here, senderByThread()] as const;
  // The least of several rounds in turn: what else this thread did meanwhile is in the others.
  const least = [Infinity, Infinity];
  for (let round = 0; round < 5; round += 1)
    for (const [at, sender] of senders.entries())
      least[at] = Math.min(least[at] ?? Infinity, await cpuUsOf(sender, url, 50));
  const [hereUs = 0, byThreadUs = 0] = least;
  assert.ok(byThreadUs < hereUs / 2, `${byThreadUs} µs, and ${hereUs} µs without the thread`);
});

test('a sender that closes cuts its connections, and their attempts end with a report', async () => {
  const arrived = Promise.withResolvers<void>();
  const port = await listening(createServer(() => arrived.resolve()));
  const sender = senderByThread();
  const report = sender.send({ url: `http://localhost:${port}/`, headers: {}, body: '{}' });
  await arrived.promise;
  await sender.close();
  assert.equal((await report).failure, 'CONNECTION_LOST');
});

test('attempts of a thread that ends have failed, so that their endpoints go on at once', async () => {
  const arrived = Promise.withResolvers<void>();
  const port = await listening(createServer(() => arrived.resolve()));
  const faults: unknown[] = [];
  const sender = senderByThread((error) => faults.push(error));
  const url = `http://localhost:${port}/`;
  const underWay = sender.send({ url, headers: {}, body: '{}' });
  await arrived.promise;
  const ending = sender.send(JSON.parse('null'));
  for (const { failure, message } of await Promise.all([underWay, ending])) {
    assert.equal(failure, 'CONNECTION_LOST');
    assert.match(message ?? '', /a fault of its own/);
  }
  assert.equal(faults.length, 1);
  // The next one has another thread.
  assert.equal(
    (await sender.send({ url: 'no address', headers: {}, body: '' })).message,
    'Invalid URL',
  );
});
