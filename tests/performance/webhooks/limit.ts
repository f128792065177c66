import { Agent, request } from 'undici';
import { signatureOf } from '../../../server/src/domains/webhooks/signature.ts';
import type { Posting } from './scene.ts';

// The limit: posts signed bodies from memory in a loop, and does nothing else.

process.on('message', async (message) => {
  const posting = asPosting(message);
  const { urls, data, secret, count, inFlight } = posting;
  const dispatcher = new Agent({ keepAliveTimeout: 4_000 });
  let sent = 0;
  const post = async (url: string): Promise<void> => {
    while (sent < count) {
      sent += 1;
      const id = `evt_${sent}`;
      const timestamp = Math.floor(Date.now() / 1_000);
      const body = JSON.stringify({ id, type: 'customer.created', timestamp, data });
      const signature = signatureOf([secret], id, timestamp, body);
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signature,
        'x-service-signature': signature,
      };
      const answer = await request(url, { method: 'POST', headers, body, dispatcher });
      await answer.body.dump();
    }
  };
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await Promise.all(
    Array.from({ length: inFlight }, (_, at) => post(urls[at % urls.length] ?? '')),
  );
  const { user, system } = process.cpuUsage(before);
  process.send?.({
    seconds: (performance.now() - startedAt) / 1_000,
    cpuUs: (user + system) / count,
  });
  await dispatcher.close();
});
process.on('disconnect', () => process.exit());
process.send?.('ready');

function asPosting(message: unknown): Posting {
  const text: Posting = JSON.parse(String(message));
  return text;
}
