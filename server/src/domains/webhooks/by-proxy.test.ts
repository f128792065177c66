import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { listening } from '../../platform/testing.ts';
import { createSender } from './send.ts';

/** A proxy that knows CONNECT, and a receiver behind it. */

const tunnels: { readonly authority: string; readonly authorization: string | undefined }[] = [];
const sockets = new Set<Socket>();
let status = 200;

after(() => {
  for (const socket of sockets) socket.destroy();
});

let answered = 0;
const receiverPort = await listening(
  createServer((request, response) => {
    answered += 1;
    request.resume().on('end', () => response.end());
  }),
);
const proxyPort = await listening(
  createServer().on('connect', ({ url = '', headers }, socket: Socket) => {
    sockets.add(socket);
    tunnels.push({ authority: url, authorization: headers['proxy-authorization'] });
    if (status !== 200) {
      socket.end(`HTTP/1.1 ${status} No\r\n\r\n`);
      return;
    }
    const target = connect(receiverPort, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    sockets.add(target);
  }),
);

const outgoing = (host: string) => ({ url: `http://${host}:8080/`, headers: {}, body: '{}' });

async function sendByProxy(addresses: readonly string[], host = 'receiver.test') {
  const sender = createSender({
    resolve: async () => addresses,
    allowedHosts: new Set(),
    proxyUrl: `http://user:pass%20word@127.0.0.1:${proxyPort}`,
    answerMs: 2_000,
  });
  try {
    return await sender.send(outgoing(host));
  } finally {
    await sender.close();
  }
}

test('a delivery goes through the proxy, to the address that was checked', async () => {
  assert.equal((await sendByProxy(['93.184.216.34'])).failure, null);
  const authorization = `Basic ${Buffer.from('user:pass word').toString('base64')}`;
  assert.deepEqual(tunnels, [{ authority: '93.184.216.34:8080', authorization }]);
  assert.equal(answered, 1);
});

test('the proxy is not asked for an address that is not public', async () => {
  const before = tunnels.length;
  for (const report of [
    await sendByProxy(['10.0.0.7']),
    await sendByProxy(['93.184.216.34', '127.0.0.1']),
    await sendByProxy([], '127.0.0.1'),
    await sendByProxy([], '[::1]'),
  ])
    assert.equal(report.failure, 'ADDRESS_REFUSED');
  assert.equal(tunnels.length, before);
});

test('a proxy that refuses is a failure to connect, in words', async () => {
  status = 403;
  const { failure, message } = await sendByProxy(['93.184.216.34']);
  assert.deepEqual([failure, message], ['CONNECT_FAILED', 'The proxy answered CONNECT with 403.']);
});

test('the proxy variables of the environment have no effect', async () => {
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY'];
  for (const name of names) process.env[name] = `http://127.0.0.1:${proxyPort}`;
  const before = tunnels.length;
  const sender = createSender({
    resolve: async () => ['127.0.0.1'],
    allowedHosts: new Set(['receiver.test']),
  });
  const url = `http://receiver.test:${receiverPort}/`;
  const { failure } = await sender.send({ url, headers: {}, body: '{}' });
  await sender.close();
  for (const name of names) delete process.env[name];
  assert.equal(failure, null);
  assert.equal(tunnels.length, before);
});
