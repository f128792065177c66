import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening, temporaryFolder } from '../../platform/testing.ts';
import { resolverOf } from './resolve.ts';
import { createSender, type Sender, type SendReport } from './send.ts';

/** Records of attempts whose answers end well, end early, or never. */

const allowedHosts = new Set(['localhost']);

function senderFor(answerMs = 5_000): Sender {
  const sender = createSender({ resolve: resolverOf(allowedHosts), allowedHosts, answerMs });
  after(() => sender.close());
  return sender;
}

async function attempt(answer: RequestListener, answerMs?: number): Promise<SendReport> {
  const port = await listening(createServer(answer));
  return senderFor(answerMs).send({ url: `http://localhost:${port}/`, headers: {}, body: '{}' });
}

test('an answer that breaks off is a failure that shows what came', async () => {
  const report = await attempt((_request, response) => {
    response.writeHead(200, { 'content-length': 100, 'x-part': 'one' });
    response.write('half', () => response.destroy());
  });
  assert.equal(report.failure, 'CONNECTION_LOST');
  assert.deepEqual([report.response?.status, report.response?.body], [200, 'half']);
  assert.equal(report.response?.headers['x-part'], 'one');
  assert.ok(report.firstByteMs !== null && report.firstByteMs <= report.totalMs);
});

test('an answer that never ends is a timeout that shows what came', async () => {
  const hangs: RequestListener = (_request, response) => {
    response.writeHead(202).write('begun');
  };
  const report = await attempt(hangs, 1_500);
  assert.equal(report.failure, 'TIMEOUT');
  assert.equal(report.message, 'No complete answer within 1.5 seconds.');
  assert.deepEqual([report.response?.status, report.response?.body], [202, 'begun']);
});

test('a receiver that never answers is a timeout without an answer', async () => {
  const report = await attempt(() => {}, 300);
  assert.deepEqual([report.failure, report.response, report.firstByteMs], ['TIMEOUT', null, null]);
});

test('an endless answer is cut at 64 kB, and 4 kB of it are kept', async () => {
  const endless: RequestListener = (_request, response) => {
    response.writeHead(200);
    const write = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    };
    response.on('drain', write);
    write();
  };
  const report = await attempt(endless);
  assert.equal(report.failure, null);
  assert.equal(report.response?.body.length, 4_096);
});

test('a stream of informational answers ends the attempt', async () => {
  const report = await attempt((request) => {
    const write = () => {
      for (let number = 0; number < 100 && !request.socket.destroyed; number++) {
        request.socket.write('HTTP/1.1 103 Early Hints\r\n\r\n');
      }
      if (!request.socket.destroyed) setImmediate(write);
    };
    request.socket.on('error', () => {});
    write();
  });
  assert.equal(report.failure, 'CONNECTION_LOST');
  assert.equal(report.message, 'More than 10 informational answers (1xx).');
});

/** Answers whose length no limit of the parser counts: their head, and the piece that follows again and again. */
const FLOODS = {
  'spaces before values of headers': ['HTTP/1.1 200 OK\r\n', `a:${' '.repeat(60_000)}b\r\n`],
  'extensions of chunks': [
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n',
    `1;${'x'.repeat(60_000)}\r\nx\r\n`,
  ],
  'spaces in trailers': [
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n',
    `a:${' '.repeat(60_000)}b\r\n`,
  ],
} as const;

for (const [name, [head, piece]] of Object.entries(FLOODS)) {
  test(`an answer of ${name} is cut`, async () => {
    const flood = createTcpServer((socket) => {
      socket.on('error', () => {}).resume();
      socket.write(head);
      const write = () => {
        while (!socket.destroyed && socket.write(piece));
      };
      socket.on('drain', write);
      write();
    });
    const url = `http://localhost:${await listening(flood)}/`;
    const report = await senderFor().send({ url, headers: {}, body: '{}' });
    assert.equal(report.failure, 'CONNECTION_LOST');
    assert.equal(report.message, 'The answer has more than 160 kB with its framing.');
  });
}

test('the bound of an answer begins anew with each request of a connection', async () => {
  const ports = new Set<number | undefined>();
  const body = 'x'.repeat(60_000);
  const server = createServer((request, response) => {
    ports.add(request.socket.remotePort);
    response.end(body);
  });
  const url = `http://localhost:${await listening(server)}/`;
  const sender = senderFor();
  for (let request = 0; request < 10; request += 1) {
    const report = await sender.send({ url, headers: {}, body: '{}' });
    assert.equal(report.failure, null);
    // A connection is free again a moment after its answer.
    await sleep(20);
  }
  // Some answers had a connection together that were more than the bound.
  assert.ok(ports.size <= 3);
});

test('each phase has its time, and a connection that is used again has none', async () => {
  const port = await listening(createServer((_request, response) => response.end()));
  const sender = senderFor();
  const send = () => sender.send({ url: `http://localhost:${port}/`, headers: {}, body: '{}' });
  const first = await send();
  for (const ms of [first.dnsMs, first.connectMs, first.firstByteMs])
    assert.ok(ms !== null && ms >= 0 && ms <= first.totalMs);
  assert.equal(first.tlsMs, null);
  // A connection is free again a moment after its answer.
  await sleep(50);
  const { dnsMs, connectMs, tlsMs } = await send();
  assert.deepEqual({ dnsMs, connectMs, tlsMs }, { dnsMs: null, connectMs: null, tlsMs: null });
});

/** Makes certificates; Node has nothing for it. */
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

if (hasOpenssl)
  test('a certificate that nobody vouches for is refused, and what is wrong with it is said', async () => {
    const folder = await temporaryFolder('certificate');
    const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
    const words = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
    ];
    const subject = ['-subj', '/CN=localhost', '-keyout', key, '-out', cert];
    assert.equal(spawnSync('openssl', [...words, ...subject]).status, 0);
    let requests = 0;
    const offered: string[] = [];
    const ALPNCallback = ({ protocols }: { readonly protocols: readonly string[] }) => {
      offered.push(...protocols);
      return protocols[0];
    };
    const server = createTlsServer(
      { key: readFileSync(key), cert: readFileSync(cert), ALPNCallback },
      (_request, response) => {
        requests += 1;
        response.end();
      },
    );
    const url = `https://localhost:${await listening(server)}/`;
    const report = await senderFor().send({ url, headers: {}, body: '{}' });
    assert.equal(report.failure, 'TLS_FAILED');
    assert.match(String(report.message), /self.signed certificate/i);
    assert.equal(requests, 0);
    // An answer of HTTP/2 would have no bound.
    assert.deepEqual(offered, ['http/1.1']);
  });
