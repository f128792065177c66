import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, test } from 'node:test';
import { listening } from '../../platform/testing.ts';
import { PeerClient, PeerFailure } from './peer.ts';

const port = await listening(createServer(() => {}));
const resolve = async () => ['127.0.0.1'];
const peer = { clientId: 'us', clientSecret: 'secret' };

test('a silent partner is given up within its time, and is no final failure', async () => {
  const client = new PeerClient({ resolve, allowedHosts: new Set(['localhost']), answerMs: 50 });
  after(() => client.close());
  await assert.rejects(
    client.list({ ...peer, url: `http://localhost:${port}` }, new URLSearchParams()),
    (error) => error instanceof PeerFailure && !error.isFinal,
  );
});

test('a name that resolves to a private address is not connected to', async () => {
  const client = new PeerClient({ resolve, allowedHosts: new Set(), answerMs: 2_000 });
  after(() => client.close());
  for (const host of ['pact.example', '127.0.0.1', '[::1]'])
    await assert.rejects(
      client.footprint({ ...peer, url: `http://${host}:${port}` }, 'x'),
      /not public|not a public address/,
    );
});
